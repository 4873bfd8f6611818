// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Drawing } from "../board/model";
import { arrange, densityOf } from "./arrange";

const FOLDER = new URL("../../../src/stellwerk/board/data/", import.meta.url);
const BOARDS = ["usa", "europe", "germany", "world", "great_lakes"];
/** Width, height, and the share of the window that must be free. */
const WINDOWS: readonly (readonly [number, number, number])[] = [
  [1920, 1080, 0.65],
  [1440, 900, 0.65],
  [1366, 650, 0.65],
  [1280, 720, 0.65],
  [1536, 730, 0.65],
  [1024, 768, 0.6],
  [1180, 820, 0.6],
  [820, 1180, 0.6],
  [844, 390, 0.55],
  [720, 450, 0.55],
  [390, 844, 0.45],
  [320, 640, 0.45],
];

const frameOf = (board: string) =>
  (JSON.parse(readFileSync(new URL(`${board}.drawing.json`, FOLDER), "utf8")) as Drawing).frame;

const TWO = { seats: 2, kinds: 1 };
const CROWD = { seats: 5, kinds: 2 };

describe.each(BOARDS)("%s", (board) => {
  const frame = frameOf(board);
  it.each(WINDOWS)("has room at %i x %i", (width, height, least) => {
    const { docks } = arrange(width, height, frame, CROWD);
    const free = (width - docks.left - docks.right) * (height - docks.top - docks.bottom);
    if (frame[2] > frame[3]) expect(free / (width * height)).toBeGreaterThanOrEqual(least);
    else if (width > height) expect(docks.top + docks.bottom).toBe(0);
  });
});

it("tells small windows from large ones", () => {
  expect(densityOf(390, 844)).toBe("S");
  expect(densityOf(720, 450)).toBe("S");
  expect(densityOf(1366, 650)).toBe("M");
  expect(densityOf(1440, 900)).toBe("L");
});

it("keeps the present arrangement while a window is resized a little", () => {
  const frame = [0, 0, 1500, 1000] as const;
  const before = arrange(1290, 730, frame, TWO).kind;
  for (let width = 1290; width > 1270; width -= 2) {
    expect(arrange(width, 730, frame, TWO, before).kind).toBe(before);
  }
});

it("gives names of narrow seats a line of their own, and two kinds of pieces a second one", () => {
  const frame = [0, 0, 1500, 1000] as const;
  const top = (width: number, seats: number, kinds: number) => {
    const { docks, dense } = arrange(width, 640, frame, { seats, kinds });
    return [docks.top, dense];
  };
  expect(top(390, 3, 2)).toEqual([52, false]);
  expect(top(390, 4, 1)).toEqual([68, true]);
  expect(top(390, 5, 2)).toEqual([81, true]);
  expect(top(320, 5, 1)).toEqual([68, true]);
  expect(top(320, 5, 2)).toEqual([81, true]);
  expect(arrange(820, 1180, frame, { seats: 5, kinds: 2 }).dense).toBe(false);
});
