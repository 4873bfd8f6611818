"""Random games with random changes of seats: nobody is told or allowed more than its own seat.

Whoever sits where is noted from what was asked for and granted, step by step. Everybody keeps a
socket open all the time, old tokens are tried again and again, and people ask for what is not
theirs. In the end all that each of them ever received is compared with what it might know.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final

import msgspec

from bench.attack.people import loop_of_server
from bench.attack.places import Place
from bench.attack.results import Done
from bench.attack.truth import true_game
from bench.attack.watch import Watcher
from bench.attack.witnesses import Failed, Witness
from bench.sockets import Answer
from tests.server.recording import Ledger, excess
from tests.server.serving import Server, serving

AT_ONCE: Final = 4
PEOPLE: Final = 4
BOARDS: Final = ("lesson", "lesson", "lesson", "europe")
STEPS: Final = (15, 60)
"""How many things are done in a game, at least and at most."""
Json = dict[str, Any]


class Tried(Exception):
    """The server has allowed something that it should not have."""


class RandomGame:
    """One table, the people around it, and who holds which seat."""

    def __init__(self, server: Server, dice: Random, done: Counter[str]) -> None:
        self._server, self._dice, self._done = server, dice, done
        self._people = [Witness(server, f"Guest {number}") for number in range(PEOPLE)]
        self._programs: list[Witness] = []
        self._nobody = Witness(server, "nobody")
        self._ledger = Ledger()
        self._table = ""
        self._holders: list[Witness | None] = []
        """Who holds each seat; None: a bot, or nobody."""
        self._gone: set[int] = set()
        """Seats whose people have left or given up."""
        self._hands: dict[str, set[int]] = {}
        """The seats of the running game that each has held."""
        self._playing = False
        self._over = False
        self._deleted = False
        self._seq = 0

    async def play(self) -> list[str]:
        """Play a game with changes of seats; return what was too much."""
        for person in self._people:
            await person.come()
        try:
            await self._open()
            for _ in range(self._dice.randrange(8)):
                await self._before_the_start()
            await self._start()
            for _ in range(self._dice.randint(*STEPS)):
                if self._over:
                    break
                await self._something()
            await self._end()
            return await self._problems()
        except (Tried, Failed) as problem:
            return [f"{self._table}: {problem}"]
        finally:
            for witness in (*self._people, *self._programs, self._nobody):
                await witness.leave()

    # --- before the start -----------------------------------------------------------------------

    async def _open(self) -> None:
        dice, host = self._dice, self._people[0]
        wishes = [{"holder": "me"}] + [self._wish() for _ in range(dice.randint(1, 3))]
        wish = {
            "board": dice.choice(BOARDS),
            "seats": wishes,
            "shuffle_seats": dice.random() < 0.4,
            "public": dice.random() < 0.5,
        }
        answer = await host.send("POST", "/api/tables", wish)
        found = msgspec.json.decode(answer.body)
        self._table = found["id"]
        self._holders = [host, *(None for _ in wishes[1:])]
        for witness in (*self._people, self._nobody):
            await witness.listen(self._table)

    def _wish(self) -> Json:
        kind = self._dice.choice(("open", "open", "program", "bot"))
        return {"holder": kind, "bot": "random" if kind == "bot" else None}

    async def _before_the_start(self) -> None:
        acts: tuple[Callable[[], Awaitable[None]], ...] = (
            self._take_seat,
            self._change_seat,
            self._get_token,
            self._stand_up,
        )
        await self._dice.choice(acts)()

    async def _take_seat(self) -> None:
        person, seat = self._dice.choice(self._people), self._any_seat()
        if await self._granted(person, "join", {"seat": seat}):
            self._sit(person, seat)

    async def _change_seat(self) -> None:
        seat = self._any_seat()
        wish = self._wish()
        if await self._granted(self._people[0], "seat", {"seat": seat, "wish": wish}):
            self._stand(seat)

    async def _get_token(self) -> None:
        seat = self._any_seat()
        answer = await self._ask(self._people[0], "token", {"seat": seat})
        if answer.status != 201:
            return
        if self._playing:
            await self._note_step()  # the answer does not tell it, and bots do not wait
        token = msgspec.json.decode(answer.body)["token"]
        program = Witness(
            self._server, f"program {len(self._programs)}", {"Authorization": f"Bearer {token}"}
        )
        self._programs.append(program)
        if self._holders[seat] is not None:
            self._stand(seat)
        self._sit(program, seat)
        await program.listen(self._table)

    async def _stand_up(self) -> None:
        person = self._dice.choice(self._people)
        held = [seat for seat, holder in enumerate(self._holders) if holder is person]
        if held and await self._granted(person, "leave", {"seat": held[0]}):
            self._stand(held[0])

    async def _start(self) -> None:
        host = self._people[0]
        for seat in range(len(self._holders)):  # whatever is still open is taken by somebody
            for person in self._people:
                if self._holders[seat] is not None or person in self._holders:
                    continue
                if await self._granted(person, "join", {"seat": seat}):
                    self._sit(person, seat)
        for seat in range(len(self._holders)):
            if self._holders[seat] is None:
                wish = {"holder": "bot", "bot": "random"}
                await self._granted(host, "seat", {"seat": seat, "wish": wish})
        if not any(holder in self._people for holder in self._holders):
            await self._granted(host, "seat", {"seat": 0, "wish": {"holder": "me"}})
            self._stand(0)
            self._sit(host, 0)
        if not await self._granted(host, "start", None):
            raise RuntimeError(f"{self._table} cannot be started")
        await self._find_seats()
        self._playing = True
        for seat, holder in enumerate(self._holders):
            if holder is not None:
                self._ledger.sit(holder.id, self._table, seat)
                self._hands.setdefault(holder.id, set()).add(seat)

    async def _find_seats(self) -> None:
        """Ask everybody where they sit: seats may have been drawn by lot."""
        before = Counter(holder for holder in self._holders if holder is not None)
        found: list[Witness | None] = [None] * len(self._holders)
        for witness in (*self._people, *self._programs):
            answer = await self._look(witness, "")
            if answer.status != 200:
                continue
            for seat in msgspec.json.decode(answer.body)["seats"]:
                if seat["you"]:
                    if found[seat["seat"]] is not None:
                        raise Tried(f"two are told that seat {seat['seat']} is theirs")
                    found[seat["seat"]] = witness
        if Counter(holder for holder in found if holder is not None) != before:
            raise Tried("after the start others hold seats than before")
        self._holders = found

    # --- while it is played ---------------------------------------------------------------------

    async def _something(self) -> None:
        acts: dict[Callable[[], Awaitable[None]], int] = {
            self._move: 24,
            self._move_for_another: 3,
            self._look_at_another: 3,
            self._take_over: 3,
            self._reopen: 3,
            self._join_running: 4,
            self._leave_running: 3,
            self._come_back: 3,
            self._resign: 1,
            self._token_again: 1,
            self._disappear: 1,
            self._chat: 1,
            self._record: 2,
        }
        await self._dice.choices(list(acts), list(acts.values()))[0]()
        self._done["changes"] += 1

    async def _move(self) -> None:
        """Make a move for a seat that is held, with or without looking first."""
        held = [(seat, holder) for seat, holder in enumerate(self._holders) if holder is not None]
        self._dice.shuffle(held)
        for seat, holder in held:
            moves = await self._moves(holder, seat)
            if moves:
                if await self._sent(holder, self._dice.choice(moves)) == 200:
                    self._done["moves"] += 1
                return

    async def _moves(self, witness: Witness, seat: int) -> list[Json]:
        answer = await self._look(witness, f"/view?seat={seat}&since={max(0, self._seq - 1)}")
        if answer.status != 200:
            return []
        found = msgspec.json.decode(answer.body)
        self._seq = max(self._seq, found["seq"])
        if found["view"]["outcome"] is not None:
            self._over = True
            return []
        moves: list[Json] = found["view"]["moves"]
        return moves

    async def _sent(self, witness: Witness, move: Json) -> int:
        body = {"move_id": f"{self._dice.getrandbits(64):x}", "seq": self._seq, "move": move}
        answer = await self._ask(witness, "moves", body)
        if answer.status == 200:
            self._seq = max(self._seq, msgspec.json.decode(answer.body)["seq"])
            if self._holders[move["seat"]] is not witness:
                raise Tried(f"{witness.name} has moved for seat {move['seat']}")
        return answer.status

    async def _move_for_another(self) -> None:
        """Try to move for a seat that one does not hold: over HTTP, and over each open socket."""
        witness = self._dice.choice((*self._people, *self._programs, self._nobody))
        seat = self._any_seat()
        if self._holders[seat] is witness:
            return
        for move in ({"move": "draw", "seat": seat}, {"move": "tickets", "seat": seat}):
            await self._sent(witness, move)
            name = f"{self._dice.getrandbits(64):x}"
            text = {"type": "move", "move_id": name, "seq": self._seq, "move": move}
            witness.try_over_sockets(msgspec.json.encode(text))

    async def _look_at_another(self) -> None:
        witness = self._dice.choice((*self._people, *self._programs, self._nobody))
        seat = self._any_seat()
        await self._look(witness, f"/view?seat={seat}")
        await self._ask(witness, "payments", {"id": "a", "kind": "claim", "target": "graz-wien"})
        witness.try_over_sockets(b'{"type":"resume","since":-1}')

    async def _take_over(self) -> None:
        await self._as_host("replace", {"bot": "random"})

    async def _reopen(self) -> None:
        seat = await self._as_host("reopen", {})
        if seat is not None:
            self._stand(seat)

    async def _as_host(self, act: str, more: Json) -> int | None:
        """Let the host, or somebody who is none, take a seat from whoever holds it."""
        actor = self._people[0] if self._dice.random() < 0.8 else self._dice.choice(self._people)
        seat = self._any_seat()
        holder = self._holders[seat]
        if not await self._granted(actor, act, {"seat": seat, **more}):
            return None
        if actor is not self._people[0]:
            raise Tried(f"{actor.name}, who is no host, could {act} seat {seat}")
        is_there = holder is not None and holder in self._people and holder.listens
        if is_there and holder is not actor and seat not in self._gone:
            raise Tried(f"the host could {act} seat {seat}, though its person was there")
        return seat

    async def _join_running(self) -> None:
        person, seat = self._dice.choice(self._people), self._any_seat()
        if await self._granted(person, "join", {"seat": seat}):
            if self._holders[seat] not in (None, person):
                raise Tried(f"{person.name} could join seat {seat}, which is held")
            self._hands.setdefault(person.id, set()).add(seat)
            if len(self._hands[person.id]) > 1:
                raise Tried(f"{person.name} has seen the hands {self._hands[person.id]}")
            self._gone.discard(seat)
            self._sit(person, seat)

    async def _leave_running(self) -> None:
        person, seat = await self._one_who_sits()
        if person is not None and await self._granted(person, "leave", {"seat": seat}):
            self._gone.add(seat)

    async def _come_back(self) -> None:
        person, seat = await self._one_who_sits()
        if person is not None and await self._granted(person, "take-back", {"seat": seat}):
            self._gone.discard(seat)

    async def _resign(self) -> None:
        person, seat = await self._one_who_sits()
        if person is not None and await self._granted(person, "resign", {"seat": seat}):
            self._gone.add(seat)
            self._over = self._over or len(self._holders) == 2

    async def _one_who_sits(self) -> tuple[Witness | None, int]:
        seat = self._any_seat()
        holder = self._holders[seat]
        return (holder if holder in self._people else None), seat

    async def _token_again(self) -> None:
        """Ask for the token of a seat while the game runs; the old one ends."""
        await self._get_token()

    async def _disappear(self) -> None:
        """Let a guest, who is not the host, delete itself; what it held is nobody's then."""
        if self._dice.random() < 0.8:
            return
        number = self._dice.randrange(1, PEOPLE)
        person = self._people[number]
        await person.send("DELETE", "/api/me")
        await self._note_step()
        others = [one.name for one in self._people if one is not person and one in self._holders]
        if (await self._look(self._nobody, "")).status == 404:  # it takes its own tables along
            if others:
                raise Tried(f"{person.name} has taken the table of {', '.join(others)} along")
            self._over = self._deleted = True
        for seat, holder in enumerate(self._holders):
            if holder is person:
                self._stand(seat)

    async def _chat(self) -> None:
        await self._ask(self._dice.choice(self._people), "chat", {"text": "hello"})

    async def _record(self) -> None:
        """Take the record so far, and try to go on from it at a table of one's own."""
        witness = self._dice.choice((*self._people, *self._programs, self._nobody))
        answer = await self._look(witness, "/record")
        if answer.status != 200:
            return
        record = msgspec.json.decode(answer.body)
        if record.get("key") is not None:  # it is judged by itself whether it came too early
            self._over = True
            self._ledger.end(self._table)
        if self._dice.random() < 0.5:
            await witness.send("POST", "/api/replays", record)

    # --- the end --------------------------------------------------------------------------------

    async def _end(self) -> None:
        self._ledger.end(self._table)
        for seat, holder in enumerate(self._holders):
            if holder in self._people:
                await self._granted(holder, "take-back", {"seat": seat})
        for seat, holder in enumerate(self._holders):
            if holder in self._people:
                await self._granted(holder, "agree", {"seat": seat, "agree": True})
        for witness in (*self._people, *self._programs, self._nobody):
            await witness.settle()
            await witness.leave()  # bots may play on, and nobody is to hear of it any more

    async def _problems(self) -> list[str]:
        """Compare what everybody has received with the true game."""
        if self._deleted:
            self._done["deleted"] += 1
            return []
        games = {self._table: await true_game(self._server.settings.database, self._table)}
        witnesses = (*self._people, *self._programs, self._nobody)
        self._done["received"] += sum(len(each.received) for each in witnesses)
        self._done["kB received"] += (
            sum(len(got.data) for each in witnesses for got in each.received) // 1000
        )
        return [
            f"{self._table}, {witness.name}: {problem}"
            for witness in witnesses
            for problem in itertools.islice(excess(witness, self._ledger, games), 5)
        ]

    # --- small things ---------------------------------------------------------------------------

    def _any_seat(self) -> int:
        return self._dice.randrange(len(self._holders))

    def _sit(self, witness: Witness, seat: int) -> None:
        self._holders[seat] = witness
        if self._playing:
            self._ledger.sit(witness.id, self._table, seat, self._seq)

    def _stand(self, seat: int) -> None:
        holder, self._holders[seat] = self._holders[seat], None
        if holder is not None and self._playing:
            self._ledger.stand(holder.id, self._table, seat, self._seq)

    async def _granted(self, witness: Witness, act: str, body: Any) -> bool:
        """Ask for a change of seats; note at which step it was made."""
        if self._playing:
            await self._note_step()  # a lower bound, for whoever sits down
        answer = await self._ask(witness, act, body)
        if answer.status != 200:
            self._done["refused"] += 1
            return False
        self._done["granted"] += 1
        self._seq = max(self._seq, msgspec.json.decode(answer.body).get("seq", 0))
        return True

    async def _note_step(self) -> None:
        answer = await self._look(self._nobody, "")
        if answer.status == 200:
            self._seq = max(self._seq, msgspec.json.decode(answer.body)["seq"])

    async def _ask(self, witness: Witness, act: str, body: Any) -> Answer:
        return await witness.send("POST", f"/api/tables/{self._table}/{act}", body)

    async def _look(self, witness: Witness, what: str) -> Answer:
        return await witness.send("GET", f"/api/tables/{self._table}{what}")


async def attack(server: Server, seed: int, number: int) -> tuple[Counter[str], list[str]]:
    """Play this many games."""
    done: Counter[str] = Counter(games=0)
    problems: list[str] = []
    room = asyncio.Semaphore(AT_ONCE)

    async def one(game_seed: str) -> None:
        async with room:
            problems.extend(await RandomGame(server, Random(game_seed), done).play())
            done["games"] += 1

    await asyncio.gather(*(one(f"{seed}/{count}") for count in range(number)))
    return done, problems


def run(place: Place, seed: int, amount: int) -> Done:
    """Play this many random games, and see that nobody was told too much."""
    with serving(place.settings(), place.folder) as server:
        watcher = Watcher(server)
        done, problems = loop_of_server(attack(server, seed, amount))
        problems += watcher.problems()
    return Done(dict(done), problems)
