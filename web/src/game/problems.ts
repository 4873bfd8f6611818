/** Why something is refused, as a person at this table would say it. */

import type { Problem } from "../protocol/types";
import { say } from "../words/words.svelte";

/** How things are called here. */
export interface Names {
  route(id: string): string;
  city(id: string): string;
  seat(number: number): string;
}

/** Return the sentence of a problem, with names where the server knows only ids. */
export function reasonOf(problem: Problem, names: Names): string {
  const { route, city, waiting } = problem.params;
  let { text } = problem;
  if (typeof route === "string") text = text.replaceAll(route, names.route(route));
  if (typeof city === "string") text = text.replaceAll(city, names.city(city));
  if (Array.isArray(waiting)) {
    for (const seat of waiting as number[]) {
      text = text.replaceAll(say("seat.number", { number: seat + 1 }), names.seat(seat));
    }
  }
  return sentence(text);
}

/** Begin with a capital letter and end with a full stop. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
