/** The tickets that are ticked but not yet kept: a reload of the page does not lose them. */

/** Remembers ticks as long as the same tickets are offered. */
export interface Ticks {
  read(offered: readonly string[]): string[];
  write(offered: readonly string[], kept: readonly string[]): void;
}

interface Noted {
  readonly offered: readonly string[];
  readonly kept: readonly string[];
}

/** The ticks of a table, kept by this tab of the browser. */
export function ticksOf(table: string): Ticks {
  const key = `stellwerk.ticks.${table}`;
  return {
    read(offered) {
      try {
        const noted = JSON.parse(sessionStorage.getItem(key) ?? "null") as Noted | null;
        const same = noted?.offered.join() === offered.join();
        return same ? offered.filter((ticket) => noted?.kept.includes(ticket)) : [];
      } catch {
        return [];
      }
    },
    write(offered, kept) {
      try {
        sessionStorage.setItem(key, JSON.stringify({ offered, kept } satisfies Noted));
      } catch {
        // A browser that keeps nothing lets them be ticked again.
      }
    },
  };
}
