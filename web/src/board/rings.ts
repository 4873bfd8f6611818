/** The cities of tickets: one ring round each, and the letters of its tickets before its name. */

import type { Ring, Tone } from "./state";

export interface Letter {
  readonly letter: string;
  /** The class of its colour. */
  readonly tone: string;
}

export const toneClass = (tone: Tone = 0): string => `tone-${tone}`;

/** One ring a city: that of the first ticket that is not done yet. */
export function ringsOf(rings: readonly Ring[]): readonly Ring[] {
  const found = new Map<string, Ring>();
  for (const ring of rings) {
    const known = found.get(ring.city);
    if (!known || (known.tone === "done" && ring.tone !== "done")) found.set(ring.city, ring);
  }
  return [...found.values()];
}

/** The letters of each city, in the order of its tickets. */
export function lettersOf(rings: readonly Ring[]): Map<string, Letter[]> {
  const found = new Map<string, Letter[]>();
  for (const { city, tone, letter } of rings) {
    if (!letter) continue;
    const known = found.get(city) ?? [];
    known.push({ letter, tone: toneClass(tone) });
    found.set(city, known);
  }
  return found;
}
