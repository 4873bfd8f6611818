/** What one may say about a pause at this moment, and how its length is called. */

import type { PauseInfo } from "../protocol/types";
import { language, say } from "../words/words.svelte";

/** The lengths a pause can have, in days; null: until all want to play on. */
export const LENGTHS = [1, 3, 7, 14, null] as const;
export type Length = (typeof LENGTHS)[number];

/** How long a pause is. */
export function lengthOf(days: Length): string {
  return days === null ? say("page.pause.open") : say("page.pause.days", { count: days });
}

/** When a running pause ends, in words; `at` is the moment when the server told it. */
export function endOf(pause: PauseInfo, at: number): string {
  const style = new Intl.DateTimeFormat(language(), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  return style.format((at + (pause.left ?? 0)) * 1000);
}
