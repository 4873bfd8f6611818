// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fit } from "./camera";
import { targetAt, type Aim } from "./hit";
import type { BoardData, Drawing } from "./model";
import { planOf } from "./plan";
import type { Target } from "./state";
import { step, targets, type Direction } from "./walk";

const FOLDER = new URL("../../../src/stellwerk/board/data/", import.meta.url);
const SUFFIX = ".drawing.json";
const DIRECTIONS: readonly Direction[] = ["left", "right", "up", "down"];
const DESKTOP = { width: 1134, height: 742 };

/** Only the drawing is read; which cities a route joins does not matter here. */
function planFrom(name: string) {
  const drawing = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Drawing;
  const board: BoardData = {
    id: drawing.board,
    name: drawing.board,
    cities: Object.keys(drawing.places).map((id) => ({ id, name: id, kind: "city" })),
    routes: Object.keys(drawing.spaces).map((id) => ({
      id,
      name: id,
      a: "",
      b: "",
      colour: "gray",
      kind: "train",
    })),
  };
  return planOf(board, drawing);
}

const key = (target: Target) => `${target.kind} ${target.id}`;

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith(SUFFIX)))("%s", (name) => {
  const plan = planFrom(name);

  it("can be walked over by arrows alone", () => {
    const all = [...targets(plan)];
    const seen = new Set<string>();
    const open = all.slice(0, 1);
    for (let next = open.pop(); next; next = open.pop()) {
      if (seen.has(key(next))) continue;
      seen.add(key(next));
      for (const way of DIRECTIONS) open.push(step(plan, next, way));
    }
    expect(all.map(key).filter((each) => !seen.has(each))).toEqual([]);
  });

  it("lets a mouse hit every space of every route", () => {
    const { scale } = fit(plan.drawing, DESKTOP);
    const aim: Aim = { pointing: "mouse", scale, cities: new Set(), routes: new Set() };
    const missed: string[] = [];
    for (const [id, { spaces }] of plan.lanes) {
      for (const [x, y] of spaces) {
        if (targetAt(plan, [x, y], aim)?.id !== id) missed.push(id);
      }
    }
    expect(missed).toEqual([]);
  });
});
