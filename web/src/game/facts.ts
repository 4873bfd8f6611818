/** Facts that help to decide, read from what the server sends and put into words. */

import type { BoardSheet, TicketView } from "../protocol/types";
import { say } from "../words/words.svelte";
import type { Atlas } from "./atlas";

/** What a route is: its length, its colour, what is special, and its points. */
export function routeFacts(atlas: Atlas, id: string): string {
  const route = atlas.route(id);
  if (!route) return "";
  const parts = [say("page.route.spaces", { count: route.length }), kindOf(route)];
  if (route.locomotives > 0) parts.push(say("page.route.ferry", { count: route.locomotives }));
  if (route.tunnel) parts.push(say("page.route.tunnel"));
  if (route.rugged) parts.push(say("page.route.rugged"));
  parts.push(say("count.points", { count: route.points }));
  return parts.join(" · ");
}

function kindOf(route: { colour: string; kind: string }): string {
  const gray = route.colour === "gray";
  if (route.kind === "ship") {
    return gray
      ? say("page.route.any_ships")
      : say("page.route.ships", { colour: say(`coloured.${route.colour}.card`) });
  }
  return gray ? say("page.route.any") : say(`colour.${route.colour}`);
}

/** The tickets whose last missing piece is this route, or another lane beside it. */
export function completes(
  atlas: Atlas,
  tickets: readonly TicketView[],
  route: string,
): TicketView[] {
  const connection = atlas.route(route)?.connection;
  return tickets.filter((ticket) => {
    const [only, ...more] = ticket.path;
    return (
      !ticket.completed &&
      only !== undefined &&
      more.length === 0 &&
      atlas.route(only)?.connection === connection
    );
  });
}

/** What the chosen tickets add up to. */
export function keepFacts(
  tickets: readonly TicketView[],
  kept: readonly string[],
): { points: number; spaces: number } {
  const chosen = tickets.filter((ticket) => kept.includes(ticket.ticket));
  return {
    points: chosen.reduce((sum, ticket) => sum + ticket.points, 0),
    spaces: chosen.reduce((sum, ticket) => sum + (ticket.distance ?? 0), 0),
  };
}

/** The spaces of each kind on the shortest ways of all tickets; a shared route counts once. */
export function needs(
  atlas: Atlas,
  tickets: readonly TicketView[],
): { train: number; ship: number } {
  const need = { train: 0, ship: 0 };
  for (const id of new Set(tickets.flatMap((ticket) => ticket.path))) {
    const route = atlas.route(id);
    if (route) need[route.kind] += route.length;
  }
  return need;
}

/** The least and the most points of the tickets of a pile. */
export function pileSpan(sheet: BoardSheet, pile: string): [number, number] | null {
  const points = sheet.tickets.filter((ticket) => ticket.pile === pile).map((each) => each.points);
  return points.length ? [Math.min(...points), Math.max(...points)] : null;
}

/** The name of a ticket pile. */
export function pileName(pile: string): string {
  const names: Record<string, string> = {
    long: say("page.ticket_pile.long"),
    short: say("page.ticket_pile.short"),
  };
  return names[pile] ?? pile;
}

/** The stops of a tour, in order. */
export function tourStops(atlas: Atlas, ticket: string): string[] {
  const stops = atlas.ticket(ticket)?.stops ?? [];
  return stops.length > 2 ? stops.map((stop) => atlas.city(stop[0] ?? "")) : [];
}
