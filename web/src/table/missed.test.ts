import { beforeEach, describe, expect, test } from "vitest";
import type { LogLine } from "../game/log";
import type { Told } from "../protocol/types";
import { missed } from "./missed";
import { seenAt, seeUntil } from "./seen";

function told(seq: number, seat: number | null, code = "claimed"): Told {
  return { seq, code, params: seat === null ? {} : { seat }, text: `${String(seq)}` };
}

/** Each event as a line of its own. */
function inTurns(events: readonly Told[]): LogLine[] {
  return events.map(({ seq, code, params, text }) => ({
    seq,
    code,
    seat: typeof params["seat"] === "number" ? params["seat"] : null,
    text,
    route: null,
    city: null,
    undone: code === "dropped",
  }));
}

describe("what has happened since the last visit", () => {
  test("begins after the step that was seen last", () => {
    const events = [told(1, 0), told(2, 1), told(3, 2)];
    expect(missed(events, 1, inTurns).map((line) => line.seq)).toEqual([2, 3]);
    expect(missed(events, 3, inTurns)).toEqual([]);
  });

  test("leaves out what was taken back and what nobody did", () => {
    const events = [told(1, 1), told(2, null), told(3, 1, "dropped"), told(4, 1, "undone")];
    expect(missed(events, 0, inTurns).map((line) => line.seq)).toEqual([1]);
  });

  test("is short, however long one was away", () => {
    const events = Array.from({ length: 50 }, (_, seq) => told(seq, 1));
    const lines = missed(events, -1, inTurns);
    expect(lines.length).toBe(12);
    expect(lines.at(-1)?.seq).toBe(49);
  });
});

describe("what was seen", () => {
  beforeEach(() => localStorage.clear());

  test("is remembered for each table, the last ones", () => {
    expect(seenAt("KRAN")).toBe(-1);
    for (let table = 0; table < 300; table++) seeUntil(`T${String(table)}`, table);
    seeUntil("KRAN", 7);
    expect([seenAt("KRAN"), seenAt("T299"), seenAt("T0")]).toEqual([7, 299, -1]);
    seeUntil("T299", 301);
    expect(seenAt("T299")).toBe(301);
  });

  test("does not mind what others keep there", () => {
    localStorage.setItem("stellwerk.seen", "{");
    expect(seenAt("KRAN")).toBe(-1);
    seeUntil("KRAN", 1);
    expect(seenAt("KRAN")).toBe(1);
  });
});
