/** Walking over the map with the arrow keys: to the nearest route or city in a direction. */

import type { Point } from "./model";
import { nearestTurn, type Plan } from "./plan";
import { same, type Target } from "./state";

export type Direction = "left" | "right" | "up" | "down";

const STEPS: Readonly<Record<Direction, Point>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};
/** Going sideways costs more than going ahead. */
const SIDEWAYS = 2;

/** Where a target stands. */
export function placeOf(plan: Plan, target: Target): Point | null {
  if (target.kind === "city") return plan.spots.get(target.id)?.at ?? null;
  return plan.lanes.get(target.id)?.middle ?? null;
}

/** The next target in a direction, among those that pass; the present one if there is none. */
export function step(
  plan: Plan,
  from: Target,
  direction: Direction,
  passes: (target: Target) => boolean = () => true,
): Target {
  const start = placeOf(plan, from);
  if (!start) return from;
  const [ahead, down] = STEPS[direction];
  let best = from;
  let least = Infinity;
  for (const target of targets(plan)) {
    const place = placeOf(plan, target);
    if (!place || same(target, from) || !passes(target)) continue;
    const x = nearestTurn(place[0], start[0], plan.drawing.turn) - start[0];
    const y = place[1] - start[1];
    const along = x * ahead + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * ahead);
    if (along <= 0 || aside > 2 * along) continue;
    const cost = Math.hypot(along, SIDEWAYS * aside);
    if (cost < least) [best, least] = [target, cost];
  }
  return best;
}

/** All that can be walked to. */
export function* targets(plan: Plan): Generator<Target> {
  for (const id of plan.spots.keys()) yield { kind: "city", id };
  for (const id of plan.lanes.keys()) yield { kind: "route", id };
}
