// @vitest-environment node
import { describe, expect, it } from "vitest";
import { planOf } from "./plan";
import { BOARD, DRAWING, FLAT } from "./sample";
import type { Target } from "./state";
import { step, type Direction } from "./walk";

const plan = planOf(BOARD, DRAWING);
const flat = planOf(BOARD, FLAT);
const cities = (target: Target) => target.kind === "city";
const from = (id: string): Target => ({ kind: id in DRAWING.places ? "city" : "route", id });
const walk = (id: string, direction: Direction) => step(plan, from(id), direction).id;

describe("arrows", () => {
  it("go to the nearest route or city in their direction", () => {
    expect(walk("middle", "right")).toBe("middle-east");
    expect(walk("middle", "up")).toBe("middle-north");
    expect(walk("middle-north", "up")).toBe("north");
    expect(walk("middle-east", "left")).toBe("middle");
  });

  it("pass between the lanes of one connection", () => {
    expect(walk("west-middle/1", "down")).toBe("west-middle/2");
    expect(walk("west-middle/2", "up")).toBe("west-middle/1");
  });

  it("stay where nothing lies in their direction", () => {
    expect(walk("north", "up")).toBe("north");
  });

  it("visit only what passes", () => {
    expect(step(plan, from("middle"), "right", cities).id).toBe("east");
  });

  it("walk on across the edge of a world that turns", () => {
    expect(step(plan, from("east"), "right", cities).id).toBe("west");
    expect(step(flat, from("east"), "right", cities).id).toBe("east");
  });
});

it("reaches every route and city by arrows alone", () => {
  const seen = new Set<string>();
  const open: Target[] = [from("west")];
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next.id)) continue;
    seen.add(next.id);
    for (const way of ["left", "right", "up", "down"] as const) open.push(step(plan, next, way));
  }
  expect(seen.size).toBe(BOARD.cities.length + BOARD.routes.length);
});
