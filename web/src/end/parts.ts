/** The parts of a score: the columns of the table, and the segments of each seat's bar. */

import type { Rules, SeatOutcome } from "../protocol/types";
import { say } from "../words/words.svelte";

export type PartId =
  "routes" | "done" | "failed" | "stations" | "harbours" | "longest" | "most" | "exchange";

export interface Part {
  id: PartId;
  label: string;
  points: (seat: SeatOutcome) => number;
  note: (seat: SeatOutcome) => string;
}

const NONE = (): string => "";

/** Return the parts that a board has. */
export function partsOf(rules: Rules, seats: readonly SeatOutcome[]): Part[] {
  const parts: Part[] = [
    { id: "routes", label: say("page.score.routes"), points: (seat) => seat.routes, note: NONE },
    {
      id: "done",
      label: say("page.end.done"),
      points: (seat) => sum(seat, true),
      note: (seat) =>
        say("page.score.completed", { count: seat.completed, all: seat.tickets.length }),
    },
    {
      id: "failed",
      label: say("page.end.failed"),
      points: (seat) => sum(seat, false),
      note: (seat) => {
        const count = seat.tickets.filter((ticket) => ticket.status === "failed").length;
        return count ? say("count.tickets", { count }) : say("page.end.none");
      },
    },
  ];
  if (rules.stations) {
    parts.push({
      id: "stations",
      label: say("page.score.stations"),
      points: (seat) => seat.stations,
      note: (seat) =>
        say("page.end.unbuilt", { count: rules.stations - seat.stations_built.length }),
    });
  }
  if (rules.harbours) {
    parts.push({
      id: "harbours",
      label: say("page.score.harbours"),
      points: (seat) => seat.harbours,
      note: (seat) => say("page.end.built", { count: seat.harbours_built.length }),
    });
  }
  if (rules.longest_path) {
    parts.push({
      id: "longest",
      label: say("page.score.longest"),
      points: (seat) => seat.longest_path,
      note: (seat) => say("page.score.trail", { count: seat.trail }),
    });
  }
  if (rules.most_tickets) {
    parts.push({
      id: "most",
      label: say("page.score.most"),
      points: (seat) => seat.most_tickets,
      note: NONE,
    });
  }
  if (seats.some((seat) => seat.exchange)) {
    parts.push({
      id: "exchange",
      label: say("page.score.exchange"),
      points: (seat) => seat.exchange,
      note: NONE,
    });
  }
  return parts;
}

export interface Segment {
  id: PartId;
  points: number;
  /** Of the whole bar, in percent. */
  width: number;
}

/** A seat's bar: gains one after the other, then what was lost. */
export function segments(
  parts: readonly Part[],
  seat: SeatOutcome,
  seats: readonly SeatOutcome[],
): Segment[] {
  const size = (each: SeatOutcome): number =>
    parts.reduce((total, part) => total + Math.abs(part.points(each)), 0);
  const whole = Math.max(1, ...seats.map(size));
  const all = parts.map((part) => ({ id: part.id, points: part.points(seat) }));
  const shown = [
    ...all.filter((each) => each.points > 0),
    ...all.filter((each) => each.points < 0),
  ];
  return shown.map((each) => ({ ...each, width: (100 * Math.abs(each.points)) / whole }));
}

function sum(seat: SeatOutcome, gained: boolean): number {
  return seat.tickets
    .filter((ticket) => (ticket.status !== "failed") === gained)
    .reduce((total, ticket) => total + ticket.points, 0);
}
