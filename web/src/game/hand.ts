/** A hand as it lies on the table: by colour, trains before ships, locomotives last. */

import type { Cards } from "./legal";

export interface Group {
  kind: string;
  count: number;
}

/** Return the groups of a hand; `order` is the order of the board. */
export function groups(hand: Cards, order: readonly string[]): Group[] {
  const colours = [...new Set(order.map(colourOf))];
  return order
    .map((kind): Group => ({ kind, count: hand[kind] ?? 0 }))
    .filter((group) => group.count > 0)
    .sort(
      (one, other) =>
        colours.indexOf(colourOf(one.kind)) - colours.indexOf(colourOf(other.kind)) ||
        order.indexOf(one.kind) - order.indexOf(other.kind),
    );
}

function colourOf(kind: string): string {
  return kind.split(" ")[0] ?? kind;
}
