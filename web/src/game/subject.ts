/** What a decision is about on the map. */

import type { View } from "../protocol/types";
import type { Atlas } from "./atlas";
import type { Step } from "./decision.svelte";

export interface Subject {
  readonly routes: readonly string[];
  readonly cities: readonly string[];
}

/** The route or the cities that are being decided on, if there are any. */
export function subjectOf(step: Step, view: View | null, atlas: Atlas): Subject | null {
  switch (step.kind) {
    case "claim":
    case "route":
      return { routes: [step.route], cities: [] };
    case "build":
      return { routes: [], cities: [step.city] };
    case "tunnel":
      return view?.tunnel ? { routes: [view.tunnel.route], cities: [] } : null;
    case "keep": {
      const offered = view?.offer?.tickets ?? [];
      return { routes: [], cities: offered.flatMap(({ ticket }) => atlas.ticketCities(ticket)) };
    }
    default:
      return null;
  }
}
