/** How the lines of the seats are told apart: by colour, and by pattern as well. */

import type { SeatColour } from "../art/names";
import type { Theme } from "../frame/settings.svelte";

/** How much darker, or lighter, a seat's colour has to be to stand out from the panel, in per cent. */
const DARKER: Partial<Record<SeatColour, number>> = {
  yellow: 60,
  white: 65,
  green: 40,
  orange: 45,
};
const LIGHTER: Partial<Record<SeatColour, number>> = { red: 35, blue: 45, black: 65, purple: 35 };

/** The own line is whole, and so is the first of the others, which is thinner. */
const PATTERNS = ["none", "8 5", "2 5", "10 4 2 4", "5 3"];

export function strokeOf(colour: SeatColour, theme: Theme): string {
  const share = (theme === "dark" ? LIGHTER : DARKER)[colour] ?? 0;
  const towards = theme === "dark" ? "#fff" : `var(--seat-${colour}-edge)`;
  return `color-mix(in srgb, var(--seat-${colour}), ${towards} ${String(share)}%)`;
}

/** The pattern of a seat's line among those of the others. */
export function patternOf(seat: number, own: number): string {
  if (seat === own) return "none";
  return PATTERNS[seat < own ? seat : seat - 1] ?? "none";
}
