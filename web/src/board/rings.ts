/** Rings and letters round cities: a city of several tickets has several. */

import type { Point } from "./model";
import type { Spot } from "./plan";
import type { Ring } from "./state";

/** A ring and its number from the inside. */
export interface PlacedRing extends Ring {
  readonly order: number;
}

const RADIUS = 42;
const BADGE = 30;

export function ringsOf(rings: readonly Ring[]): PlacedRing[] {
  const count = new Map<string, number>();
  return rings.map((ring) => {
    const order = count.get(ring.city) ?? 0;
    count.set(ring.city, order + 1);
    return { ...ring, order };
  });
}

/** Where a letter stands, seen from its city: on the side away from the name. */
export function badgePlace(spot: Spot, order: number): Point {
  let away: Point = [0, 1];
  if (spot.place.label) {
    const [x, y, width, height] = spot.place.label.box;
    away = [spot.at[0] - x - width / 2, spot.at[1] - y - height / 2];
  }
  const length = Math.hypot(...away) || 1;
  const far = RADIUS + 20 + order * 2 * BADGE;
  return [(away[0] / length) * far, (away[1] / length) * far];
}
