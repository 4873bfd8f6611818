/** What is pointed out on the final board: a ticket with its way, or a part of a score. */

import type { Highlights, Path, Ring, Tone } from "../board";
import type { Atlas } from "../game/atlas";
import type { SeatOutcome, TicketResult, View } from "../protocol/types";
import type { PartId } from "./parts";
import type { Scene } from "./scenes";

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
      paths: failed ? [] : [{ routes: ticket.path, tone }],
      rings: this.atlas.ticketCities(ticket.ticket).map((city) => ({ city, tone })),
      ...(failed ? {} : { borrowed: this.borrowed(seat) }),
    };
  }

  /** What a scene of the end speaks of. */
  scene(scene: Scene): Highlights {
    switch (scene.kind) {
      case "failed":
      case "done":
      case "any_order":
        return this.all(scene.seat, this.results(scene.seat, [scene.ticket]));
      case "borrowed":
        return {
          borrowed: { [scene.route]: scene.seat },
          rings: [{ city: scene.city, tone: "done" }],
          selected: scene.route,
        };
      case "harbour":
        return {
          rings: [{ city: scene.city, tone: "done" }],
          paths: this.results(scene.seat, scene.tickets).map(({ path }) => ({
            routes: path,
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
        return { paths: [{ routes: this.own(seat), tone: 0 }] };
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

  private results(seat: number, tickets: readonly string[]): readonly TicketResult[] {
    const held = this.outcomes.get(seat)?.tickets ?? [];
    return held.filter((each) => tickets.includes(each.ticket));
  }

  private own(seat: number): string[] {
    return Object.keys(this.view.owners).filter((route) => this.view.owners[route] === seat);
  }

  private borrowed(seat: number): Record<string, number> {
    const built = this.outcomes.get(seat)?.stations_built ?? [];
    return Object.fromEntries(built.flatMap(({ route }) => (route ? [[route, seat]] : [])));
  }
}
