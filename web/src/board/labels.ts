/** Which names are shown, and how large. */

import { between, round } from "./geometry";
import { FONT_SIZE, type Box, type Place } from "./model";
import type { Plan } from "./plan";
import type { Highlights, Target } from "./state";

/** Below so many pixels a space, only the names that matter now are shown. */
const ALL_NAMES = 25;
/** No name is smaller, in pixels. */
const SMALLEST = 12;

export function showsAllNames(scale: number): boolean {
  return 100 * scale >= ALL_NAMES;
}

/** How much larger than drawn marks and names are shown, so that they can be read. */
export function magnification(scale: number): number {
  return Math.max(1, SMALLEST / (FONT_SIZE * scale));
}

/** The cities whose names matter now. */
export function relevantCities(
  plan: Plan,
  highlights: Highlights,
  pointed: readonly (Target | null)[],
): Set<string> {
  const cities = new Set<string>();
  const addRoute = (id: string) => {
    const route = plan.lanes.get(id)?.route;
    if (route) cities.add(route.a).add(route.b);
  };
  for (const ring of highlights.rings ?? []) cities.add(ring.city);
  for (const city of highlights.cities ?? []) cities.add(city);
  for (const city of highlights.last?.cities ?? []) cities.add(city);
  for (const route of highlights.last?.routes ?? []) addRoute(route);
  for (const route of Object.keys(highlights.preview ?? {})) addRoute(route);
  if (highlights.selected) addRoute(highlights.selected);
  for (const target of pointed) {
    if (target?.kind === "city") cities.add(target.id);
    if (target?.kind === "route") addRoute(target.id);
  }
  return cities;
}

/** How a name is moved and grown: round its city, so that it stays beside it, and on the sheet. */
export function grown(place: Place, by: number, sheet: Box): string | undefined {
  if (!place.label || by <= 1) return undefined;
  const [x, y, width, height] = place.label.box;
  const left = place.x + (x - place.x) * by;
  const top = place.y + (y - place.y) * by;
  const right = between(sheet[0], left, sheet[0] + sheet[2] - width * by) - left;
  const down = between(sheet[1], top, sheet[1] + sheet[3] - height * by) - top;
  const move = `translate(${round(place.x + right)} ${round(place.y + down)})`;
  return `${move} scale(${by.toFixed(3)}) translate(${-place.x} ${-place.y})`;
}
