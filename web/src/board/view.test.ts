import { expect, it } from "vitest";
import { DRAWING } from "./sample";
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

it("is as near as before when a device is turned and turned back", () => {
  const view = opened();
  view.zoom([400, 200], 3);
  const { scale } = view.camera;
  view.resize(high, NO_INSET);
  view.resize(wide, NO_INSET);
  expect(view.camera.scale).toBeCloseTo(scale);
});
