/** All cities and routes in an order to be read out: each route under both of its cities. */

import type { Plan } from "./plan";

export type Group = readonly [city: string, routes: readonly string[]];

/** Cities by name, each with its routes; a nameless junction has no group of its own. */
export function groupsOf(plan: Plan): Group[] {
  const routes = new Map<string, string[]>();
  const name = (city: string): string => plan.spots.get(city)?.city.name ?? "";
  for (const { city } of plan.spots.values()) if (city.name) routes.set(city.id, []);
  for (const { route } of plan.lanes.values()) {
    for (const end of new Set([route.a, route.b])) routes.get(end)?.push(route.id);
  }
  return [...routes].sort(([one], [other]) => name(one).localeCompare(name(other)));
}
