// @vitest-environment node
import { describe, expect, it } from "vitest";
import { distanceToBox, distanceToLine, ends, modulo, polyline, upright } from "./geometry";
import { corridor, outlines } from "./shapes";

describe("distances", () => {
  it("to a line are measured to its nearest part, not to its corners", () => {
    const line = [
      [0, 0],
      [100, 0],
      [100, 100],
    ] as const;
    expect(distanceToLine([50, 30], line)).toBe(30);
    expect(distanceToLine([130, 60], line)).toBe(30);
    expect(distanceToLine([-30, 40], line)).toBe(50);
  });

  it("to a box are nothing inside it", () => {
    expect(distanceToBox([5, 5], [0, 0, 10, 10])).toBe(0);
    expect(distanceToBox([13, 14], [0, 0, 10, 10])).toBe(5);
  });
});

describe("angles", () => {
  it("never let anything stand on its head", () => {
    expect(upright(30)).toBe(30);
    expect(upright(170)).toBe(-10);
    expect(upright(-100)).toBe(80);
    expect(upright(360)).toBe(0);
  });

  it("give the ends of a space", () => {
    const [first, last] = ends([100, 50, 90, 80]);
    expect(first.map(Math.round)).toEqual([100, 10]);
    expect(last.map(Math.round)).toEqual([100, 90]);
  });
});

describe("paths", () => {
  it("are written with one decimal", () => {
    expect(
      polyline([
        [1.234, 2],
        [3, 4.56],
      ]),
    ).toBe("M1.2 2L3 4.6");
  });

  it("give every space a closed outline of its own", () => {
    const spaces = [
      [0, 0, 0, 88],
      [100, 0, 10, 88],
    ] as const;
    expect(outlines(spaces, false).match(/Z/g)).toHaveLength(2);
    expect(outlines(spaces, true)).not.toBe(outlines(spaces, false));
  });

  it("close the ring round a line", () => {
    const ring = corridor(
      [
        [0, 0],
        [80, 0],
      ],
      30,
    );
    expect(ring).toBe("M0 -30L80 -30A30 30 0 0 1 80 30L80 30L0 30A30 30 0 0 1 0 -30Z");
  });
});

it("takes remainders that are never negative", () => {
  expect(modulo(-10, 1200)).toBe(1190);
});
