/** Where controls lie over the map without hiding names, cities or spaces. */

import { toView, type Camera, type Size } from "./camera";
import { between } from "./geometry";
import type { Box, Point } from "./model";
import type { Lettering } from "./names/lettering";
import type { Plan } from "./plan";
import type { Spoken } from "./state";

export type Corner = "bottom right" | "bottom left" | "top right" | "top left";

const CORNERS: readonly Corner[] = ["bottom right", "bottom left", "top right", "top left"];
const RIM = 8;
/** How much more it counts to hide a name of one's own tickets. */
const OWN = 6;
/** How far the rings of tickets reach round a city, in pixels. */
const RING = 18;

/** Where a panel stands, and how much of the map it hides there. */
export interface Place {
  readonly corner: Corner;
  readonly hides: number;
}

/** The corner of the free part in which a panel of this size hides least; the usual one first. */
export function freestCorner(
  plan: Plan,
  lettering: Lettering | null,
  camera: Camera,
  size: Size,
  panel: Size,
  corners: readonly Corner[] = CORNERS,
): Place {
  const seen = (point: Point) => toView(camera, plan.drawing, size, point);
  const cities = [...plan.spots.values()].map(({ at }) => seen(at));
  const names = (own: boolean) =>
    lettering?.names.filter(({ tags }) => tags > 0 === own).flatMap(({ box }) => edge(box)) ?? [];
  const others = [
    ...[...plan.lanes.values()].flatMap(({ spaces }) => spaces.map(([x, y]): Point => [x, y])),
    ...names(false),
  ].map(seen);
  const own = names(true).map(seen);
  const hides = (corner: Corner): number => {
    const hidden = (reach: number) => under(corner, panel, size, reach);
    const many = (points: readonly Point[]) => points.filter(hidden(RIM)).length;
    return cities.filter(hidden(RING)).length + many(others) + OWN * many(own);
  };
  const places = corners.map((corner) => ({ corner, hides: hides(corner) }));
  return places.reduce((best, place) => (place.hides < best.hides ? place : best));
}

/** Whether a panel in a corner lies on a route or a city that something is about. */
export function liesOn(
  plan: Plan,
  { routes = [], cities = [] }: Spoken,
  camera: Camera,
  size: Size,
  corner: Corner,
  panel: Size,
): boolean {
  const lanes = routes.flatMap((id) => plan.lanes.get(id) ?? []);
  const named = [...cities, ...lanes.flatMap(({ route }) => [route.a, route.b])];
  const points = [
    ...lanes.flatMap(({ spaces }) => spaces.map(([x, y]): Point => [x, y])),
    ...named.flatMap((id) => {
      const spot = plan.spots.get(id);
      return spot ? [spot.at] : [];
    }),
  ];
  const hidden = under(corner, panel, size, RING);
  return points.some((point) => hidden(toView(camera, plan.drawing, size, point)));
}

/** Tells of points in the free part whether a panel in a corner lies on them or near to them. */
function under(corner: Corner, panel: Size, size: Size, reach: number): (point: Point) => boolean {
  const left = corner.endsWith("left") ? RIM : size.width - RIM - panel.width;
  const top = corner.startsWith("top") ? RIM : size.height - RIM - panel.height;
  return ([x, y]) =>
    x > left - reach &&
    x < left + panel.width + reach &&
    y > top - reach &&
    y < top + panel.height + reach;
}

/** Where a panel stands beside a box without covering it: above, below, right or left. */
export function beside(box: Box, panel: Size, room: Size): Point | null {
  const [x, y, width, height] = box;
  const [right, bottom] = [room.width - panel.width - RIM, room.height - panel.height - RIM];
  const left = between(RIM, x + width / 2 - panel.width / 2, right);
  const top = between(RIM, y + height / 2 - panel.height / 2, bottom);
  const places: readonly Point[] = [
    [left, y - RIM - panel.height],
    [left, y + height + RIM],
    [x + width + RIM, top],
    [x - RIM - panel.width, top],
  ];
  const fits = ([x, y]: Point) => x >= RIM && x <= right && y >= RIM && y <= bottom;
  return places.find(fits) ?? null;
}

/** Points along a name, above and below. */
function edge([x, y, width, height]: Box): Point[] {
  return [0, 0.25, 0.5, 0.75, 1].flatMap((share): Point[] => [
    [x + share * width, y],
    [x + share * width, y + height],
  ]);
}
