/** The log: what happened, in the order in which it happened, one line for each turn. */

import type { Told, Update } from "../protocol/types";

/** What is not worth a line of its own, since another line of the same step says it. */
const SILENT = new Set(["filled"]);
/** What all choose before the first turn. */
const SETUP = new Set(["started", "flushed", "mixed", "offered", "decided", "kept", "pieces"]);
/** What happens during a turn, but is no part of it. */
const APART = new Set(["flushed", "shuffled", "last_round", "ended"]);

export interface LogLine {
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
export function turns(events: readonly Told[]): LogLine[] {
  const found: LogLine[] = [];
  let turn: LogLine | null = null;
  for (const next of lines(events)) {
    if (next.seat === null || APART.has(next.code)) {
      found.push(next);
    } else if (turn?.seat === next.seat) {
      turn.text += ` ${next.text}`;
      turn.route = next.route ?? turn.route;
      turn.city = next.city ?? turn.city;
    } else {
      turn = next;
      found.push(turn);
    }
  }
  return found;
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
