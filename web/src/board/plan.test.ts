// @vitest-environment node
import { describe, expect, it } from "vitest";
import { distance } from "./geometry";
import { extent, nearestTurn, planOf } from "./plan";
import { BOARD, DRAWING, FLAT } from "./sample";

const plan = planOf(BOARD, DRAWING);

describe("a lane across the edge of the world", () => {
  const lane = plan.lanes.get("round");

  it("is drawn in two parts", () => {
    expect(lane?.lines).toHaveLength(2);
  });

  it("has a way that leaves on one side and one that enters on the other", () => {
    expect(lane?.way.match(/M/g)).toHaveLength(2);
  });

  it("lies in a box as wide as the way is long", () => {
    const box = extent(plan, ["round"], []);
    expect(box?.[2]).toBeCloseTo(400);
  });
});

it("finds the narrowest box round cities of a world that turns, however they are named", () => {
  const round = ["west", "middle", "east", "west"];
  expect(extent(plan, [], round)?.[2]).toBeCloseTo(800);
  expect(extent(plan, [], ["west", "east"])?.[2]).toBeCloseTo(400);
});

it("leaves a lane inside the map in one part", () => {
  expect(planOf(BOARD, FLAT).lanes.get("middle-east")?.lines).toHaveLength(1);
  expect(plan.lanes.get("middle-east")?.way.match(/M/g)).toHaveLength(1);
});

it("finds the nearest copy of a place on a world that turns", () => {
  expect(nearestTurn(100, 1250, 1200)).toBe(1300);
  expect(nearestTurn(100, 1250, 0)).toBe(100);
});

it("knows no box round nothing", () => {
  expect(extent(plan, [], ["nowhere"])).toBeNull();
});

describe("room beside a city", () => {
  const spots = plan.beside("middle");
  const label = DRAWING.places["middle"]?.label?.box ?? [0, 0, 0, 0];

  it("is away from its routes and its name", () => {
    const [x = 0, y = 0] = spots[0] ?? [];
    expect(y).toBeGreaterThan(label[1] + label[3]);
    expect(Math.abs(y - 500)).toBeGreaterThan(20);
    expect(distance([x, y], [600, 500])).toBeCloseTo(52);
  });

  it("is there for several pieces, which do not cover one another", () => {
    const [first, second] = spots;
    expect(first && second && distance(first, second)).toBeGreaterThan(52);
  });
});
