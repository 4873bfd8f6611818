/** How the art is named in the sprite, and how large its pieces are. */

import type { PieceKind } from "./names";

/** How a piece of art may be shown. */
export interface Look {
  /** What it says to somebody who does not see it; nothing where words stand beside it. */
  label?: string | undefined;
  class?: string | undefined;
}

/** The part of the plane that a piece's symbol shows, round its own origin. */
export interface PieceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const PIECE_BOXES: Readonly<Record<PieceKind, PieceBox>> = {
  wagon: { x: -54, y: -32, width: 108, height: 64 },
  ship: { x: -54, y: -32, width: 108, height: 64 },
  station: { x: -50, y: -54, width: 100, height: 100 },
  harbour: { x: -50, y: -50, width: 100, height: 100 },
};

/** The outlines of pieces beside cities, for their shadows. */
export const OUTLINES = {
  station: "M-34 30V-8L0-42 34-8V30Z",
  harbour: "M-40 0L-20-36H20L40 0 20 36H-20Z",
} as const;

/** The id of a card: `card-red-double-ship`, or `small-red-double-ship` for the small one. */
export function cardSymbol(name: string, small = false): string {
  return `${small ? "small" : "card"}-${name.replaceAll(" ", "-")}`;
}

/** The letter that stands on a seat's avatar, with the number of a name that several have. */
export function initial(name: string): string {
  const shown = name.trim() || "?";
  // A segmenter takes milliseconds to make, and plain letters need none.
  const plain = /^[ -~](?=[ -~]|$)/.exec(shown)?.[0];
  const letter = (plain ?? firstGrapheme(shown)).toLocaleUpperCase();
  return letter + (/ (\d)$/.exec(name)?.[1] ?? "");
}

function firstGrapheme(text: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
  return first?.segment ?? text;
}
