/**
 * What a person is deciding at the moment, step by step, until one move goes to the server.
 *
 * Some decisions are chosen (claim, build, exchange, tickets, the pile that fills a gap); others the
 * game demands (keep, mix, pieces, tunnel). Only one is open at a time.
 */

import type { AskPayments, Move, View } from "../protocol/types";
import { Legal, type BuildKind, type Cards } from "./legal";
import { same, sorted } from "./payments";
import type { Ticks } from "./ticks";

/** Ways to pay, and which of them is chosen; `own` is a mix put together card by card. */
export interface Paying {
  ways: readonly Cards[];
  complete: boolean;
  chosen: number;
  own: Record<string, number> | null;
}

export type Step =
  | { kind: "none" }
  | { kind: "claim"; route: string; paying: Paying }
  | { kind: "route"; route: string }
  | { kind: "site"; build: BuildKind }
  | { kind: "build"; build: BuildKind; city: string; paying: Paying }
  | { kind: "tunnel"; paying: Paying }
  | { kind: "refill"; place: number; pile: "train" | "ship" }
  | { kind: "tickets" }
  | { kind: "mix"; second: number; start: boolean }
  | { kind: "keep"; kept: string[] }
  | { kind: "pieces"; wagons: number }
  | { kind: "exchange"; given: "wagon" | "ship"; number: number };

export type StepKind = Step["kind"];

/** What the server is asked for while one decides. */
export interface Bank {
  payments(ask: Pick<AskPayments, "kind" | "target">): Promise<readonly Cards[]>;
}

const NONE: Step = { kind: "none" };
const FORGETFUL: Ticks = { read: () => [], write: () => undefined };
const FORCED: ReadonlySet<StepKind> = new Set(["tunnel", "keep", "pieces"]);

export class Decision {
  step = $state<Step>(NONE);
  /** Kinds of cards laid ready before a route is chosen. */
  cards = $state<string[]>([]);
  private legal = new Legal([]);
  private lastPile: "train" | "ship" = "train";
  private asked = 0;
  /** The tickets to choose from. */
  private offered: readonly string[] = [];

  constructor(
    private readonly bank: Bank,
    private readonly ticks: Ticks = FORGETFUL,
  ) {}

  /** Follow the game: open what it demands, close what is no longer possible. */
  follow(view: View, legal: Legal, suggestedWagons: number): void {
    this.legal = legal;
    this.offered = view.offer?.tickets.map((each) => each.ticket) ?? [];
    this.cards = this.cards.filter((kind) => (view.hand[kind] ?? 0) > 0);
    const demanded = this.demanded(view, suggestedWagons);
    if (demanded) {
      if (demanded.kind !== this.step.kind || !this.stillFits()) this.open(demanded);
    } else if (!this.stillFits()) this.step = NONE;
  }

  /** Choose a route: to claim it if that is possible, otherwise to read about it. */
  route(route: string): void {
    const moves = this.legal.claims.get(route);
    if (!moves) {
      if (!this.demands) this.step = { kind: "route", route };
      return;
    }
    const ways = sorted(moves.map((move) => move.cards));
    const fitting = ways.findIndex((way) => this.cards.every((kind) => way[kind]));
    this.step = { kind: "claim", route, paying: paying(ways, Math.max(0, fitting)) };
    void this.askWays("claim", route);
  }

  /** Begin to build: then a place is asked for. */
  site(build: BuildKind): void {
    this.step = { kind: "site", build };
  }

  /** Choose the place where something is built. */
  build(build: BuildKind, city: string): void {
    const ways = this.legal.builds(build).get(city);
    if (!ways) return;
    this.step = {
      kind: "build",
      build,
      city,
      paying: paying(sorted(ways.map((move) => move.cards))),
    };
    void this.askWays(build, city);
  }

  /** Take a display card; returns the move unless a pile is to be chosen first. */
  take(place: number): Move | undefined {
    const moves = this.legal.takes.get(place) ?? [];
    if (moves.length < 2) return moves[0];
    this.step = { kind: "refill", place, pile: this.lastPile };
    return undefined;
  }

  /** Draw tickets: first the mix where there are two piles, otherwise only to be confirmed. */
  tickets(): void {
    const draws = this.legal.ticketDraws;
    if (!draws.length) return;
    const middle = draws[Math.floor((draws.length - 1) / 2)];
    this.step =
      draws.length > 1
        ? { kind: "mix", second: middle?.second ?? 0, start: false }
        : { kind: "tickets" };
  }

  /** Exchange pieces: in the direction that is possible. */
  exchange(given?: "wagon" | "ship"): void {
    const first =
      given ?? (this.legal.exchangesOf("wagon").length ? ("wagon" as const) : ("ship" as const));
    const moves = this.legal.exchangesOf(first);
    if (moves[0]) this.step = { kind: "exchange", given: first, number: moves[0].number };
  }

  /** Choose one of several: a way to pay, a ticket, a pile. Counted from 0. */
  pick(index: number): void {
    const step = this.step;
    if ("paying" in step && index < step.paying.ways.length) {
      step.paying.chosen = index;
      step.paying.own = null;
    }
  }

  /** Go on to the next way to pay. */
  next(): void {
    const step = this.step;
    if ("paying" in step) this.pick((step.paying.chosen + 1) % step.paying.ways.length);
  }

  /** Put cards together one by one, beginning with the chosen way. */
  mixOwn(): void {
    const step = this.step;
    if ("paying" in step) {
      step.paying.own = { ...(step.paying.ways[step.paying.chosen] ?? {}) };
    }
  }

  /** Keep a ticket, or not. */
  toggle(ticket: string): void {
    if (this.step.kind !== "keep") return;
    const { kept } = this.step;
    this.step.kept = kept.includes(ticket)
      ? kept.filter((each) => each !== ticket)
      : [...kept, ticket];
    this.ticks.write(this.offered, this.step.kept);
  }

  /** Lay cards of a kind ready, beside those that can be paid together with it, or take them back. */
  lay(kind: string): void {
    const fits = (other: string): boolean => this.legal.claimsWith([other, kind]).length > 0;
    this.cards = this.cards.includes(kind)
      ? this.cards.filter((each) => each !== kind)
      : [...this.cards.filter(fits), kind];
  }

  /** Go back one step; tells whether there was something to leave. */
  back(): boolean {
    if (this.step.kind === "build") {
      this.step = { kind: "site", build: this.step.build };
      return true;
    }
    if (this.step.kind !== "none" && !this.demands) {
      this.step = NONE;
      return true;
    }
    if (this.cards.length) {
      this.cards = [];
      return true;
    }
    return false;
  }

  /** Forget what was decided once the move is made. */
  made(): void {
    this.step = NONE;
  }

  /** Close whatever is open. */
  reset(): void {
    this.step = NONE;
    this.cards = [];
  }

  /** Whether the game demands this decision: it cannot be put off. */
  get demands(): boolean {
    const { step } = this;
    return FORCED.has(step.kind) || (step.kind === "mix" && step.start);
  }

  /** The move that the decision has come to, or nothing as long as something is missing. */
  get move(): Move | undefined {
    const { step, legal } = this;
    switch (step.kind) {
      case "claim":
        return withCards(legal.claims.get(step.route)?.[0], step.paying);
      case "build":
        return withCards(legal.builds(step.build).get(step.city)?.[0], step.paying);
      case "tunnel":
        return withCards(legal.pays[0], step.paying);
      case "refill":
        return legal.takes.get(step.place)?.find((move) => move.refill === step.pile);
      case "tickets":
        return legal.ticketDraws[0];
      case "mix":
        return (step.start ? legal.mixes : legal.ticketDraws).find(
          (move) => move.second === step.second,
        );
      case "keep":
        return legal.keep(new Set(step.kept));
      case "pieces":
        return legal.pieces.find((move) => move.wagons === step.wagons);
      case "exchange":
        return legal.exchangesOf(step.given).find((move) => move.number === step.number);
      case "none":
      case "route":
      case "site":
        return undefined;
    }
  }

  /** Remember what was chosen, to offer it first the next time. */
  remember(move: Move): void {
    if (move.move === "take") this.lastPile = move.refill;
  }

  private demanded(view: View, suggestedWagons: number): Step | undefined {
    const { legal } = this;
    if (legal.keeps.length) return { kind: "keep", kept: this.ticks.read(this.offered) };
    if (legal.mixes.length) {
      const middle = legal.mixes[Math.floor(legal.mixes.length / 2)];
      return { kind: "mix", second: middle?.second ?? 0, start: true };
    }
    if (legal.pieces.length) return { kind: "pieces", wagons: suggestedWagons };
    if (view.phase === "tunnel" && legal.withdraw) {
      return { kind: "tunnel", paying: paying(sorted(legal.pays.map((move) => move.cards))) };
    }
    return undefined;
  }

  private open(step: Step): void {
    this.step = step;
    this.cards = [];
    if (step.kind === "tunnel" && step.paying.ways.length) void this.askWays("pay", "");
  }

  /** Whether what is being decided can still be decided. */
  private stillFits(): boolean {
    const { step, legal } = this;
    switch (step.kind) {
      case "claim":
        return legal.claims.has(step.route);
      case "site":
        return legal.builds(step.build).size > 0;
      case "build":
        return legal.builds(step.build).has(step.city);
      case "refill":
        return legal.takes.has(step.place);
      case "tickets":
        return legal.ticketDraws.length > 0;
      case "mix":
        return (step.start ? legal.mixes : legal.ticketDraws).length > 0;
      case "keep":
        return legal.keeps.length > 0 && step.kept.every((each) => this.offered.includes(each));
      case "pieces":
        return legal.pieces.some((move) => move.wagons === step.wagons);
      case "tunnel":
        return legal.withdraw !== undefined;
      case "exchange":
        return legal.exchangesOf(step.given).length > 0;
      case "none":
      case "route":
        return true;
    }
  }

  /** Ask for every way to pay; what was chosen meanwhile stays chosen. */
  private async askWays(kind: AskPayments["kind"], target: string): Promise<void> {
    this.asked += 1;
    const number = this.asked;
    const ways = await this.bank.payments({ kind, target });
    const step = this.step;
    if (number !== this.asked || !("paying" in step) || !ways.length) return;
    const chosen = step.paying.ways[step.paying.chosen];
    const index = chosen ? ways.findIndex((way) => same(way, chosen)) : 0;
    step.paying = { ...step.paying, ways, complete: true, chosen: Math.max(0, index) };
  }
}

function paying(ways: readonly Cards[], chosen = 0): Paying {
  return { ways, complete: false, chosen, own: null };
}

/** The cards that are going to be paid, or nothing if an own mix does not pay. */
export function chosenCards(paying: Paying): Cards | undefined {
  const { own, ways, chosen } = paying;
  return own ? ways.find((way) => same(way, own)) : ways[chosen];
}

function withCards<Paid extends Move & { cards: Cards }>(
  move: Paid | undefined,
  paying: Paying,
): Paid | undefined {
  const cards = chosenCards(paying);
  return move && cards ? { ...move, cards: { ...cards } } : undefined;
}
