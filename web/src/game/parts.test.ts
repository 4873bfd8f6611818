import { describe, expect, it } from "vitest";
import type { SeatInfo, Told, Update } from "../protocol/types";
import { use } from "../words/words.svelte";
import { written } from "./clock.svelte";
import { groups } from "./hand";
import { beginning, extended, lines, turns } from "./log";
import { ownSeats, wantedSeat } from "./seats";
import { numbered, sinceOwnTurn } from "./spotlight.svelte";

describe("the seat at the device", () => {
  it("is one's own, unless it was given up", () => {
    const seats = [
      { seat: 0, you: true, resigned: false },
      { seat: 1, you: false, resigned: false },
      { seat: 2, you: true, resigned: true },
    ] as SeatInfo[];
    expect(ownSeats(seats)).toEqual([0]);
  });

  it("stays while it owes a decision, then goes to the next that does", () => {
    expect(wantedSeat([0, 2], 0, [0, 2])).toBe(0);
    expect(wantedSeat([0, 2], 0, [1, 2])).toBe(2);
  });

  it("stays while nobody at the device owes one", () => {
    expect(wantedSeat([0, 2], 2, [1])).toBe(2);
    expect(wantedSeat([], null, [1])).toBeNull();
  });
});

describe("the log", () => {
  const told = (seq: number, code = "took"): Told => ({ seq, code, params: { seat: 0 }, text: "" });
  const update = (since: number, ...events: Told[]): Update =>
    ({ since, events }) as unknown as Update;

  it("grows by what is new and repeats nothing", () => {
    const known = extended([], update(-1, told(0), told(1)));
    expect(extended(known, update(0, told(1), told(2))).map((each) => each.seq)).toEqual([0, 1, 2]);
  });

  it("starts over when it is told from the beginning", () => {
    expect(extended([told(0), told(1)], update(-1, told(0)))).toHaveLength(1);
  });

  const happened = (code: string, seat: number | null, params = {}): Told => ({
    seq: 1,
    code,
    params: { seat, ...params },
    text: `${String(seat)} ${code}.`,
  });

  const names = {
    own: (): number | null => null,
    seat: String,
    card: (id: string) => `a ${id}`,
    cards: (id: string) => `${id}s`,
  };

  it("tells two cards in one sentence", () => {
    use("en", {
      "page.log.two": "{seat}: {first} and {second}.",
      "page.log.two_hidden": "{seat}: two.",
      "page.log.two_alike": "{seat}: two {cards}.",
      "page.log.two_you": "You: {first} and {second}.",
      "page.log.two_alike_you": "You: two {cards}.",
      "page.log.hidden": "one",
      "page.log.drawn": "{card} drawn",
    });
    const took = happened("took", 0, { card: "green" });
    const drew = happened("drew", 0, { card: null });
    const own = happened("drew", 0, { card: "red" });
    const text = (...events: Told[]) => turns(events, names).map((line) => line.text);
    expect(text(took, drew)).toEqual(["0: a green and one."]);
    expect(text(own, took)).toEqual(["0: a red drawn and a green."]);
    expect(text(drew, drew)).toEqual(["0: two."]);
    expect(text(took)).toEqual(["0 took."]);
    expect(text(took, took)).toEqual(["0: two greens."]);
    expect(text(own, own)).toEqual(["0: two reds drawn."]);
    const mine = (...events: Told[]) =>
      turns(events, { ...names, own: () => 0 }).map((line) => line.text);
    expect(mine(own, took)).toEqual(["You: a red drawn and a green."]);
    expect(mine(took, took)).toEqual(["You: two greens."]);
  });

  it("strikes out what was taken back", () => {
    const at = (seq: number, code: string, seat: number, params = {}): Told => ({
      ...happened(code, seat, params),
      seq,
    });
    const events = [
      at(1, "took", 0),
      at(2, "claimed", 1),
      at(3, "undone", 0, { step: 1 }),
      at(4, "claimed", 0),
    ];
    expect(turns(events, names).map(({ text, undone }) => [text, undone])).toEqual([
      ["0 took.", true],
      ["1 claimed.", true],
      ["0 undone.", false],
      ["0 claimed.", false],
    ]);
  });

  it("has one line for each turn, and one for what happens to all", () => {
    const events = [
      happened("took", 0),
      happened("flushed", null),
      happened("paid", 0),
      happened("tunnel", 1, { route: "a-b" }),
      happened("paid", 1),
      happened("last_round", 1),
    ];
    expect(turns(events, names).map(({ seat, text, route }) => [seat, text, route])).toEqual([
      [0, "0 took. 0 paid.", null],
      [null, "null flushed.", null],
      [1, "1 tunnel. 1 paid.", "a-b"],
      [1, "1 last_round.", null],
    ]);
  });

  it("begins with what all choose before the first turn", () => {
    const start = [
      happened("started", null),
      happened("offered", 0),
      happened("offered", 1),
      happened("kept", 1),
      happened("kept", 0),
    ];
    expect(beginning(start)).toBe(5);
    expect(beginning([...start, happened("took", 0)])).toBe(5);
    expect(beginning([...start, happened("offered", 0), happened("kept", 0)])).toBe(5);
  });

  it("has no line for what another line says", () => {
    expect(lines([told(1), told(1, "filled")])).toHaveLength(1);
  });
});

describe("the letters of tickets", () => {
  it("stay the same when some are given back", () => {
    const offered = numbered(["a", "b", "c", "d"], new Map());
    const kept = numbered(["d", "b"], offered);
    expect([...kept]).toEqual([
      ["d", 3],
      ["b", 1],
    ]);
    expect(numbered(["d", "b", "e"], kept).get("e")).toBe(0);
  });
});

describe("a hand", () => {
  it("lies by colour, ships beside trains, locomotives last", () => {
    const order = ["blue", "red", "blue ship", "red ship", "locomotive"];
    const hand = { "blue ship": 1, red: 2, blue: 1, locomotive: 3, "red ship": 0 };
    expect(groups(hand, order).map((group) => group.kind)).toEqual([
      "blue",
      "blue ship",
      "red",
      "locomotive",
    ]);
  });
});

describe("a clock", () => {
  const day = (count: number): string => `${String(count)} d`;
  it.each([
    [102, "1:42"],
    [9.2, "0:10"],
    [3725, "1:02:05"],
    [3 * 86_400, "3 d"],
  ])("shows %d seconds as %s", (seconds, text) => {
    expect(written(seconds, day)).toBe(text);
  });
});

describe("what just happened", () => {
  const by = (seat: number | null, seq: number): Told => ({
    seq,
    code: "claimed",
    params: { seat },
    text: "",
  });
  const events = [by(0, 1), by(1, 2), by(2, 3), by(null, 4), by(2, 5)];

  it("is what others did since one's own turn", () => {
    expect(sinceOwnTurn(events, 0).map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
    expect(sinceOwnTurn(events, 4).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  it("is for a spectator what the last player did", () => {
    expect(sinceOwnTurn(events, null).map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(sinceOwnTurn([], null)).toEqual([]);
  });
});
