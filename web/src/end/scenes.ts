/** The end of a game as a row of scenes: each tells one thing, and what it is worth. */

import type { Outcome, SeatOutcome } from "../protocol/types";

export type Scene = { seat: number; points: number } & (
  | { kind: "failed" | "done" | "any_order"; ticket: string }
  | { kind: "borrowed"; city: string; route: string }
  | { kind: "harbour"; city: string; tickets: readonly string[] }
  | { kind: "harbours_left" | "stations_left" | "most_tickets" }
  | { kind: "longest"; trail: number }
);

/** Failed tickets first, then what helped, what was completed, and the bonuses at last. */
export function scenes(outcome: Outcome): Scene[] {
  const { seats } = outcome;
  return [
    ...seats.flatMap((seat) => tickets(seat).filter((scene) => scene.kind === "failed")),
    ...seats.flatMap(borrowed),
    ...seats.flatMap((seat) => tickets(seat).filter((scene) => scene.kind !== "failed")),
    ...seats.flatMap(harbours),
    ...seats.flatMap((seat) => bonus("stations_left", seat.seat, seat.stations)),
    ...seats.flatMap((seat) => bonus("most_tickets", seat.seat, seat.most_tickets)),
    ...seats.flatMap((seat): Scene[] =>
      seat.longest_path
        ? [{ kind: "longest", seat: seat.seat, points: seat.longest_path, trail: seat.trail }]
        : [],
    ),
  ];
}

/** The points of every seat before the first of some scenes. */
export function standing(outcome: Outcome, shown: readonly Scene[]): number[] {
  const points = outcome.seats.map((seat) => seat.routes + seat.exchange);
  for (const scene of shown) points[scene.seat] = (points[scene.seat] ?? 0) + scene.points;
  return points;
}

function tickets(seat: SeatOutcome): Scene[] {
  return seat.tickets.map((ticket) => ({
    kind: ticket.status === "completed" ? "done" : ticket.status,
    seat: seat.seat,
    ticket: ticket.ticket,
    points: ticket.points,
  }));
}

function borrowed(seat: SeatOutcome): Scene[] {
  return seat.stations_built.flatMap(({ city, route }): Scene[] =>
    route ? [{ kind: "borrowed", seat: seat.seat, points: 0, city, route }] : [],
  );
}

function harbours(seat: SeatOutcome): Scene[] {
  const built = seat.harbours_built.map((each): Scene => ({
    kind: "harbour",
    seat: seat.seat,
    city: each.city,
    points: each.points,
    tickets: each.tickets,
  }));
  const worth = seat.harbours_built.reduce((sum, each) => sum + each.points, 0);
  return [...built, ...bonus("harbours_left", seat.seat, seat.harbours - worth)];
}

function bonus(
  kind: "harbours_left" | "stations_left" | "most_tickets",
  seat: number,
  points: number,
): Scene[] {
  return points ? [{ kind, seat, points }] : [];
}
