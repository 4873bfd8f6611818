/** Whether it is the moment to ask somebody if they want to be called. */

import type { ClockState, View } from "../protocol/types";

const DECLINED = "stellwerk.notices.declined";

/** Whether a person has said no on this device: then nobody asks again. */
export function hasDeclined(): boolean {
  try {
    return localStorage.getItem(DECLINED) !== null;
  } catch {
    return true;
  }
}

/** Remember that a person has said no. */
export function decline(): void {
  try {
    localStorage.setItem(DECLINED, "1");
  } catch {
    // A browser that keeps nothing is not asked in the first place.
  }
}

/** Whether somebody at a table has just begun a game in which one comes back on other days. */
export function isLong(clock: ClockState | undefined, view: View | null): boolean {
  return clock?.clock.kind === "days" && view !== null && view.seat !== null && !view.outcome;
}
