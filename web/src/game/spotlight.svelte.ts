/** What is pointed out on the map: it follows the decision, and what one points at elsewhere. */

import type { Highlights, Path, Ring, Tone } from "../board/state";
import type { TicketView, Told, View } from "../protocol/types";
import type { Atlas } from "./atlas";
import type { Step } from "./decision.svelte";
import type { Legal } from "./legal";
import { lettersAt } from "./letters";
import type { LogLine } from "./log";
import type { Table } from "./table.svelte";

/** How a ticket is marked on the map and in lists: every ticket one holds or is offered. */
export interface TicketMark {
  readonly letter: string;
  readonly tone: Tone;
}

const TONES = 5;
/** How long each line is pointed out when they are shown again, in milliseconds. */
const EACH = 1300;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The mark of a ticket by its number, counted from 0. */
export function markOf(index: number): TicketMark {
  return {
    letter: LETTERS[index % LETTERS.length] ?? "",
    tone: (index % TONES) as Tone,
  };
}

export class Spotlight {
  /** The ticket one points at, and the one that stays shown. */
  ticket = $state<string | null>(null);
  pinned = $state<string | null>(null);
  /** Whether the ways of all tickets are shown. */
  ways = $state(false);
  /** Whether all routes that can be claimed shine, as long as a key is held. */
  all = $state(false);
  /** The same until it is switched off. */
  payable = $state(false);
  /** The kind of card one points at in the hand. */
  card = $state<string | null>(null);
  /** The line of the log one points at. */
  line = $state.raw<Pick<LogLine, "seq" | "route" | "city"> | null>(null);
  /** The route one points at on the map. */
  route = $state<string | null>(null);
  /** A turn has just begun. */
  breath = $state(false);

  private replays = 0;

  constructor(private readonly table: Table) {}

  /** Point out lines of the log one after the other. */
  async replay(lines: readonly LogLine[]): Promise<void> {
    const number = ++this.replays;
    for (const line of lines) {
      this.line = line;
      await new Promise((resolve) => setTimeout(resolve, EACH));
      if (number !== this.replays) return;
    }
    this.line = null;
  }

  readonly highlights = $derived.by((): Highlights => {
    const { view, atlas, legal, decision } = this.table;
    if (!view || !atlas) return {};
    const { step } = decision;
    const pending = this.table.pending?.move;
    const claimed =
      step.kind === "claim" ? step.route : pending?.move === "claim" ? pending.route : null;
    return {
      closed: view.closed,
      last: this.last(view),
      ...this.tickets(view, atlas),
      ...this.shining(view, atlas),
      ...(claimed !== null && view.seat !== null
        ? { selected: claimed, preview: { [claimed]: view.seat } }
        : {}),
      ...(step.kind === "route" ? { selected: step.route } : {}),
      ...(step.kind === "tunnel" && view.tunnel
        ? { selected: view.tunnel.route, preview: { [view.tunnel.route]: view.tunnel.seat } }
        : {}),
      ...this.places(step, legal),
    };
  });

  /** Cities where something can be built, while that is being decided. */
  private places(step: Step, legal: Legal): Highlights {
    if (step.kind !== "site" && step.kind !== "build") return {};
    const choosable = [...legal.builds(step.build).keys()];
    return { choosable, cities: step.kind === "site" ? choosable : [step.city] };
  }

  /** Routes that shine: with the cards laid ready or pointed at, or all while asked for. */
  private shining(view: View, atlas: Atlas): Highlights {
    const { legal, decision } = this.table;
    if (decision.step.kind === "claim") return {};
    const kinds = decision.cards.length ? decision.cards : this.card ? [this.card] : null;
    if (kinds) {
      const legalRoutes = legal.claimsWith(kinds);
      const shines = new Set(legalRoutes);
      const veiled = decision.cards.length
        ? atlas.sheet.routes
            .filter((route) => !shines.has(route.id) && view.owners[route.id] === undefined)
            .map((route) => route.id)
        : [];
      return { legal: legalRoutes, veiled };
    }
    if (this.all || this.payable) return { legal: [...legal.claims.keys()] };
    if (this.breath) return { legal: [...legal.claims.keys()], breath: true };
    return {};
  }

  /** The mark of each ticket one holds, then of those one is offered. */
  readonly marks = $derived.by((): ReadonlyMap<string, TicketMark> => {
    const { view, code } = this.table;
    if (!view) return new Map();
    const tickets = [...view.tickets, ...(view.offer?.tickets ?? [])];
    const letters = lettersAt(code);
    this.numbers = numbered(
      tickets.map(({ ticket }) => ticket),
      this.numbers ?? letters.read(),
    );
    letters.write(this.numbers);
    return new Map([...this.numbers].map(([ticket, number]) => [ticket, markOf(number)]));
  });
  /** A ticket keeps its number as long as one holds it. */
  private numbers: ReadonlyMap<string, number> | null = null;

  /** Ends of one's tickets, always; ways of those one points at, and of those to choose from. */
  private tickets(view: View, atlas: Atlas): Highlights {
    const step = this.table.decision.step;
    const offered = step.kind === "keep" ? (view.offer?.tickets ?? []) : [];
    const kept = step.kind === "keep" ? step.kept : [];
    return {
      paths: [
        ...this.chosen(view).map((ticket) => this.path(ticket, false)),
        ...offered.map((ticket) => this.path(ticket, !kept.includes(ticket.ticket))),
      ],
      rings: [...view.tickets, ...offered].flatMap((ticket) => this.rings(atlas, ticket)),
    };
  }

  private path(ticket: TicketView, dotted: boolean): Path {
    return { routes: ticket.path, tone: this.toneOf(ticket), dotted };
  }

  private rings(atlas: Atlas, ticket: TicketView): Ring[] {
    const letter = this.marks.get(ticket.ticket)?.letter ?? "";
    const tone = this.toneOf(ticket);
    return atlas
      .ticketCities(ticket.ticket)
      .map((city) => (ticket.completed ? { city, tone } : { city, tone, letter }));
  }

  private toneOf(ticket: TicketView): Tone {
    return ticket.completed ? "done" : (this.marks.get(ticket.ticket)?.tone ?? 0);
  }

  private chosen(view: View): TicketView[] {
    const named = this.ticket ?? this.pinned;
    if (named !== null) return view.tickets.filter((each) => each.ticket === named);
    return this.ways ? view.tickets.filter((each) => !each.completed) : [];
  }

  private last(view: View): { routes: string[]; cities: string[] } {
    if (this.line) {
      return {
        routes: this.line.route ? [this.line.route] : [],
        cities: this.line.city ? [this.line.city] : [],
      };
    }
    const others = sinceOwnTurn(this.table.events, view.seat);
    const named = (code: string, what: string): string[] =>
      others
        .filter((event) => event.code === code)
        .map((event) => event.params[what])
        .filter((value) => typeof value === "string");
    return {
      routes: named("claimed", "route"),
      cities: [...named("station", "city"), ...named("harbour", "city")],
    };
  }
}

/** Number tickets: those that had a number keep it, others get the first that is free. */
export function numbered(
  tickets: readonly string[],
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const kept = tickets.flatMap((ticket) => before.get(ticket) ?? []);
  const free = tickets.map((_, index) => index).filter((number) => !kept.includes(number));
  return new Map(tickets.map((ticket) => [ticket, before.get(ticket) ?? free.shift() ?? 0]));
}

/** What others did since one's own last move; for a spectator, what the last of them did. */
export function sinceOwnTurn(events: readonly Told[], own: number | null): readonly Told[] {
  const by = (event: Told) => event.params["seat"];
  if (own !== null) return events.slice(events.findLastIndex((event) => by(event) === own) + 1);
  const last = events.findLast((event) => typeof by(event) === "number");
  const before = events.findLastIndex(
    (event) => typeof by(event) === "number" && last !== undefined && by(event) !== by(last),
  );
  return events.slice(before + 1);
}
