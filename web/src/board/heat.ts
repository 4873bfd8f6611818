/** Six steps from never to most often. */

export const HEATS = 6;

/** Return the step of a count; only what never happens has the first one. */
export function heatOf(count: number, most: number): number {
  if (count <= 0 || most <= 0) return 0;
  return Math.min(HEATS - 1, Math.max(1, Math.ceil(((HEATS - 1) * count) / most)));
}
