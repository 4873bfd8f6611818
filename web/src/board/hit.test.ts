// @vitest-environment node
import { describe, expect, it } from "vitest";
import { reachOf, routesAt, targetAt, type Aim } from "./hit";
import type { Point } from "./model";
import { planOf } from "./plan";
import { BOARD, DRAWING } from "./sample";

const plan = planOf(BOARD, DRAWING);
const mouse: Aim = { pointing: "mouse", scale: 0.3, cities: new Set(), routes: new Set() };
const finger: Aim = { ...mouse, pointing: "touch" };

const idAt = (point: Point, aim: Aim) => targetAt(plan, point, aim)?.id;

describe("hit bands", () => {
  it("are at least 24 pixels wide for a mouse and 44 for a finger, at any size", () => {
    for (const scale of [0.05, 0.1, 0.3, 1, 1.5]) {
      expect(2 * scale * reachOf({ pointing: "mouse", scale })).toBeGreaterThanOrEqual(24);
      expect(2 * scale * reachOf({ pointing: "touch", scale })).toBeGreaterThanOrEqual(44);
    }
  });

  it("end where the pointer is too far away", () => {
    expect(idAt([800, 549], mouse)).toBe("middle-east");
    expect(idAt([800, 700], mouse)).toBeUndefined();
  });

  it("are cut where another lane is nearer", () => {
    expect(idAt([400, 470], mouse)).toBe("west-middle/1");
    expect(idAt([400, 499], mouse)).toBe("west-middle/1");
    expect(idAt([400, 501], mouse)).toBe("west-middle/2");
    expect(idAt([400, 560], mouse)).toBe("west-middle/2");
  });
});

describe("cities", () => {
  it("are hit on their dot", () => {
    expect(targetAt(plan, [610, 505], mouse)).toEqual({ kind: "city", id: "middle" });
  });

  it("are caught from further away when they can be chosen", () => {
    const near: Point = [600, 570];
    expect(targetAt(plan, near, finger)?.kind).not.toBe("city");
    expect(targetAt(plan, near, { ...finger, cities: new Set(["middle"]) })?.id).toBe("middle");
  });
});

describe("a finger", () => {
  it("may mean either of two lanes that are closer than it is wide", () => {
    expect(routesAt(plan, [400, 500], finger)).toEqual(["west-middle/1", "west-middle/2"]);
  });

  it("means one lane when the map is large enough", () => {
    expect(routesAt(plan, [400, 478], { ...finger, scale: 1.2 })).toEqual(["west-middle/1"]);
  });

  it("means the connection it is clearly nearer to, also where others are close", () => {
    const small = { ...finger, scale: 0.12 };
    // Eight pixels beside the route to the north, and one from the route to the east.
    expect(routesAt(plan, [670, 492], small)).toEqual(["middle-east"]);
    expect(routesAt(plan, [640, 460], small)).toEqual(
      expect.arrayContaining(["middle-east", "middle-north"]),
    );
  });

  it("means the one that can be chosen", () => {
    const aim = { ...finger, routes: new Set(["west-middle/2"]) };
    expect(routesAt(plan, [400, 480], aim)).toEqual(["west-middle/2"]);
  });

  it("means nothing on free ground", () => {
    expect(routesAt(plan, [800, 800], finger)).toEqual([]);
  });
});

it("lets a mouse always mean the nearest lane alone", () => {
  expect(routesAt(plan, [400, 501], mouse)).toEqual(["west-middle/2"]);
});
