import { expect, test } from "vitest";
import { beside } from "./corners";

const ROOM = { width: 400, height: 300 };
const PANEL = { width: 200, height: 100 };

test.each([
  ["above", [150, 150, 100, 40], [100, 42]],
  ["below, where there is no room above", [150, 60, 100, 40], [100, 108]],
  ["at the right of what is high", [20, 20, 100, 260], [128, 100]],
  ["at the left", [280, 20, 100, 260], [72, 100]],
  ["within the room", [0, 150, 40, 40], [8, 42]],
] as const)("a panel stands %s", (_, box, place) => {
  expect(beside(box, PANEL, ROOM)).toEqual(place);
});

test("nowhere is room beside what fills the map", () => {
  expect(beside([20, 20, 360, 260], PANEL, ROOM)).toBeNull();
});
