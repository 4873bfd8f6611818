/** The log: what happened, in the order in which it happened, one line for each turn. */

import type { Told, Update } from "../protocol/types";
import { say } from "../words/words.svelte";

/** What is not worth a line of its own, since another line of the same step says it. */
const SILENT = new Set(["filled"]);
/** What all choose before the first turn. */
const SETUP = new Set(["started", "flushed", "mixed", "offered", "decided", "kept", "pieces"]);
/** What happens during a turn, but is no part of it. */
const APART = new Set(["flushed", "shuffled", "last_round", "ended"]);

/** How things are called in the log. */
export interface LogNames {
  /** The seat of whoever reads it. */
  own(): number | null;
  seat(seat: number): string;
  /** A card with its article. */
  card(id: string): string;
  /** Several of a kind, without their number. */
  cards(id: string): string;
}

export interface LogLine {
  /** It was taken back. */
  undone?: boolean;
  seq: number;
  code: string;
  seat: number | null;
  text: string;
  route: string | null;
  city: string | null;
}

/** Add what an update tells to what is known; an update from the beginning replaces all. */
export function extended(known: readonly Told[], update: Update): readonly Told[] {
  if (update.since < 0) return update.events;
  const last = known.at(-1)?.seq ?? -1;
  return [...known, ...update.events.filter((event) => event.seq > last)];
}

/** Make a line of each event. */
export function lines(events: readonly Told[]): LogLine[] {
  return events.filter((event) => !SILENT.has(event.code)).map(line);
}

/** Make a line of each turn. */
export function turns(events: readonly Told[], names: LogNames): LogLine[] {
  const found: Told[][] = [];
  let turn: Told[] = [];
  for (const event of events) {
    const { seat } = event.params;
    if (SILENT.has(event.code)) continue;
    if (event.code === "undone") found.push((turn = []), [event]);
    else if (typeof seat !== "number" || APART.has(event.code)) found.push([event]);
    else if (turn[0]?.params["seat"] === seat) turn.push(event);
    else found.push((turn = [event]));
  }
  const dropped = takenBack(events);
  return found
    .filter((each) => each.length > 0)
    .map((each) => ({
      ...turnLine(each, names),
      undone: each.every((event) => dropped.has(event.seq)),
    }));
}

/** The steps that were taken back. */
function takenBack(events: readonly Told[]): ReadonlySet<number> {
  const dropped = new Set<number>();
  for (const { code, seq, params } of events) {
    if (code !== "undone" || typeof params["step"] !== "number") continue;
    for (let step = params["step"]; step < seq; step++) dropped.add(step);
  }
  return dropped;
}

function turnLine(events: readonly Told[], names: LogNames): LogLine {
  const [first, second] = events;
  const all = events.map(line);
  const text =
    first && second && events.length === 2 && isCard(first) && isCard(second)
      ? twoCards(first, second, names)
      : all.map((each) => each.text).join(" ");
  const last = (what: "route" | "city") => all.findLast((each) => each[what] !== null)?.[what];
  return {
    ...line(events[0] as Told),
    text,
    route: last("route") ?? null,
    city: last("city") ?? null,
  };
}

function isCard(event: Told): boolean {
  return event.code === "took" || event.code === "drew";
}

/** Two cards that were taken in one turn. */
function twoCards(first: Told, second: Told, names: LogNames): string {
  const number = first.params["seat"] as number;
  const seat = names.seat(number);
  const you = number === names.own();
  const hidden = [first, second].every(({ code, params }) => code === "drew" && !params["card"]);
  if (hidden) return say("page.log.two_hidden", { seat });
  const { card } = first.params;
  if (typeof card === "string" && card === second.params["card"] && first.code === second.code) {
    const two = names.cards(card);
    const cards = first.code === "took" ? two : say("page.log.drawn", { card: two });
    return you
      ? say("page.log.two_alike_you", { cards })
      : say("page.log.two_alike", { seat, cards });
  }
  const one = oneCard(first, names);
  const other = oneCard(second, names);
  return you
    ? say("page.log.two_you", { first: one, second: other })
    : say("page.log.two", { seat, first: one, second: other });
}

function oneCard({ code, params }: Told, names: LogNames): string {
  const card = typeof params["card"] === "string" ? names.card(params["card"]) : null;
  if (card === null) return say("page.log.hidden");
  return code === "took" ? card : say("page.log.drawn", { card });
}

/** How many of the first events belong to the beginning, before anybody has had a turn. */
export function beginning(events: readonly Told[]): number {
  const kept = new Set<unknown>();
  const first = events.findIndex(({ code, params }) => {
    const again = kept.has(params["seat"]) && (code === "offered" || code === "mixed");
    if (code === "kept") kept.add(params["seat"]);
    return again || !(SETUP.has(code) || SILENT.has(code));
  });
  return first < 0 ? events.length : first;
}

function line(event: Told): LogLine {
  const { seat, route, city } = event.params;
  return {
    seq: event.seq,
    code: event.code,
    seat: typeof seat === "number" ? seat : null,
    text: event.text,
    route: typeof route === "string" ? route : null,
    city: typeof city === "string" ? city : null,
  };
}
