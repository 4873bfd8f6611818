"""What travels between server and clients: every message and every answer as one small type.

The same types are used over HTTP and WebSocket; the browser's types are generated from them.
A client never learns more than its view: nothing here can hold a key, a state or another's hand.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from stellwerk.game import Move, View
from stellwerk.game.outcome import Outcome
from stellwerk.game.sheet import VariantInfo
from stellwerk.review.shown import ShownReview

NAME_LENGTH = 24
CHAT_LENGTH = 500
MOVE_ID_LENGTH = 64
TEXT_LENGTH = 300
DEAL_LENGTH = 64

Name = Annotated[str, Meta(min_length=1, max_length=200)]
"""A person's name as sent; it is cleaned and must then have at most NAME_LENGTH characters."""
Language = Literal["de", "en"]
MOST = 2**31 - 1
Step = Annotated[int, Meta(ge=-1, le=MOST)]
"""The number of a step of a game; -1 comes before the deal."""
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
PersonId = Annotated[str, Meta(min_length=1, max_length=32)]
"""How somebody one has played with is called between oneself and the server, and nowhere else."""
TableStatus = Literal["open", "playing", "finished", "closed"]
Holder = Literal["open", "person", "bot", "program"]
"""Who holds a seat: nobody yet, a person, a bot of ours, or a program with a token."""
Pace = Literal["instant", "brisk", "calm"]
"""How long bots wait before they act, so that people can follow."""


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits on a seat: ``me``, anybody who comes, one of our bots, or a program."""

    holder: Literal["me", "open", "bot", "program"] = "open"
    bot: str | None = None
    """Which bot; only for ``bot``."""
    name: Annotated[str, Meta(max_length=200)] = ""
    """For a further person at the same device, or a bot; empty: the usual name."""
    person: PersonId | None = None
    """For ``open``: keep the seat for somebody one has played with, by the id of `PersonInfo`."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How much time there is.

    ``turn``: seconds for every turn. ``bank``: seconds for the whole game and an increment after
    every decision. ``days``: seconds for every decision, counted in days by people.
    """

    kind: Literal["none", "turn", "bank", "days"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=1_209_600)] = 60
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    take_over: bool = False
    """Whether a bot keeps the seat, once time ran out, until the person takes it back."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody wants to open."""

    board: Annotated[str, Meta(max_length=80)] = "usa"
    """The id of a shipped board, or of one that was uploaded: ``own:…``."""
    variant: Annotated[str, Meta(max_length=40)] | None = None
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=2, max_length=5)] = (
        SeatWish("me"),
        SeatWish("open"),
    )
    public: bool = False
    """Whether it is listed for everybody; otherwise only the link leads to it."""
    clock: Clock = Clock()
    shuffle_seats: bool = False
    """Whether it is drawn by lot at the start who begins."""
    memory_aids: bool = True
    """Whether cards that were taken openly are shown beside their owner."""
    deal: Annotated[str, Meta(max_length=DEAL_LENGTH)] | None = None
    """A word that gives somebody who plays alone the same deal again; for several people chance is
    mixed in."""
    start: bool = False
    """Start at once when no seat is open."""
    grace: Annotated[int, Meta(ge=30, le=86_400)] | None = None
    """Seconds that somebody may be away before the host can hand the seat over; by the clock."""
    pace: Pace = "brisk"
    colours: Annotated[tuple[Annotated[str, Meta(max_length=20)], ...], Meta(max_length=8)] = ()
    """The colours of the seats in their order; missing ones are taken from the board."""


class SeatInfo(Struct, frozen=True):
    """Who holds a seat."""

    seat: int
    colour: str
    holder: Holder
    name: str
    bot: str | None
    """The bot that plays it, or stands in for a person."""
    you: bool
    online: bool
    stand_in: bool
    """A bot decides for the person, who may take the seat back."""
    resigned: bool
    agreed: bool
    """The person wants to end the game now."""
    muted: bool
    """You do not see what this seat writes."""
    free_in: float | None
    """Seconds until the host may hand the seat over; None: its holder is there."""
    shares: int | None
    """The first seat that is played at the same device, where there are several."""
    kept_for: str | None = None
    """Whom the host has invited to this open seat."""
    invited: bool = False
    """The seat is kept for you."""
    blocked: bool = False
    """You have blocked whoever holds it."""


class PauseInfo(Struct, frozen=True):
    """A pause that is proposed, or that runs: then no clock does."""

    by: int
    """The seat that has proposed it."""
    days: Literal[1, 3, 7, 14] | None
    """How long it is to last; None: until all go on, at most four weeks."""
    agreed: tuple[int, ...]
    """The seats that agree to the proposal."""
    left: float | None
    """Seconds until it ends; None: it is only proposed."""
    going_on: tuple[int, ...]
    """The seats that want to play on; a day after the first of them it ends."""
    waits_for: tuple[int, ...]
    """The seats of people who have not agreed yet, or do not want to play on yet."""


class ClockState(Struct, frozen=True):
    """How much time is left."""

    clock: Clock
    left: tuple[float | None, ...]
    """Seconds left for each seat when ``at`` was read; None: no limit."""
    running: tuple[int, ...]
    """The seats whose time runs."""
    at: float
    """The server's time, in seconds since 1970."""


class TableInfo(Struct, frozen=True):
    """All there is to know about a table, besides the game itself."""

    id: str
    """Also the code that people tell each other."""
    status: TableStatus
    version: int
    """Grows with every change of the table itself; moves do not change it."""
    board: str
    variant: str
    board_hash: str
    seats: tuple[SeatInfo, ...]
    host: bool
    """You opened it and may start it, free seats and replace people who left."""
    public: bool
    shuffle_seats: bool
    memory_aids: bool
    deal: str | None
    """The word by which it was dealt; while it runs only for you, if you opened it."""
    by_word: bool
    """Whether somebody has given a word for the deal."""
    clock: ClockState
    seq: int
    created: float
    commitment: str
    rematch: str | None
    """The table where the same people play again."""
    closed: str | None
    """Why it was closed: a code."""
    grace: int
    """Seconds that somebody may be away before the host can hand the seat over."""
    pace: Pace
    takebacks: int
    """How often somebody who plays alone took back moves that may have shown hidden cards."""
    known_deal: bool
    """Whether the player has played the same deal before."""
    same_deal: bool
    """Whether you may play the deal of this finished game again."""
    pause: PauseInfo | None = None
    """The pause that is proposed or runs."""
    pauses_left: int = 0
    """How many pauses people may still agree on; only where the clock counts days."""
    reason: str | None = None
    """Why whoever runs the server has closed the table, in their words."""


class LineResult(Struct, frozen=True):
    """How a game ended, in a line."""

    winners: tuple[str, ...]
    """Their names."""
    points: int
    """Yours, or those of the winners where you have no seat or several."""
    rank: int | None
    """Your place, where you have one seat."""


class TableLine(Struct, frozen=True):
    """A table in a list."""

    id: str
    status: TableStatus
    board: str
    variant: str
    names: tuple[str, ...]
    """Of the seats that are taken."""
    open_seats: int
    your_turn: bool
    yours: bool
    changed: float
    """When it last changed, or ended, in seconds since 1970."""
    result: LineResult | None
    """Of a finished game; None where an earlier version has stored it."""
    left: float | None = None
    """Seconds until a clock runs out that runs now: yours if it is your turn; None: no clock."""
    turn: tuple[str, ...] = ()
    """Whom a running game waits for."""
    invited_by: str | None = None
    """Who keeps a seat for you here before the start; empty where the host has no seat."""


class WaitingTable(Struct, frozen=True):
    """A table that waits for your decision."""

    id: str
    board: str
    left: float | None
    """Seconds left for it; None: no clock runs for it."""


class PersonInfo(Struct, frozen=True):
    """Somebody you have played with, or have blocked."""

    id: PersonId
    """Only you can use it."""
    name: str
    last: float | None
    """When you last played with each other, in seconds since 1970; None: long ago."""
    blocked: bool


class GuestInfo(Struct, frozen=True):
    """Who you are here."""

    id: str
    name: str
    language: Language


class BotInfo(Struct, frozen=True):
    """A bot one can play against."""

    id: str
    name: str
    about: str
    level: int | None = None
    """How strong it is among the opponents for people, from 1; others are for study."""


class BoardInfo(Struct, frozen=True):
    """A board one can play."""

    id: str
    name: str
    about: str
    hash: str
    least_seats: int
    most_seats: int
    variants: tuple[VariantInfo, ...]
    """The first one is the usual one."""
    drawing: bool
    """Whether there is a drawing of it."""


class TokenInfo(Struct, frozen=True):
    """A secret that is shown once."""

    token: str
    seat: int | None = None


NoticeEvent = Literal["turn", "invited", "over", "review", "clock", "chat"]
"""What somebody who is not here may want to be told of."""


class NoticeDevice(Struct, frozen=True):
    """A browser that takes your notices."""

    id: str
    """The SHA-256 of its endpoint, by which a browser finds itself in the list."""
    name: str
    created: float
    worked: float | None
    """When a notice last reached it."""
    failing: bool
    events: tuple[NoticeEvent, ...]


class NoticeAddress(Struct, frozen=True):
    """Where you want mail."""

    address: str | None
    """None before one was confirmed."""
    wanted: str | None
    """The one that is still to be confirmed."""
    events: tuple[NoticeEvent, ...]


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """When you are left in peace, in minutes after midnight; they may go over midnight."""

    begins: Annotated[int, Meta(ge=0, lt=1440)]
    ends: Annotated[int, Meta(ge=0, lt=1440)]
    zone: Annotated[str, Meta(min_length=1, max_length=64)]
    """The time zone, as browsers name it: ``Europe/Berlin``."""


class NoticeSettings(Struct, frozen=True):
    """How you are called back when you are not here."""

    push_key: str | None
    """The key with which browsers subscribe; None where this server sends no push."""
    mail: bool
    """Whether this server sends mail."""
    devices: tuple[NoticeDevice, ...]
    address: NoticeAddress | None
    quiet: QuietHours | None


class ChatLine(Struct, frozen=True):
    """Something written at a table."""

    number: int
    time: float
    name: str
    seat: int | None
    """None for a spectator."""
    you: bool
    text: str
    code: str | None = None
    """What has happened to the seat, where nobody has written this."""


class Told(Struct, frozen=True):
    """One thing that happened, as a code with parameters, and as a sentence in your language."""

    seq: int
    code: str
    params: dict[str, Any]
    text: str


class Problem(Struct, frozen=True):
    """What went wrong: a stable code, its parameters, and a sentence in your language."""

    code: str
    params: dict[str, Any]
    text: str


class Resume(Struct, frozen=True, tag_field="type", tag="resume", forbid_unknown_fields=True):
    """Ask for everything after what is known already; always the first message."""

    since: Step = -1
    """The last step whose events are known; -1: none, 0: the deal."""
    chat: Annotated[int, Meta(ge=0, le=MOST)] = 0
    """The number of the last chat line that is known."""


class SendMove(Struct, frozen=True, tag_field="type", tag="move", forbid_unknown_fields=True):
    """Make a move, or take the last one back."""

    move_id: Annotated[str, Meta(pattern="^[ -~]+$", max_length=MOVE_ID_LENGTH)]
    """Chosen by the client, new for every move: a move that is sent twice is made once."""
    seq: Step
    """The step the move was made for."""
    move: Move | None = None
    text: Annotated[str, Meta(max_length=TEXT_LENGTH)] | None = None
    """The move in words instead: ``claim denver phoenix 4 white 1 locomotive``."""
    seat: SeatNumber | None = None
    """For a text of somebody who holds several seats."""
    sparing: bool = False
    """Spend no locomotive that the text does not name: ask instead (`spends_locomotives`)."""
    undo: bool = False
    """Take the last move back; then there is no move and no text.

    Somebody alone against bots takes back their last decision, with all that came after it.
    """


class AskPayments(
    Struct, frozen=True, tag_field="type", tag="payments", forbid_unknown_fields=True
):
    """Ask for every way to pay for a route, a station, a harbour or a tunnel."""

    id: Annotated[str, Meta(max_length=MOVE_ID_LENGTH)]
    """Comes back with the answer."""
    kind: Literal["claim", "station", "harbour", "pay"]
    target: Annotated[str, Meta(max_length=80)] = ""
    seat: SeatNumber | None = None


class AskWhy(Struct, frozen=True, tag_field="type", tag="why", forbid_unknown_fields=True):
    """Ask why something cannot be done: the reason, or nothing if it can."""

    id: Annotated[str, Meta(max_length=MOVE_ID_LENGTH)]
    move: Move


class AskRoutes(Struct, frozen=True, tag_field="type", tag="routes", forbid_unknown_fields=True):
    """Ask why each free route cannot be claimed now."""

    id: Annotated[str, Meta(max_length=MOVE_ID_LENGTH)]
    seat: SeatNumber | None = None


class Say(Struct, frozen=True, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Write to the others at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=4 * CHAT_LENGTH)]


class Ping(Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Ask for a sign of life."""


ClientMessage = Resume | SendMove | AskPayments | AskWhy | AskRoutes | Say | Ping


class TableMessage(Struct, frozen=True, tag_field="type", tag="table"):
    """The table has changed: seats, status, clocks, presence."""

    table: TableInfo


class Update(Struct, frozen=True, tag_field="type", tag="update"):
    """The game has gone on: what happened since, and the game as it is now for one viewer.

    Somebody with several seats gets one for each of them. ``events`` begin after ``since``.
    """

    seat: int | None
    seq: int
    since: int
    events: tuple[Told, ...]
    view: View
    can_undo: bool
    """Whether you can take your last move back now."""
    clock: ClockState


class ReplayStep(Struct, frozen=True):
    """One step of a game that is played again: what it brought, and the game after it."""

    seq: int
    """0 is the deal."""
    seat: int | None
    by: Literal["person", "bot", "clock"] | None
    time: float | None
    """Seconds since 1970."""
    events: tuple[Told, ...]
    view: View
    """As the chosen seat saw it; without moves, since nothing can be decided any more."""


class Replay(Struct, frozen=True):
    """A whole game, played again from its record and checked, as one seat saw it."""

    board: str
    variant: str
    seat: int | None
    names: tuple[str, ...]
    commitment: str
    key: str
    steps: tuple[ReplayStep, ...]
    outcome: Outcome
    """How it ended, or would have."""


class ReviewInfo(Struct, frozen=True):
    """The review of a game, as far as it has come."""

    id: str
    """Ask for it again by this name."""
    complete: bool
    ahead: int
    """Games that are judged before it."""
    review: ShownReview | None
    """None until the first decision is judged."""


class Accepted(Struct, frozen=True, tag_field="type", tag="accepted"):
    """A move is stored for good; ``seq`` is its step."""

    move_id: str
    seq: int


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """A message was refused and nothing has changed; ``code`` tells why.

    After ``stale`` the present state follows in an update.
    """

    move_id: str | None
    problem: Problem


class Payments(Struct, frozen=True, tag_field="type", tag="payments"):
    """Every way to pay, the thriftiest first."""

    id: str
    payments: tuple[dict[str, int], ...]
    missing: int | None
    """How many cards the hand lacks for the nearest one; None where no card would help."""


class Reason(Struct, frozen=True, tag_field="type", tag="reason"):
    """Why something cannot be done; None: it can."""

    id: str
    problem: Problem | None


class RouteReasons(Struct, frozen=True, tag_field="type", tag="routes"):
    """Why free routes cannot be claimed now, in sentences; those that can are left out."""

    id: str
    reasons: dict[str, str]
    """By route; empty for a seat that may not claim anything now."""


class ChatMessage(Struct, frozen=True, tag_field="type", tag="chat"):
    """New lines of the chat."""

    lines: tuple[ChatLine, ...]


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """A sign of life, with the server's time."""

    time: float


ServerMessage = (
    TableMessage
    | Update
    | Accepted
    | Refused
    | Payments
    | Reason
    | RouteReasons
    | ChatMessage
    | Pong
)
