/** What is pointed out on the final board: a ticket with its way, or a part of a score. */

import type { Highlights, Path, Ring, Tone } from "../board";
import type { SeatOutcome, TicketResult, View } from "../protocol/types";
import type { Atlas } from "../table/atlas";
import type { PartId } from "./parts";
import type { Scene } from "./scenes";
import { wayThrough, type Link } from "./ways";

const FAILED: Tone = 2;

export class Lights {
  private readonly outcomes: ReadonlyMap<number, SeatOutcome>;

  constructor(
    private readonly atlas: Atlas,
    private readonly view: View,
    seats: readonly SeatOutcome[],
  ) {
    this.outcomes = new Map(seats.map((seat) => [seat.seat, seat]));
  }

  /** A ticket: its places ringed, and the way that completed it. */
  ticket(seat: number, ticket: TicketResult): Highlights {
    const failed = ticket.status === "failed";
    const tone: Tone = failed ? FAILED : "done";
    return {
      paths: failed ? [] : [{ routes: this.way(seat, ticket.ticket), tone }],
      rings: this.atlas.ticketCities(ticket.ticket).map((city) => ({ city, tone })),
      ...(failed ? {} : { borrowed: this.borrowed(seat) }),
    };
  }

  /** What a scene of the end speaks of. */
  scene(scene: Scene): Highlights {
    switch (scene.kind) {
      case "failed":
      case "done":
      case "any_order": {
        const status = scene.kind === "done" ? "completed" : scene.kind;
        return this.ticket(scene.seat, { ticket: scene.ticket, status, points: scene.points });
      }
      case "borrowed":
        return {
          borrowed: { [scene.route]: scene.seat },
          rings: [{ city: scene.city, tone: "done" }],
          selected: scene.route,
        };
      case "harbour":
        return {
          rings: [{ city: scene.city, tone: "done" }],
          paths: scene.tickets.map((ticket) => ({
            routes: this.way(scene.seat, ticket),
            tone: "done",
          })),
        };
      case "longest":
        return this.part(scene.seat, "longest");
      default:
        return {};
    }
  }

  /** All that stands behind one number of the table. */
  part(seat: number, part: PartId): Highlights {
    const outcome = this.outcomes.get(seat);
    if (!outcome) return {};
    switch (part) {
      case "done":
      case "most":
        return this.all(
          seat,
          outcome.tickets.filter((each) => each.status !== "failed"),
        );
      case "failed":
        return this.all(
          seat,
          outcome.tickets.filter((each) => each.status === "failed"),
        );
      case "stations":
        return {
          borrowed: this.borrowed(seat),
          rings: outcome.stations_built.map(({ city }): Ring => ({ city, tone: "done" })),
        };
      case "harbours":
        return { rings: outcome.harbours_built.map(({ city }): Ring => ({ city, tone: "done" })) };
      case "routes":
      case "longest":
        return { paths: [{ routes: this.own(seat).map((link) => link.id), tone: 0 }] };
      case "exchange":
        return {};
    }
  }

  private all(seat: number, tickets: readonly TicketResult[]): Highlights {
    const shown = tickets.map((ticket) => this.ticket(seat, ticket));
    return {
      paths: shown.flatMap((each): readonly Path[] => each.paths ?? []),
      rings: shown.flatMap((each): readonly Ring[] => each.rings ?? []),
      borrowed: this.borrowed(seat),
    };
  }

  private way(seat: number, ticket: string): string[] {
    const borrowed = Object.keys(this.borrowed(seat));
    const links = [...this.own(seat), ...this.links(borrowed)];
    return wayThrough(this.atlas.ticket(ticket)?.stops ?? [], links);
  }

  private own(seat: number): Link[] {
    const routes = Object.entries(this.view.owners).filter(([, owner]) => owner === seat);
    return this.links(routes.map(([route]) => route));
  }

  private links(routes: readonly string[]): Link[] {
    return routes.flatMap((id) => this.atlas.route(id) ?? []);
  }

  private borrowed(seat: number): Record<string, number> {
    const built = this.outcomes.get(seat)?.stations_built ?? [];
    return Object.fromEntries(built.flatMap(({ route }) => (route ? [[route, seat]] : [])));
  }
}
