/** What a pointer means: the nearest lane or city within reach. */

import { distance, distanceToLine } from "./geometry";
import { CITY_RADIUS, type Point } from "./model";
import type { Plan } from "./plan";
import type { Target } from "./state";

/** Half the width of a hit band in pixels: a mouse is finer than a finger. */
const REACH = { mouse: 12, touch: 22 } as const;
/** While a place is asked for, a pointer this near to one that can be chosen means it, in pixels. */
const PLACE_REACH = { mouse: 36, touch: 48 } as const;
/** A finger that is nearer by this much to one connection than to all others means it, in pixels. */
const CLEAR = 8;
/** Half the width of a hit band on the sheet, however large it is shown. */
const BAND = 50;

export type PointerKind = keyof typeof REACH;

/** How a pointer points, and what can be chosen now. */
export interface Aim {
  readonly pointing: PointerKind;
  /** Pixels a unit of the sheet is long on the screen. */
  readonly scale: number;
  /** Cities that can be chosen, while a place is asked for; they are caught from further away. */
  readonly cities: ReadonlySet<string>;
  /** Routes that can be chosen; where there are any, a finger means one of them. */
  readonly routes: ReadonlySet<string>;
}

interface Near {
  readonly id: string;
  readonly away: number;
}

/** The one thing that a pointer means. */
export function targetAt(plan: Plan, point: Point, aim: Aim): Target | null {
  const city = cityAt(plan, point, aim);
  if (city) return { kind: "city", id: city };
  const [nearest] = lanesNear(plan, point, reachOf(aim));
  return nearest ? { kind: "route", id: nearest.id } : null;
}

/**
 * All lanes that a finger may mean; more than one where they lie closer than a finger is wide.
 * A mouse always means the nearest.
 */
export function routesAt(plan: Plan, point: Point, aim: Aim): string[] {
  const near = lanesNear(plan, point, reachOf(aim));
  if (aim.pointing === "mouse") return near.slice(0, 1).map(({ id }) => id);
  const finger = REACH.touch / aim.scale;
  const choosable = near.filter(({ id }) => aim.routes.has(id));
  const meant = choosable.length ? choosable : near;
  const [first] = meant;
  if (!first) return [];
  const clear = first.away + CLEAR / aim.scale;
  return meant
    .filter(
      (lane) => lane === first || lane.away <= (besides(plan, lane.id, first.id) ? finger : clear),
    )
    .map(({ id }) => id);
}

/** Whether two lanes lead between the same cities. */
function besides(plan: Plan, one: string, other: string): boolean {
  const ends = (id: string) => {
    const route = plan.lanes.get(id)?.route;
    return [route?.a, route?.b].sort().join(" ");
  };
  return ends(one) === ends(other);
}

/** Half the width of a hit band, in units of the sheet. */
export function reachOf(aim: Pick<Aim, "pointing" | "scale">): number {
  return Math.max(BAND, REACH[aim.pointing] / aim.scale);
}

function cityAt(plan: Plan, point: Point, aim: Aim): string | null {
  let best: Near | null = null;
  for (const { city, at } of plan.spots.values()) {
    const pixels = aim.cities.has(city.id) ? PLACE_REACH[aim.pointing] : REACH.mouse / 2;
    const reach = Math.max(CITY_RADIUS, pixels / aim.scale);
    const away = distance(point, at);
    if (away <= reach && (!best || away < best.away)) best = { id: city.id, away };
  }
  return best?.id ?? null;
}

/** Lanes within reach, the nearest first. */
function lanesNear(plan: Plan, point: Point, reach: number): Near[] {
  const near: Near[] = [];
  for (const [id, lane] of plan.lanes) {
    const away = Math.min(...lane.lines.map((line) => distanceToLine(point, line)));
    if (away <= reach) near.push({ id, away });
  }
  return near.sort((first, second) => first.away - second.away);
}
