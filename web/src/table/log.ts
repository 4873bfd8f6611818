/** The log: what happened, one line each, in the order in which it happened. */

import type { Told, Update } from "../protocol/types";

/** What is not worth a line of its own, since another line of the same step says it. */
const SILENT = new Set(["filled"]);

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

/** Make the lines of the log. */
export function lines(events: readonly Told[]): LogLine[] {
  return events.filter((event) => !SILENT.has(event.code)).map(line);
}

export function line(event: Told): LogLine {
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
