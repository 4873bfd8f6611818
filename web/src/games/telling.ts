/** Dates, places and times in words. */

import { language, say } from "../words/words.svelte";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Tell a day as people do: today, yesterday, or its date. */
export function dayOf(seconds: number, now = Date.now()): string {
  const date = new Date(seconds * 1000);
  const days = Math.round((startOf(new Date(now)) - startOf(date)) / (1000 * DAY));
  if (days < 2) {
    const relative = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
    return relative.format(-days, "day");
  }
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(date);
}

function startOf(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

const PLACES: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: "page.games.place_one",
  two: "page.games.place_two",
  few: "page.games.place_few",
};

/** Tell a place among so many: "2nd of 3". */
export function placeOf(rank: number, all: number): string {
  const form = new Intl.PluralRules(language(), { type: "ordinal" }).select(rank);
  return say(PLACES[form] ?? "page.games.place_other", { rank, all });
}

/** Tell how much time is left, as coarsely as one needs to know. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole >= 2 * DAY) return say("page.games.days", { count: Math.floor(whole / DAY) });
  if (whole >= 2 * HOUR) return say("page.games.hours", { count: Math.floor(whole / HOUR) });
  if (whole >= MINUTE) return say("page.games.minutes", { count: Math.floor(whole / MINUTE) });
  return say("page.games.seconds", { count: whole });
}

/** Write a share in per cent. */
export function percent(share: number): string {
  return `${String(Math.round(100 * share))} %`;
}

/** Write a number with at most one place after the comma. */
export function figure(value: number, places = 1): string {
  const shape = { maximumFractionDigits: places };
  return new Intl.NumberFormat(language(), shape).format(value || 0).replace("-", "−");
}
