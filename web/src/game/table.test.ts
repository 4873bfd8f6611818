import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../protocol/client";
import type { BoardSheet, Move, SeatInfo, TableInfo, Update } from "../protocol/types";
import { Table } from "./table.svelte";

const take = (refill: "train" | "ship"): Move => ({ move: "take", seat: 0, place: 2, refill });
const MOVES = [take("train"), take("ship")];
const SHEET = { cities: [], routes: [], tickets: [], cards: [], rules: {} };
const CLOCK = { clock: { kind: "none", seconds: 60 }, left: [], running: [], at: 0 };

const update = (seq: number): Update =>
  ({
    type: "update",
    seat: 0,
    seq,
    since: seq - 1,
    events: [],
    view: { seq, seat: 0, pending: [0], players: [], tickets: [], hand: {}, moves: MOVES },
    can_undo: false,
    clock: CLOCK,
  }) as unknown as Update;

function seated(): Table {
  const table = new Table("KRAN-1");
  const seats = [{ seat: 0, you: true, resigned: false, name: "Anna" }] as SeatInfo[];
  table.setInfo({ board: "world", status: "playing", seats, clock: CLOCK } as unknown as TableInfo);
  table.take(update(4));
  return table;
}

beforeEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(api, "drawing").mockRejectedValue(new Error("not drawn"));
  vi.spyOn(api, "board").mockResolvedValue(SHEET as unknown as BoardSheet);
});

test("what was decided is not asked again when the same could be done once more", () => {
  const table = seated();
  table.decision.take(2);
  expect(table.decision.step.kind).toBe("refill");
  table.pending = { move: take("ship"), seq: 5 };
  expect(table.decision.step.kind).toBe("refill");
  table.take(update(5));
  expect(table.pending).toBeNull();
  expect(table.decision.step.kind).toBe("none");
});

test("a decision stays open while others go on", () => {
  const table = seated();
  table.decision.take(2);
  table.take(update(5));
  expect(table.decision.step.kind).toBe("refill");
});
