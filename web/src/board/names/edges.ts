/** Names at the edges of a world that wraps: where the routes that leave the map lead. */

import type { Box } from "../model";
import type { Plan } from "../plan";
import type { Cover } from "./cover";
import type { Measure } from "./lettering";

/** A name at the edge, in units of the sheet. */
export interface EdgeName {
  readonly key: string;
  readonly text: string;
  readonly box: Box;
}

interface Taken {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Smaller than the names of cities, but never less than this, in pixels. */
const SMALLEST = 10;
const SMALLER = 0.82;
const LINE = 0.95;
/** From the edge of the map, in pixels. */
const RIM = 3;
/** How far from its route a name may stand, in steps of two pixels. */
const STEPS = 16;
/** Routes to one city that leave the map closer than this share a name, in units. */
const SAME = 60;

/** Place the names at both edges; those that have no room are left out. */
export function edgeNames(
  { drawing, spots }: Plan,
  scale: number,
  size: number,
  measure: Measure,
  cover: Cover,
  taken: readonly Taken[],
): { size: number; names: EdgeName[] } {
  const [x0, y0, width] = drawing.frame;
  const font = Math.max(SMALLEST, SMALLER * size);
  const height = LINE * font;
  const occupied = [...taken];
  const found = new Map<string, EdgeName>();
  for (const { side, y, city } of drawing.edges ?? []) {
    const name = spots.get(city)?.city.name;
    const key = `${side} ${city} ${String(Math.round(y / SAME))}`;
    if (!name || found.has(key)) continue;
    const text = side === "left" ? `‹ ${name}` : `${name} ›`;
    const wide = measure(text) * font + 2;
    const left = side === "left" ? RIM : width * scale - RIM - wide;
    const middle = (y - y0) * scale;
    let best: { box: Taken; cost: number } | null = null;
    for (let step = 0; step < 2 * STEPS; step++) {
      const away = height / 2 + 3 + 2 * Math.floor(step / 2);
      const top = middle + (step % 2 ? away : -away) - height / 2;
      const box = { left, top, right: left + wide, bottom: top + height };
      if (occupied.some((other) => touch(box, other))) continue;
      const cost = 40 * cover(box.left, box.top, box.right, box.bottom) + step;
      if (!best || cost < best.cost) best = { box, cost };
    }
    if (!best) continue;
    occupied.push(best.box);
    const { box } = best;
    found.set(key, {
      key,
      text,
      box: [x0 + box.left / scale, y0 + box.top / scale, wide / scale, height / scale],
    });
  }
  return { size: font / scale, names: [...found.values()] };
}

function touch(one: Taken, other: Taken): boolean {
  return (
    one.left < other.right + 1 &&
    other.left < one.right + 1 &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
