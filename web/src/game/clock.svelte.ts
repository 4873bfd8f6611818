/** A running clock: what the server said last, counted on by this device. */

import type { ClockState } from "../protocol/types";

/** Below this many seconds time is short. */
export const SHORT = 20;

export class RunningClock {
  private state = $state.raw<ClockState | null>(null);
  private heard = 0;
  private now = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Take over what the server says. */
  set(state: ClockState): void {
    this.heard = performance.now();
    this.now = this.heard;
    this.state = state;
    const runs = state.clock.kind !== "none" && state.running.length > 0;
    clearInterval(this.timer);
    if (runs) this.timer = setInterval(() => (this.now = performance.now()), 500);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Seconds left of a seat, or null if there is no limit. */
  left(seat: number): number | null {
    const state = this.state;
    const left = state?.left[seat];
    if (!state || left === undefined || left === null) return null;
    const passed = state.running.includes(seat) ? (this.now - this.heard) / 1000 : 0;
    return Math.max(0, left - passed);
  }
}

/** Write a time: `2 d`, `3:05 h` as `3:05:00`, `1:42`. */
export function written(seconds: number, day: (count: number) => string): string {
  const whole = Math.ceil(seconds);
  if (whole >= 2 * 86_400) return day(Math.floor(whole / 86_400));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  if (hours > 0) return `${String(hours)}:${String(minutes).padStart(2, "0")}:${rest}`;
  return `${String(minutes)}:${rest}`;
}
