/**
 * Which arrangement of panels a window gets: the one that shows the board largest.
 *
 * The map fills the window. Panels stand in docks at its sides; what they leave is the free part,
 * into which the board is fitted. All sizes are in CSS pixels.
 */

import type { Box } from "../board/model";
import { NO_INSET, type Inset } from "../board/view.svelte";

/** How much room there is: little, medium, or a lot. */
export type Density = "S" | "M" | "L";

/**
 * Where the panels stand: at both sides, at the right and below, the same with a high shelf, or
 * above and below.
 */
export type Kind = "columns" | "corner" | "shelf" | "stack";

export interface Arrangement {
  readonly kind: Kind;
  readonly density: Density;
  readonly docks: Inset;
  /** Whether seats above a small map are so narrow that their names need a line of their own. */
  readonly dense: boolean;
}

/** Who sits at the table: how many, and of how many kinds their pieces are. */
export interface Company {
  readonly seats: number;
  readonly kinds: number;
}

const SMALL = 560;
const LOW = 840;
const NARROW = 1360;
/** Docks at the sides and below need a window at least this wide. */
const WIDE_ENOUGH = 560;
/** Panels above and below are only for windows that are hardly wider than high. */
const UPRIGHT = 1.05;
/** What counts for the present arrangement, so that nothing flickers while a window is resized. */
const KEPT = 1.06;
const COLUMNS = 1.02;

const DOCKS: Record<Density, Partial<Record<Kind, Partial<Inset>>>> = {
  S: {
    columns: { left: 92, right: 168 },
    corner: { right: 148, bottom: 62 },
    stack: { top: 52, bottom: 236 },
  },
  M: {
    columns: { left: 176, right: 220 },
    corner: { right: 216, bottom: 92 },
    shelf: { right: 168, bottom: 168 },
    stack: { top: 60, bottom: 304 },
  },
  L: {
    columns: { left: 240, right: 296 },
    corner: { right: 288, bottom: 112 },
    stack: { top: 60, bottom: 334 },
  },
};
/** A dock at a side is never broader. */
const BROADEST: Record<Density, number> = { S: 200, M: 300, L: 340 };
/** Room that the board cannot use goes to the docks, as long as this share of the window is free. */
const FREE: Record<Density, number> = { S: 0.58, M: 0.66, L: 0.66 };
const FREE_UPRIGHT = 0.62;
const HIGHER_SHELF = 36;
/** A narrower seat has its name in a line of its own, and the dock above is higher by that. */
const SEAT = 118;
const DENSE = 68;
/** Two kinds of pieces make a second line of counts. */
const COUNTS = 13;
/** What lies beside the seats: the dock's gaps and the panel's edges. */
const BESIDE_SEATS = 14;

export function densityOf(width: number, height: number): Density {
  if (Math.min(width, height) < SMALL) return "S";
  return height < LOW || width < NARROW ? "M" : "L";
}

/** How high the dock above a small map is where seats are narrow, or nothing where they are not. */
function denseTop(width: number, { seats, kinds }: Company): number {
  if ((width - BESIDE_SEATS) / seats >= SEAT) return 0;
  return DENSE + (kinds - 1) * COUNTS;
}

/** Arrange the panels round a board whose map has this frame. */
export function arrange(
  width: number,
  height: number,
  frame: Box,
  company: Company,
  present: Kind | null = null,
): Arrangement {
  const density = densityOf(width, height);
  const dense = density === "S" ? denseTop(width, company) : 0;
  let best: { kind: Kind; docks: Inset; score: number } | null = null;
  for (const [name, given] of Object.entries(DOCKS[density])) {
    const kind = name as Kind;
    if (kind === "stack" ? width > height * UPRIGHT : width < WIDE_ENOUGH) continue;
    const docks = { ...NO_INSET, ...given };
    if (kind === "stack" && dense) docks.top = dense;
    const scale = scaleOf(width, height, docks, frame);
    const score = scale * (kind === present ? KEPT : kind === "columns" ? COLUMNS : 1);
    if (!best || score > best.score) best = { kind, docks, score };
  }
  const { kind, docks } = best ?? { kind: "stack" as const, docks: NO_INSET };
  return {
    kind,
    density,
    docks: shared(width, height, kind, density, docks, frame),
    dense: kind === "stack" && dense > 0,
  };
}

function scaleOf(width: number, height: number, docks: Inset, frame: Box): number {
  return Math.min(
    (width - docks.left - docks.right) / frame[2],
    (height - docks.top - docks.bottom) / frame[3],
  );
}

/** Give the docks what the board cannot use: broader columns, a higher shelf. */
function shared(
  width: number,
  height: number,
  kind: Kind,
  density: Density,
  docks: Inset,
  frame: Box,
): Inset {
  const scale = scaleOf(width, height, docks, frame);
  const tall = frame[3] > frame[2];
  const least = tall ? 0 : kind === "stack" ? FREE_UPRIGHT : FREE[density];
  const freeWidth = width - docks.left - docks.right;
  const freeHeight = height - docks.top - docks.bottom;
  const spareWidth = Math.max(
    0,
    Math.min(freeWidth - scale * frame[2], freeWidth - (least * width * height) / freeHeight),
  );
  if (kind === "columns") {
    const left = Math.min(BROADEST[density], docks.left + spareWidth / 2);
    const right = Math.min(BROADEST[density], docks.right + spareWidth - (left - docks.left));
    return { ...docks, left: Math.floor(left), right: Math.floor(right) };
  }
  const right =
    kind === "stack" ? 0 : Math.floor(Math.min(BROADEST[density], docks.right + spareWidth));
  const spareHeight = Math.max(
    0,
    Math.min(
      freeHeight - scale * frame[3],
      freeHeight - (least * width * height) / (width - docks.left - right),
    ),
  );
  const higher =
    kind === "stack"
      ? density === "S"
        ? 0
        : 0.9 * spareHeight
      : Math.min(HIGHER_SHELF, spareHeight);
  return { ...docks, right, bottom: Math.floor(docks.bottom + higher) };
}
