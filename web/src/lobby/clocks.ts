/** The clocks one can choose from; a server takes any other, too. */

import type { Clock } from "../protocol/types";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

function clock(kind: Clock["kind"], seconds: number, increment = 0): Clock {
  return { kind, seconds, increment, take_over: kind !== "days" };
}

export const CLOCKS: readonly { id: string; clock: Clock | undefined }[] = [
  { id: "none", clock: undefined },
  { id: "turn", clock: clock("turn", MINUTE) },
  { id: "bank", clock: clock("bank", 10 * MINUTE, 5) },
  { id: "long", clock: clock("bank", 30 * MINUTE, 10) },
  { id: "day", clock: clock("days", DAY) },
  { id: "days", clock: clock("days", 3 * DAY) },
];
