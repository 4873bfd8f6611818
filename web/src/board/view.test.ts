import { expect, it } from "vitest";
import { UNCOVERED } from "./camera";
import { DRAWING, FLAT } from "./sample";
import { NO_INSET, View } from "./view.svelte";

const wide = { width: 844, height: 390 };
const high = { width: 390, height: 844 };

function opened(): View {
  const view = new View(DRAWING);
  view.open(DRAWING, null);
  view.resize(wide, NO_INSET);
  return view;
}

it("stays whole when a device is turned", () => {
  const view = opened();
  view.resize(high, NO_INSET);
  expect(view.fitted).toBe(true);
});

it("shows the whole map below what covers it, from the first view on", () => {
  const view = new View(FLAT);
  view.open(FLAT, null);
  view.cover({ above: 300, below: 0 });
  view.resize(high, NO_INSET);
  expect(view.fitted).toBe(true);
  const top = (y: number) => high.height / 2 + (y - view.camera.y) * view.camera.scale;
  expect(top(FLAT.frame[1])).toBeGreaterThan(300);
  view.cover(UNCOVERED);
  expect(view.camera.y).toBe(FLAT.frame[1] + FLAT.frame[3] / 2);
});

it("is as near as before when a device is turned and turned back", () => {
  const view = opened();
  view.zoom([400, 200], 3);
  const { scale } = view.camera;
  view.resize(high, NO_INSET);
  view.resize(wide, NO_INSET);
  expect(view.camera.scale).toBeCloseTo(scale);
});
