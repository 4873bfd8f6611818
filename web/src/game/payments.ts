/** Ways to pay: how they are shown, compared, and what they leave. */

import type { Cards } from "./legal";

/** How many ways are listed; beyond that, cards can be chosen one by one. */
export const MOST_SHOWN = 6;

/** Every single card of a payment, in the order of the board. */
export function spread(cards: Cards, order: readonly string[]): string[] {
  return order.flatMap((kind) => Array.from({ length: cards[kind] ?? 0 }, () => kind));
}

/** Ways with the fewest locomotives first, as the server lists all of them when asked. */
export function sorted(ways: readonly Cards[]): readonly Cards[] {
  return [...ways].sort((one, other) => (one["locomotive"] ?? 0) - (other["locomotive"] ?? 0));
}

/** Whether two payments are the same. */
export function same(one: Cards, other: Cards): boolean {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...kinds].every((kind) => (one[kind] ?? 0) === (other[kind] ?? 0));
}

/** The number of cards. */
export function size(cards: Cards): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}

/** What remains of the kinds that a way uses, and of locomotives wherever any way would use one. */
export function leaves(hand: Cards, paid: Cards, ways: readonly Cards[]): Record<string, number> {
  const touched = new Set(Object.keys(paid));
  if (ways.some((way) => way["locomotive"])) touched.add("locomotive");
  return Object.fromEntries(
    [...touched].map((kind) => [kind, (hand[kind] ?? 0) - (paid[kind] ?? 0)]),
  );
}

/** The ways that are shown at first: all, or as many as there is room for beside "other". */
export function shown(ways: readonly Cards[]): readonly Cards[] {
  return ways.length <= MOST_SHOWN ? ways : ways.slice(0, MOST_SHOWN - 1);
}

/** The most of a kind that any way needs, for choosing cards one by one. */
export function most(ways: readonly Cards[], kind: string): number {
  return Math.max(0, ...ways.map((way) => way[kind] ?? 0));
}

/** The kinds that any way uses, in the order of the board. */
export function kinds(ways: readonly Cards[], order: readonly string[]): string[] {
  return order.filter((kind) => ways.some((way) => (way[kind] ?? 0) > 0));
}
