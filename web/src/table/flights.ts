/** Cards that change hands are seen to fly: from the display or a pile to a hand or to a seat. */

import { tick } from "svelte";
import { fly, type Place } from "../art/fly";
import { cardSymbol } from "../art/symbols";
import type { Told } from "../protocol/types";

/** How long after each other cards leave, in milliseconds. */
const APART = 140;
const DURATION = 340;

export interface Flight {
  symbol: string;
  from: string;
  /** Where it may land; the first that is on the screen counts. */
  to: readonly string[];
}

/** Tell which cards fly for some events, as they are seen from a seat. */
export function flightsOf(events: readonly Told[], viewer: number | null): Flight[] {
  return events.flatMap(({ code, params }) => {
    const { seat, card, pile, place } = params as Record<string, string | number | null>;
    const from = code === "took" ? `place-${String(place)}` : `pile-${String(pile)}`;
    if (code !== "took" && code !== "drew") return [];
    const symbol = card ? cardSymbol(String(card)) : `back-${String(pile)}`;
    const own = viewer !== null && seat === viewer;
    const to = own ? [`hand-${String(card)}`, "hand"] : [`seat-${String(seat)}`];
    return [{ symbol, from, to }];
  });
}

/** Let cards fly; what has no place on this screen does not. A speed of 0 shows nothing. */
export async function showFlights(flights: readonly Flight[], speed: number): Promise<void> {
  if (!speed) return;
  const begun = flights.map((flight) => ({ ...flight, start: placeOf(flight.from) }));
  await tick(); // The hand has a place for a new colour only now.
  begun.forEach(({ symbol, start, to }, index) => {
    const end = to.map(placeOf).find((place) => place !== null);
    const timing = { delay: (index * APART) / speed, duration: DURATION / speed };
    if (start && end) void fly(symbol, start, end, timing);
  });
}

/** Where something lies that is marked by `data-spot`; it may be shown twice, or not at all. */
function placeOf(spot: string): Place | null {
  for (const element of document.querySelectorAll(`[data-spot="${spot}"]`)) {
    const place = element.getBoundingClientRect();
    if (place.width) return place;
  }
  return null;
}
