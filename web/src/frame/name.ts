/** How long a name may be; the server counts as this does. */
export const LONGEST = 24;

/** Return what fits of a name, and what does not; characters of several code units stay whole. */
export function cut(name: string): [kept: string, rest: string] {
  const signs = [...name];
  return [signs.slice(0, LONGEST).join(""), signs.slice(LONGEST).join("")];
}
