/** What the server asks back about a typed move, and how its answers are called. */

import type { Atlas } from "../game/atlas";
import { routeFacts } from "../game/facts";
import type { Problem } from "../protocol/types";
import { say } from "../words/words.svelte";

/** One of the moves that a text may mean: what is sent for it, and what it is called. */
export interface Answer {
  text: string;
  label: string;
}

const LETTERS = 3;

/** The answers to a problem that is a question; others have none. */
export function answersTo(problem: Problem, atlas: Atlas): Answer[] {
  const { choices, texts } = problem.params;
  if (!Array.isArray(choices) || !Array.isArray(texts)) return [];
  return (texts as string[]).map((text, number) => ({
    text,
    label: labelOf((choices as unknown[])[number], atlas),
  }));
}

/** A route with all that tells it from others, a set of cards, or a name. */
function labelOf(choice: unknown, atlas: Atlas): string {
  if (typeof choice !== "string") return atlas.cardList(choice as Record<string, number>);
  if (!atlas.route(choice)) return choice;
  const lane = atlas.lane(choice);
  const which = lane ? [say("page.route.lane", lane)] : [];
  return [atlas.routeName(choice), ...which, routeFacts(atlas, choice)].join(", ");
}

/** A route of the board as it can be typed: "van cal". */
export function exampleOf(atlas: Atlas): string {
  const route = atlas.sheet.routes[0];
  if (!route) return "";
  const begin = (city: string): string => atlas.city(city).slice(0, LETTERS).toLowerCase();
  return `${begin(route.a)} ${begin(route.b)}`;
}
