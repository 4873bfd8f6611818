/** What a decision looks like on the board: the move that is looked at, and the one played. */

import type { PileName } from "../art/names";
import type { Highlights, Path, Ring, Spoken, Tone } from "../board";
import type { Atlas } from "../game/atlas";
import { markOf } from "../game/spotlight.svelte";
import type { Move, View } from "../protocol/types";

/** The route that a move is about. */
export function routeOf(move: Move, view: View): string | null {
  if (move.move === "claim") return move.route;
  if (move.move === "pay" || move.move === "withdraw") return view.tunnel?.route ?? null;
  return null;
}

/** The city that a move is about. */
export function cityOf(move: Move): string | null {
  return move.move === "station" || move.move === "harbour" ? move.city : null;
}

/** Where on the map a move is, if it is anywhere. */
export function placeOf(move: Move, view: View): Spoken | null {
  const route = routeOf(move, view);
  if (route !== null) return { routes: [route] };
  const city = cityOf(move);
  return city === null ? null : { cities: [city] };
}

/** Light up a move in the position before it; the one played gets a dashed ring if it is another. */
export function lightsOf(shown: Move, played: Move, view: View, atlas: Atlas): Highlights {
  const route = routeOf(shown, view);
  const city = cityOf(shown);
  const other = shown === played ? null : placeOf(played, view);
  return {
    closed: view.closed,
    ...(route === null ? {} : { selected: route }),
    ...(route === null || shown.move === "withdraw" ? {} : { preview: { [route]: shown.seat } }),
    ...(city === null ? {} : { cities: [city] }),
    ...(other ? { last: other } : {}),
    ...ways(shown, route, view, atlas),
  };
}

/** The ways of the tickets that a move is about. */
function ways(move: Move, route: string | null, view: View, atlas: Atlas): Highlights {
  const paths: Path[] = [];
  const rings: Ring[] = [];
  const add = (ticket: string, way: readonly string[], tone: Tone, dotted = false, letter = "") => {
    paths.push({ routes: way, tone, dotted });
    for (const city of atlas.ticketCities(ticket)) {
      rings.push(letter ? { city, tone, letter } : { city, tone });
    }
  };
  if (move.move === "keep") {
    view.offer?.tickets.forEach(({ ticket, path }, index) => {
      const kept = move.tickets.includes(ticket);
      const { letter, tone } = markOf(view.tickets.length + index);
      add(ticket, path, tone, !kept, letter);
    });
  } else if (route !== null) {
    for (const { ticket, completed, path } of view.tickets) {
      if (!completed && path.includes(route)) add(ticket, path, 0);
    }
  }
  return { paths, rings };
}

/** A card that a move lays or takes: its kind, or the pile it comes from. */
export type Laid = { readonly card: string } | { readonly pile: PileName };

/** The cards that a move lays or takes. */
export function cardsOf(move: Move, view: View, atlas: Atlas): readonly Laid[] {
  switch (move.move) {
    case "claim":
    case "station":
    case "harbour":
    case "pay":
      return atlas
        .sorted(move.cards)
        .flatMap(([card, count]) => Array.from({ length: count }, () => ({ card })));
    case "take": {
      const card = view.display[move.place - 1];
      return card ? [{ card }] : [];
    }
    case "draw":
      return [{ pile: move.pile }];
    default:
      return [];
  }
}
