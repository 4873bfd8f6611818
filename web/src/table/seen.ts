/** Up to which step this device has shown each table; kept in the browser, sent nowhere. */

const KEY = "stellwerk.seen";
/** Tables that are remembered, the last ones. */
const MOST = 200;

/** Return the last step of a table that was shown here; -1 if there is none. */
export function seenAt(code: string): number {
  return read().find(([table]) => table === code)?.[1] ?? -1;
}

/** Note that a table was shown here up to a step. */
export function seeUntil(code: string, seq: number): void {
  const known = read();
  if (known[0]?.[0] === code && known[0][1] === seq) return;
  const others = known.filter(([table]) => table !== code);
  try {
    localStorage.setItem(KEY, JSON.stringify([[code, seq], ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing shows what has happened since one's own last decision.
  }
}

function read(): [string, number][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as [string, number][]) : [];
  } catch {
    return [];
  }
}
