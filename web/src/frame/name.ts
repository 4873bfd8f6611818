/** How long a name may be; the server counts as this does. */
export const LONGEST = 24;

/** Return what fits of a name, and what does not; signs of several units are never torn apart. */
export function cut(name: string): [kept: string, rest: string] {
  const signs = [...name];
  return [signs.slice(0, LONGEST).join(""), signs.slice(LONGEST).join("")];
}
