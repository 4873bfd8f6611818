import { expect, test } from "vitest";
import { heatOf } from "./heat";

test("only what never happens has the first step, and the most the last", () => {
  expect(heatOf(0, 48)).toBe(0);
  expect(heatOf(1, 48)).toBe(1);
  expect(heatOf(24, 48)).toBe(3);
  expect(heatOf(48, 48)).toBe(5);
  expect(heatOf(1, 1)).toBe(5);
  expect(heatOf(0, 0)).toBe(0);
});
