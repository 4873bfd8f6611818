/**
 * What has happened since one was last here, shown first, turn by turn: the pieces that were built
 * meanwhile appear one after the other. Any key or tap ends it, and nothing waits for it.
 */

import { reducedMotion } from "../art/flight";
import { settings } from "../frame/settings.svelte";
import { turns, type LogLine } from "../game/log";
import type { Spotlight } from "../game/spotlight.svelte";
import type { Table } from "../game/table.svelte";
import type { Told } from "../protocol/types";
import { missed } from "./missed";
import { seenAt, seeUntil } from "./seen";

/** How long each turn is shown, in milliseconds, by the pace one has chosen for bots. */
const EACH = { instant: 1000, brisk: 1700, calm: 2800 } as const;
/** The last turn stays for longer: it is what the game waits after. */
const LAST = 2;
/** Whoever looks away for less than this, in milliseconds, has missed nothing. */
const AWAY = 60_000;

export class Recap {
  /** What is shown: one line for each turn. */
  lines = $state.raw<readonly LogLine[]>([]);
  /** The line that is shown now; null where all are shown at once. */
  at = $state<number | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the page was hidden; null while it is seen. */
  private left: number | null = null;
  /** Before it has been told what is new, nothing counts as seen. */
  private begun = false;

  constructor(
    private readonly table: Table,
    private readonly spotlight: Spotlight,
  ) {}

  get open(): boolean {
    return this.lines.length > 0;
  }

  /** Show what has happened since the last visit, if anything has. */
  begin(): void {
    const lines = this.news();
    this.begun = true;
    this.see();
    if (!lines.length) return;
    this.lines = lines;
    if (settings.speed === 0 || reducedMotion()) {
      this.at = null;
      return;
    }
    this.step(0);
  }

  /** End it: the game is shown as it is. */
  end(): void {
    clearTimeout(this.timer);
    if (!this.open) return;
    this.lines = [];
    this.at = null;
    this.spotlight.line = null;
    this.table.later = null;
  }

  /** Note what happens while one is here; whoever decides has seen enough. */
  follow(events: readonly Told[], own: number | null): void {
    if (own !== null && events.some((event) => event.params["seat"] === own)) this.end();
    this.see();
  }

  /** Note that everything so far has been seen, unless nobody is looking. */
  see(): void {
    const { view } = this.table;
    if (view && this.begun && document.visibilityState === "visible" && this.left === null) {
      seeUntil(this.table.code, view.seq);
    }
  }

  /** The page is hidden or shown again: after a while there is something to tell. */
  look(): void {
    if (document.visibilityState === "hidden") {
      this.left = performance.now();
      return;
    }
    const long = this.left !== null && performance.now() - this.left > AWAY;
    this.left = null;
    if (long) this.begin();
    else this.see();
  }

  private step(number: number): void {
    const line = this.lines[number];
    if (!line) {
      this.end();
      return;
    }
    this.at = number;
    this.spotlight.line = line;
    const later = this.lines.slice(number + 1);
    this.table.later = {
      routes: new Set(later.flatMap((each) => each.route ?? [])),
      cities: new Set(later.flatMap((each) => each.city ?? [])),
    };
    const each = EACH[settings.pace] * (later.length ? 1 : LAST);
    this.timer = setTimeout(() => this.step(number + 1), each);
  }

  /** The turns of others since this device last saw the table, or since one's own last decision. */
  private news(): LogLine[] {
    const { view, events, info, names } = this.table;
    if (!view || view.seat === null || view.outcome || info?.status !== "playing") return [];
    const own = events.findLast((event) => event.params["seat"] === view.seat)?.seq ?? -1;
    const since = Math.max(own, seenAt(this.table.code));
    if (since < 0) return [];
    return missed(events, since, (fresh) => turns(fresh, names));
  }
}
