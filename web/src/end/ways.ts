/** Ways over a seat's own routes, to be shown on the map. */

/** What a way is made of. */
export interface Link {
  id: string;
  a: string;
  b: string;
}

/**
 * Find the routes that lead through all stops in turn, over as few routes as possible. A stop may
 * have several places, as a country has. Where a stop cannot be reached there is no way.
 */
export function wayThrough(
  stops: readonly (readonly string[])[],
  links: readonly Link[],
): string[] {
  const way = new Set<string>();
  let from = stops[0] ?? [];
  for (const stop of stops.slice(1)) {
    const leg = shortest(from, stop, links);
    if (!leg) return [];
    for (const route of leg.routes) way.add(route);
    from = [leg.end];
  }
  return [...way];
}

function shortest(
  from: readonly string[],
  to: readonly string[],
  links: readonly Link[],
): { routes: string[]; end: string } | null {
  const came = new Map<string, { link: string; before: string } | null>();
  for (const place of from) came.set(place, null);
  const waiting = [...from];
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    if (to.includes(place)) return { routes: traced(place, came), end: place };
    for (const link of links) {
      const next = link.a === place ? link.b : link.b === place ? link.a : null;
      if (next === null || came.has(next)) continue;
      came.set(next, { link: link.id, before: place });
      waiting.push(next);
    }
  }
  return null;
}

function traced(
  end: string,
  came: ReadonlyMap<string, { link: string; before: string } | null>,
): string[] {
  const routes: string[] = [];
  for (let step = came.get(end); step; step = came.get(step.before)) routes.unshift(step.link);
  return routes;
}
