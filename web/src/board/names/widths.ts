/** How wide the letters on the map are, as the browser draws them. */

import type { Measure } from "./lettering";

export const FONT = '"EB Garamond", Georgia, serif';
/** Between two letters, in font sizes. */
export const SPACING = 0.02;
const SIZE = 100;

/** Wait until the letters of some names are there, then tell their widths. */
export async function measureNames(names: readonly string[]): Promise<Measure> {
  await document.fonts.load(`600 ${SIZE}px ${FONT}`, names.join("")).catch(() => []);
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return (text) => text.length / 2;
  context.font = `600 ${SIZE}px ${FONT}`;
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text) ?? context.measureText(text).width / SIZE + SPACING * text.length;
    known.set(text, found);
    return found;
  };
}
