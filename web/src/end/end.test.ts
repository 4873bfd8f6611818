import { expect, test } from "vitest";
import type { Outcome, Rules, SeatOutcome } from "../protocol/types";
import { partsOf, segments } from "./parts";
import { short, verdict } from "./proof";
import { scenes, standing } from "./scenes";

const seat = (number: number, given: Partial<SeatOutcome>): SeatOutcome => ({
  seat: number,
  routes: 40,
  exchange: 0,
  tickets: [],
  ticket_points: 0,
  completed: 0,
  longest_path: 0,
  trail: 0,
  most_tickets: 0,
  stations: 0,
  harbours: 0,
  stations_built: [],
  harbours_built: [],
  total: 0,
  rank: 1,
  tie_break: null,
  ...given,
});

const OUTCOME: Outcome = {
  final: true,
  winners: [1],
  tie_break: null,
  resigned: null,
  seats: [
    seat(0, {
      exchange: -2,
      tickets: [
        { ticket: "a", status: "completed", points: 8, path: ["x"] },
        { ticket: "b", status: "failed", points: -21, path: [] },
      ],
      ticket_points: -13,
      completed: 1,
      stations: 8,
      stations_built: [{ city: "ulm", route: "ulm-bonn" }],
      total: 33,
    }),
    seat(1, {
      tickets: [{ ticket: "c", status: "any_order", points: 9, path: ["y"] }],
      ticket_points: 9,
      completed: 1,
      longest_path: 10,
      trail: 26,
      harbours: 26,
      harbours_built: [{ city: "kiel", points: 30, tickets: ["c"] }],
      total: 85,
    }),
  ],
};

const RULES = { stations: 3, harbours: 2, longest_path: 10, most_tickets: 0 } as Rules;

test("failed tickets come first and bonuses last", () => {
  const kinds = scenes(OUTCOME).map((scene) => scene.kind);
  expect(kinds[0]).toBe("failed");
  expect(kinds.indexOf("borrowed")).toBeLessThan(kinds.indexOf("done"));
  expect(kinds.at(-1)).toBe("longest");
  expect(kinds).toContain("any_order");
});

test("all scenes together bring every seat to its total", () => {
  expect(standing(OUTCOME, [])).toEqual([38, 40]);
  expect(standing(OUTCOME, scenes(OUTCOME))).toEqual(OUTCOME.seats.map((each) => each.total));
});

test("harbours that were not built are a scene of their own", () => {
  expect(scenes(OUTCOME)).toContainEqual({ kind: "harbours_left", seat: 1, points: -4 });
});

test("the parts of a seat add up to its total", () => {
  const parts = partsOf(RULES, OUTCOME.seats);
  for (const each of OUTCOME.seats) {
    expect(parts.reduce((sum, part) => sum + part.points(each), 0)).toBe(each.total);
  }
});

test("a board without stations has no column for them", () => {
  const parts = partsOf({ ...RULES, stations: 0 }, OUTCOME.seats).map((part) => part.id);
  expect(parts).toEqual(["routes", "done", "failed", "harbours", "longest", "exchange"]);
});

test("bars fit, and losses stand at the end", () => {
  const parts = partsOf(RULES, OUTCOME.seats);
  for (const each of OUTCOME.seats) {
    const bar = segments(parts, each, OUTCOME.seats);
    expect(bar.reduce((sum, segment) => sum + segment.width, 0)).toBeLessThanOrEqual(100.001);
    const losses = bar.map((segment) => segment.points < 0);
    expect(losses).toEqual([...losses].sort());
  }
});

const KEY = "00".repeat(32);
/** The SHA-256 of 32 zero bytes. */
const PROMISE = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";

test("a key that fits its promise is fair", async () => {
  expect(await verdict({ key: KEY, commitment: PROMISE }, PROMISE)).toBe("fair");
});

test("another key, or another promise than at the start, is not", async () => {
  const other = "01".repeat(32);
  expect(await verdict({ key: other, commitment: PROMISE }, PROMISE)).toBe("broken");
  expect(await verdict({ key: KEY, commitment: PROMISE }, "ab".repeat(32))).toBe("broken");
  expect(await verdict({ key: null, commitment: PROMISE }, PROMISE)).toBe("broken");
});

test("long numbers are written in short", () => {
  expect(short(PROMISE)).toBe("6668 7aad f862 … 2925");
});
