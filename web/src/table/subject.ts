/** What a decision is about on the map. */

import type { View } from "../protocol/types";
import type { Step } from "./decision.svelte";

export interface Subject {
  readonly routes: readonly string[];
  readonly cities: readonly string[];
}

/** The route or the city that is being decided on, if there is one. */
export function subjectOf(step: Step, view: View | null): Subject | null {
  switch (step.kind) {
    case "claim":
    case "route":
      return { routes: [step.route], cities: [] };
    case "build":
      return { routes: [], cities: [step.city] };
    case "tunnel":
      return view?.tunnel ? { routes: [view.tunnel.route], cities: [] } : null;
    default:
      return null;
  }
}
