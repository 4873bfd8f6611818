import { expect, test } from "vitest";
import type { TableLine } from "../protocol/types";
import { byUrgency } from "./order";

const line = (id: string, given: Partial<TableLine>): TableLine => ({
  id,
  status: "playing",
  board: "usa",
  variant: "classic",
  names: [],
  open_seats: 0,
  your_turn: false,
  yours: true,
  changed: 0,
  result: null,
  left: null,
  turn: [],
  invited_by: null,
  ...given,
});

test("what waits for me comes first, the least time before all", () => {
  const lines = [
    line("open", { status: "open" }),
    line("theirs", {}),
    line("finished", { status: "finished" }),
    line("no clock, new", { your_turn: true, changed: 9 }),
    line("no clock, old", { your_turn: true, changed: 1 }),
    line("two days", { your_turn: true, left: 172_800 }),
    line("one hour", { your_turn: true, left: 3600 }),
  ];
  expect(byUrgency(lines).map((each) => each.id)).toEqual([
    "one hour",
    "two days",
    "no clock, old",
    "no clock, new",
    "theirs",
    "open",
  ]);
});
