// @vitest-environment node
import { describe, expect, it } from "vitest";
import {
  around,
  copies,
  fit,
  held,
  isWhole,
  moved,
  onSheet,
  onTheWay,
  revealing,
  sees,
  toSheet,
  toView,
  zoomed,
} from "./camera";
import { DRAWING, FLAT } from "./sample";

const size = { width: 700, height: 500 };
const whole = fit(FLAT, size);

describe("fitting", () => {
  it("shows the whole map with a rim", () => {
    expect(whole).toEqual({ x: 600, y: 400, scale: 690 / 1300 });
    expect(isWhole(whole, FLAT, size)).toBe(true);
  });

  it("leaves out what is covered above, and stays there", () => {
    const upright = { width: 700, height: 540 };
    const camera = fit(FLAT, upright, 60);
    const [top, bottom] = [-50, 850].map((y) => toView(camera, FLAT, upright, [600, y])[1] ?? 0);
    expect(top).toBeCloseTo(60 + (480 - 900 * camera.scale) / 2);
    expect(bottom).toBeLessThanOrEqual(540);
    const still = held(moved(camera, 0, 500), FLAT, upright, { above: 60, below: 0 });
    expect(still.y).toBeCloseTo(camera.y);
    expect(isWhole(camera, FLAT, upright, 60)).toBe(true);
  });

  it("is as far as one can zoom out", () => {
    expect(held(zoomed(whole, size, [0, 0], 0.2), FLAT, size)).toEqual(whole);
  });
});

describe("zooming", () => {
  it("leaves the point under the pointer where it is", () => {
    const before = toSheet(whole, size, [100, 400]);
    const camera = zoomed(whole, size, [100, 400], 1.7);
    const after = toSheet(camera, size, [100, 400]);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it("ends where a space is comfortably large", () => {
    expect(held({ ...whole, scale: 99 }, FLAT, size).scale).toBe(1.5);
  });
});

describe("moving", () => {
  const near = { x: 600, y: 400, scale: 1 };

  it("never leaves a map with edges", () => {
    expect(held(moved(near, 5000, 5000), FLAT, size)).toEqual({ x: 300, y: 200, scale: 1 });
  });

  it("may be moved out from under panels", () => {
    const covered = { above: 60, below: 120 };
    expect(held(moved(near, 0, -5000), FLAT, size, covered).y).toBe(600 + 120);
    expect(held(moved(near, 0, 5000), FLAT, size, covered).y).toBe(200 - 60);
  });

  it("goes round a world that turns, and still not over its poles", () => {
    const camera = held(moved(near, -5000, -5000), DRAWING, size);
    expect(camera).toEqual({ x: 5600, y: 600, scale: 1 });
    expect(onSheet(DRAWING, [camera.x, camera.y])[0]).toBe(800);
  });

  it("shows as many turns as are in view", () => {
    expect(copies(near, DRAWING, size)).toEqual([0]);
    expect(copies({ ...near, x: 1200 }, DRAWING, size)).toEqual([0, 1]);
    expect(copies({ ...near, x: -1300 }, DRAWING, size)).toEqual([-2, -1]);
    expect(copies({ ...near, x: 1200 }, FLAT, size)).toEqual([0]);
  });

  it("shows further turns behind the panels", () => {
    expect(copies(near, DRAWING, size, { left: 300, right: 0 })).toEqual([-1, 0]);
    expect(copies(near, DRAWING, size, { left: 0, right: 500 })).toEqual([0, 1]);
  });
});

it("finds a place on the screen and back", () => {
  const camera = { x: 300, y: 200, scale: 0.8 };
  const [x, y] = toSheet(camera, size, toView(camera, FLAT, size, [420, 310]));
  expect([Math.round(x), Math.round(y)]).toEqual([420, 310]);
});

it("finds the copy of a place that is in view", () => {
  const camera = { x: 1250, y: 400, scale: 1 };
  expect(toView(camera, DRAWING, size, [100, 400])).toEqual([400, 250]);
  expect(sees(camera, DRAWING, size, [100, 400])).toBe(true);
  expect(sees(camera, FLAT, size, [100, 400])).toBe(false);
});

it("flies to a box with room round it, but not too close", () => {
  const camera = around([100, 100, 1000, 100], size, 2);
  expect(camera.scale * 1000).toBeLessThan(size.width);
  expect(around([100, 100, 0, 0], size, 0.6)).toEqual({ x: 100, y: 100, scale: 0.6 });
});

describe("what is spoken of", () => {
  const camera = { x: 600, y: 400, scale: 1 };

  it("stays where it is if it is seen", () => {
    expect(revealing(camera, FLAT, size, [500, 350, 200, 100])).toEqual(camera);
  });

  it("comes into view by the least way", () => {
    const moved = revealing(camera, FLAT, size, [900, 350, 100, 100]);
    expect(moved).toEqual({ x: 900 + 100 + 40 - 350, y: 400, scale: 1 });
  });

  it("comes out from under a panel", () => {
    const box = [550, 500, 100, 100] as const;
    const risen = revealing(camera, FLAT, size, box, { above: 0, below: 200 });
    expect(risen).toEqual({ x: 600, y: 500 + 100 + 40 - 250 + 200, scale: 1 });
    const sunk = revealing({ ...camera, y: 700 }, FLAT, size, box, { above: 60, below: 0 });
    expect(sunk).toEqual({ x: 600, y: 500 - 40 + 250 - 60, scale: 1 });
  });

  it("comes with all of the map that has room beside a panel", () => {
    const upright = { width: 700, height: 900 };
    const covered = { above: 60, below: 300 };
    const near = { x: 600, y: 400, scale: 1 };
    for (const box of [
      [0, 0, 1200, 60],
      [0, 740, 1200, 60],
    ] as const) {
      const all = revealing(near, FLAT, upright, box, covered);
      const [top, bottom] = [-50, 850].map((y) => toView(all, FLAT, upright, [600, y])[1]);
      expect(top).toBeGreaterThanOrEqual(covered.above);
      expect(bottom).toBeLessThanOrEqual(upright.height - covered.below);
    }
  });

  it("is seen from further away if it is too large", () => {
    expect(revealing(camera, FLAT, size, [0, 350, 1100, 100]).scale).toBeCloseTo(620 / 1100);
    expect(revealing(camera, FLAT, size, [0, 350, 5000, 100]).scale).toBe(fit(FLAT, size).scale);
    expect(revealing(camera, FLAT, size, [0, 350, 5000, 100]).x).toBeCloseTo(2500);
  });
});

it("begins and ends a flight where it should", () => {
  const near = { x: 900, y: 700, scale: 1.2 };
  expect(onTheWay(whole, near, 0)).toEqual(whole);
  const end = onTheWay(whole, near, 1);
  expect(end.x).toBeCloseTo(near.x);
  expect(end.scale).toBeCloseTo(near.scale);
});
