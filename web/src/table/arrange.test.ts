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

describe.each(BOARDS)("%s", (board) => {
  const frame = frameOf(board);
  it.each(WINDOWS)("has room at %i x %i", (width, height, least) => {
    const { docks } = arrange(width, height, frame);
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
  const before = arrange(1290, 730, frame).kind;
  for (let width = 1290; width > 1270; width -= 2) {
    expect(arrange(width, 730, frame, before).kind).toBe(before);
  }
});
