/** Whose names matter now. */

import type { Plan } from "./plan";
import { lettersOf } from "./rings";
import type { Highlights, Target } from "./state";

/** The cities of tickets, with how many letters stand before their name: these are always shown. */
export function ticketCities({ rings = [] }: Highlights): Map<string, number> {
  const letters = lettersOf(rings);
  return new Map(rings.map(({ city }) => [city, letters.get(city)?.length ?? 0]));
}

/** The cities that something is about just now: where not all names fit, theirs are shown, too. */
export function spokenCities(
  plan: Plan,
  highlights: Highlights,
  pointed: readonly (Target | null)[],
): Set<string> {
  const cities = new Set<string>();
  const addRoute = (id: string) => {
    const route = plan.lanes.get(id)?.route;
    if (route) cities.add(route.a).add(route.b);
  };
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
