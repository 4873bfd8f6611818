/** Which turns somebody has missed who comes back to a table. */

import type { LogLine } from "../game/log";
import type { Told } from "../protocol/types";

/** More turns than these are not shown again; they are in the log. */
const MOST = 12;

/** The last turns after a step, without what was taken back. */
export function missed(
  events: readonly Told[],
  since: number,
  inTurns: (events: readonly Told[]) => LogLine[],
): LogLine[] {
  return inTurns(events.filter((event) => event.seq > since))
    .filter((line) => line.seat !== null && !line.undone && line.code !== "undone")
    .slice(-MOST);
}
