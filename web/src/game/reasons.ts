/** Why something is refused, as a sentence for the people at this table. */

import type { Problem } from "../protocol/types";
import { say } from "../words/words.svelte";

/** Return the sentence of a problem, with the names of players in place of the numbers of seats. */
export function reasonOf(problem: Problem, nameOf: (seat: number) => string): string {
  const { waiting } = problem.params;
  const seats = Array.isArray(waiting) ? (waiting as number[]) : [];
  const named = (text: string, seat: number): string =>
    text.replaceAll(say("seat.number", { number: seat + 1 }), nameOf(seat));
  return sentence(seats.reduce(named, problem.text));
}

/** Begin with a capital letter and end with a full stop. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
