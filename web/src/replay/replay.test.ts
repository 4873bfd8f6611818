import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../protocol/client";
import type { BoardSheet, Replay, ReplayStep, Told, View } from "../protocol/types";
import { Watching } from "./replay.svelte";

const told = (seq: number, seat: number): Told => ({
  seq,
  code: seq % 3 ? "took" : "claimed",
  params: { seat, route: `route-${String(seq)}` },
  text: `step ${String(seq)}`,
});

/** Two seats that decide twice each in turn: 0 0 1 1 0 0 … */
const step = (seq: number): ReplayStep => {
  const seat = seq ? Math.floor((seq - 1) / 2) % 2 : null;
  return {
    seq,
    seat,
    by: "bot",
    time: 0,
    events: [told(seq, seat ?? 0)],
    view: { seq, seat: null, pending: [], players: [], tickets: [], events: [] } as unknown as View,
  };
};

const REPLAY = {
  board: "usa",
  variant: "classic",
  seat: null,
  names: [],
  commitment: "",
  key: "",
  steps: Array.from({ length: 9 }, (_, seq) => step(seq)),
} as unknown as Replay;

beforeEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(api, "replay").mockResolvedValue(REPLAY);
  vi.spyOn(api, "drawing").mockRejectedValue(new Error("not drawn"));
  const sheet = { cities: [], routes: [], tickets: [], cards: [], rules: {} };
  vi.spyOn(api, "board").mockResolvedValue(sheet as unknown as BoardSheet);
});

async function opened(at = 0): Promise<Watching> {
  const watching = new Watching({}, "KRAN-1");
  await watching.load(null, at);
  return watching;
}

test("a link may lead into the middle", async () => {
  const watching = await opened(5);
  expect(watching.at).toBe(5);
  expect(watching.step?.seq).toBe(5);
  expect(watching.table.view?.seq).toBe(5);
});

test("one cannot go beyond either end", async () => {
  const watching = await opened();
  watching.go(-3);
  expect(watching.at).toBe(0);
  watching.go(99);
  expect(watching.at).toBe(8);
});

test("a turn is left as a whole", async () => {
  const watching = await opened(1);
  watching.turn(true);
  expect(watching.at).toBe(3);
  watching.turn(true);
  expect(watching.at).toBe(5);
});

test("what a step speaks of is pointed out on the map", async () => {
  const watching = await opened(3);
  expect(watching.spotlight.line?.route).toBe("route-3");
});

test("every line of the log knows its step", async () => {
  const watching = await opened();
  expect(watching.log.map((line) => line.step)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("it runs by itself and stops at the end", async () => {
  vi.useFakeTimers();
  const watching = await opened(6);
  watching.play();
  vi.advanceTimersByTime(1200);
  expect(watching.at).toBe(7);
  vi.advanceTimersByTime(5000);
  expect(watching.at).toBe(8);
  expect(watching.running).toBe(false);
  watching.play();
  expect(watching.at).toBe(0);
  watching.pause();
  vi.useRealTimers();
});

test("what the server refuses is told", async () => {
  vi.spyOn(api, "replay").mockRejectedValue(new Error("entries[4]: the move is refused"));
  const watching = await opened();
  expect(watching.problem).toContain("entries[4]");
  expect(watching.replay).toBeNull();
});

test("nobody plays on without a seat", async () => {
  const asked = vi.spyOn(api, "playOn");
  const watching = await opened();
  expect(await watching.playOn()).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();
});
