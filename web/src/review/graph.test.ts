import { expect, test } from "vitest";
import type { Mark, Outcome, ShownDecision, ShownLesson } from "../protocol/types";
import { apart, groundOf, linesOf, pathOf, scaleOf, signOf, spread, valueAt } from "./graph";
import { patternOf } from "./strokes";

const decision = (
  seq: number,
  seat: number,
  chance: number,
  mark: Mark = "best",
): ShownDecision => ({
  seq,
  seat,
  turn: seq,
  mark,
  loss: 0,
  luck: 0,
  forced: false,
  played: { move: { move: "pass", seat }, text: {}, chance, margin: 100 * chance - 50 },
  better: [],
});

const JUDGED = [decision(1, 0, 0.5), decision(2, 1, 0.6), decision(5, 0, 0.1), decision(6, 1, 0.7)];
const OUTCOME = {
  seats: [
    { seat: 0, total: 70 },
    { seat: 1, total: 91 },
  ],
  winners: [1],
} as unknown as Outcome;
const ROOM = { left: 0, right: 100, top: 0, bottom: 200 };

test("each seat has a line through its own decisions", () => {
  const lines = linesOf([0, 1], JUDGED, "chance");
  expect(lines.map((line) => line.dots.map((dot) => dot.seq))).toEqual([
    [1, 5],
    [2, 6],
  ]);
});

test("a game that is over ends as it ended", () => {
  const end = { seq: 9, outcome: OUTCOME };
  const last = (measure: "chance" | "margin") =>
    linesOf([0, 1], JUDGED, measure, end).map((line) => line.dots.at(-1));
  expect(last("chance")).toEqual([
    { seq: 9, value: 0 },
    { seq: 9, value: 1 },
  ]);
  expect(last("margin").map((dot) => dot?.value)).toEqual([-21, 21]);
});

test("between two decisions a line goes straight", () => {
  const [line] = linesOf([0], JUDGED, "chance");
  expect(line && valueAt(line, 3)).toBeCloseTo(0.3);
  expect(line && valueAt(line, 0)).toBe(0.5);
  expect(line && valueAt(line, 8)).toBe(0.1);
  expect(valueAt({ seat: 0, dots: [] }, 3)).toBeUndefined();
});

test("a chance of one is at the top, zero at the bottom, and the last step at the right", () => {
  const scale = scaleOf([], "chance", 10, ROOM);
  expect([scale.x(0), scale.x(10), scale.y(1), scale.y(0)]).toEqual([0, 100, 0, 200]);
  expect(scale.seq(50)).toBe(5);
});

test("margins lie between round numbers, with zero among them", () => {
  const line = {
    seat: 0,
    dots: [
      { seq: 1, value: -33 },
      { seq: 2, value: 61 },
    ],
  };
  const { ticks } = scaleOf([line], "margin", 2, ROOM);
  expect(ticks).toContain(0);
  expect(ticks[0]).toBeLessThanOrEqual(-33);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(61);
  expect(ticks.length).toBeLessThanOrEqual(7);
});

test("the ground of a margin reaches to zero", () => {
  const line = {
    seat: 0,
    dots: [
      { seq: 0, value: 10 },
      { seq: 10, value: -10 },
    ],
  };
  const scale = scaleOf([line], "margin", 10, ROOM);
  expect(pathOf(line, scale)).toBe("M0.0 0.0L100.0 200.0");
  expect(groundOf(line, scale)).toBe("M0.0 0.0L100.0 200.0L100.0 100.0L0.0 100.0Z");
  expect(groundOf({ seat: 0, dots: [] }, scale)).toBe("");
});

test("blunders, mistakes and good finds get a sign, other decisions none", () => {
  const praise = { seat: 0, praise: true, steps: [4] } as unknown as ShownLesson;
  expect(signOf(decision(1, 0, 0, "blunder"), [])).toBe("??");
  expect(signOf(decision(1, 0, 0, "mistake"), [])).toBe("?");
  expect(signOf(decision(1, 0, 0, "inaccuracy"), [])).toBeNull();
  expect(signOf(decision(4, 0, 0), [praise])).toBe("!");
  expect(signOf(decision(4, 1, 0), [praise])).toBeNull();
});

test("signs do not lie on each other, and stay inside", () => {
  const wanted = [1, 2, 3, 4].map((thing) => ({ thing, x: 50 + thing, y: 195 }));
  const placed = apart(wanted, 20, ROOM);
  expect(placed[0]).toEqual(wanted[0]);
  for (const one of placed) {
    expect(one.y).toBeLessThanOrEqual(ROOM.bottom);
    for (const two of placed) {
      if (one !== two) expect(Math.hypot(one.x - two.x, one.y - two.y)).toBeGreaterThanOrEqual(20);
    }
  }
});

test("labels stand one under the other in the order of their lines", () => {
  expect(spread([100, 20, 104], 17, ROOM)).toEqual([100, 20, 117]);
  expect(spread([200, 200], 17, ROOM)).toEqual([183, 200]);
});

test("lines are told apart by their pattern, the own one is whole", () => {
  const patterns = [0, 1, 2, 3, 4].map((seat) => patternOf(seat, 2));
  expect(patterns[2]).toBe("none");
  expect(new Set(patterns).size).toBe(4);
});
