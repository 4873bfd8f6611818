import { expect, test } from "vitest";
import { curve, shownParts } from "./figures";

const PARTS = {
  games: 4,
  points: 95,
  routes: 60,
  tickets_gained: 41,
  tickets_lost: -8,
  longest_path: 4,
  most_tickets: 0,
  stations: 0,
  harbours: -2,
  exchange: 0,
  completed: 3,
};

test("parts that bring nothing are left out, and losses come last", () => {
  expect(shownParts(PARTS).map((part) => part.id)).toEqual([
    "routes",
    "gained",
    "longest",
    "harbours",
    "lost",
  ]);
  const sum = shownParts(PARTS).reduce((total, part) => total + part.points, 0);
  expect(sum).toBe(PARTS.points);
});

test("a curve goes from left to right, high values up", () => {
  expect(curve([0, 100], 10, 20, 0, 100)).toBe("M0.0 20.0L10.0 0.0");
  expect(curve([50], 10, 20, 0, 100)).toBe("M0.0 10.0");
});
