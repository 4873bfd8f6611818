/** What a decision is about on the map. */

import type { Spoken } from "../board";
import type { View } from "../protocol/types";
import type { Atlas } from "./atlas";
import type { Step } from "./decision.svelte";

/** The route or the cities that are being decided on, if there are any. */
export function subjectOf(step: Step, view: View | null, atlas: Atlas): Spoken | null {
  switch (step.kind) {
    case "claim":
    case "route":
      return { routes: [step.route] };
    case "build":
      return { cities: [step.city] };
    case "tunnel":
      return view?.tunnel ? { routes: [view.tunnel.route] } : null;
    case "keep": {
      const offered = view?.offer?.tickets ?? [];
      return { cities: offered.flatMap(({ ticket }) => atlas.ticketCities(ticket)) };
    }
    default:
      return null;
  }
}
