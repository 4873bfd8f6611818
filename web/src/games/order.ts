/** The order in which unfinished tables are listed. */

import type { TableLine } from "../protocol/types";

/** Return tables that are not over: those that wait for the reader first, least time first. */
export function byUrgency(lines: readonly TableLine[]): TableLine[] {
  const open = lines.filter(
    (line) => line.yours && (line.status === "open" || line.status === "playing"),
  );
  const group = (line: TableLine): number =>
    line.your_turn ? 0 : line.status === "playing" ? 1 : 2;
  const left = (line: TableLine): number => line.left ?? Infinity;
  return open.sort(
    (first, second) =>
      group(first) - group(second) ||
      // Where no clock runs, whoever has waited longest comes first.
      Math.sign(left(first) - left(second) || 0) ||
      first.changed - second.changed,
  );
}
