/** How much of a box on the screen lies over spaces, for any box, in four look-ups. */

import { radians } from "../geometry";
import { SPACE_WIDTH, type Drawing } from "../model";

/** Share of a box that spaces cover; edges in pixels from the frame's upper left corner. */
export type Cover = (left: number, top: number, right: number, bottom: number) => number;

/** Room round the frame that is looked at, too, in pixels. */
const MARGIN = 90;
const FINE = 2;
const COARSE = 3;
/** From this scale on a coarser grid will do. */
const LARGE = 0.3;

/** Draw all spaces on a grid, and sum it up. */
export function coverOf(drawing: Drawing, scale: number): Cover {
  const cell = scale > LARGE ? COARSE : FINE;
  const [x0, y0, width, height] = drawing.frame;
  const columns = Math.ceil((width * scale + 2 * MARGIN) / cell) + 1;
  const rows = Math.ceil((height * scale + 2 * MARGIN) / cell) + 1;
  const full = new Uint8Array(columns * rows);
  const turns = drawing.turn ? [-drawing.turn, 0, drawing.turn] : [0];
  const across = (SPACE_WIDTH * scale) / 2 / cell;
  for (const spaces of Object.values(drawing.spaces)) {
    for (const [x, y, angle, length] of spaces) {
      const along = (length * scale) / 2 / cell;
      for (const turn of turns) {
        const column = ((x + turn - x0) * scale + MARGIN) / cell - 0.5;
        const row = ((y - y0) * scale + MARGIN) / cell - 0.5;
        if (column < -along || column > columns + along) continue;
        fill(full, columns, rows, column, row, radians(angle), along, across);
      }
    }
  }
  return lookUp(summed(full, columns, rows), columns, rows, cell);
}

/** Fill the cells of one space: a turned rectangle round a middle. */
function fill(
  full: Uint8Array,
  columns: number,
  rows: number,
  x: number,
  y: number,
  angle: number,
  along: number,
  across: number,
): void {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const wide = Math.abs(cos) * along + Math.abs(sin) * across;
  const high = Math.abs(sin) * along + Math.abs(cos) * across;
  const first = Math.max(0, Math.ceil(x - wide));
  const last = Math.min(columns - 1, Math.floor(x + wide));
  const bottom = Math.min(rows - 1, Math.floor(y + high));
  for (let row = Math.max(0, Math.ceil(y - high)); row <= bottom; row++) {
    for (let column = first; column <= last; column++) {
      const right = column - x;
      const down = row - y;
      if (Math.abs(right * cos + down * sin) > along) continue;
      if (Math.abs(down * cos - right * sin) <= across) full[row * columns + column] = 1;
    }
  }
}

/** At each corner of the grid: how many cells above and left of it are full. */
function summed(full: Uint8Array, columns: number, rows: number): Int32Array {
  const wide = columns + 1;
  const sums = new Int32Array(wide * (rows + 1));
  for (let row = 0; row < rows; row++) {
    let count = 0;
    for (let column = 0; column < columns; column++) {
      count += full[row * columns + column] as number;
      sums[(row + 1) * wide + column + 1] = (sums[row * wide + column + 1] as number) + count;
    }
  }
  return sums;
}

function lookUp(sums: Int32Array, columns: number, rows: number, cell: number): Cover {
  const wide = columns + 1;
  const at = (column: number, row: number) => sums[row * wide + column] as number;
  const clamp = (pixel: number, most: number) =>
    Math.max(0, Math.min(most, Math.round((pixel + MARGIN) / cell)));
  return (left, top, right, bottom) => {
    const a = clamp(left, columns);
    const b = clamp(right, columns);
    const c = clamp(top, rows);
    const d = clamp(bottom, rows);
    const area = (b - a) * (d - c);
    return area ? (at(b, d) - at(b, c) - at(a, d) + at(a, c)) / area : 0;
  };
}
