/** A QR code as a square of dark and light fields (ISO/IEC 18004). */

import { codewords } from "./words";

/** Rows of fields; true is dark. */
export type Matrix = readonly (readonly boolean[])[];

type Mask = (row: number, column: number) => boolean;

const MASKS: readonly Mask[] = [
  (y, x) => (x + y) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (x + y) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (y, x) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (y, x) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
/** Something like a corner mark, which would mislead a reader. */
const FALSE_CORNERS = ["10111010000", "00001011101"];

/** Return the code of a text, with the mask that readers like best. */
export function matrixOf(text: string): Matrix {
  const { version, bytes } = codewords(text);
  const candidates = MASKS.map((_, mask) => new Sheet(version, bytes, mask).fields);
  return candidates.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

class Sheet {
  readonly fields: boolean[][];
  private readonly taken: boolean[][];
  private readonly size: number;

  constructor(
    private readonly version: number,
    bytes: Uint8Array,
    mask: number,
  ) {
    this.size = 4 * version + 17;
    this.fields = square(this.size);
    this.taken = square(this.size);
    this.marks();
    this.format(mask);
    this.about();
    this.write(bytes, MASKS[mask] as Mask);
  }

  private set(row: number, column: number, dark: boolean): void {
    const [fields, taken] = [this.fields[row], this.taken[row]];
    if (!fields || !taken || column < 0 || column >= this.size) return;
    fields[column] = dark;
    taken[column] = true;
  }

  /** What a reader looks for first: three corners, two dotted lines, and small squares. */
  private marks(): void {
    for (let at = 0; at < this.size; at++) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    const far = this.size - 4;
    for (const [row, column] of [
      [3, 3],
      [3, far],
      [far, 3],
    ] as const) {
      this.rings(row, column, 4, [0, 1, 3]);
    }
    const places = middles(this.version);
    const last = places.length - 1;
    places.forEach((row, i) => {
      places.forEach((column, j) => {
        const corner = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
        if (!corner) this.rings(row, column, 2, [0, 2]);
      });
    });
  }

  /** Squares round a middle; those at some distances are dark. */
  private rings(row: number, column: number, reach: number, dark: readonly number[]): void {
    for (let down = -reach; down <= reach; down++) {
      for (let right = -reach; right <= reach; right++) {
        const distance = Math.max(Math.abs(down), Math.abs(right));
        this.set(row + down, column + right, dark.includes(distance));
      }
    }
  }

  /** Level (M is 00) and mask, twice, in a way that survives three wrong bits. */
  private format(mask: number): void {
    const bits = withCheck(mask, 10, 0x537) ^ 0x5412;
    const far = this.size - 1;
    for (let bit = 0; bit < 15; bit++) {
      const dark = isSet(bits, bit);
      // Down the column and along the row beside the first corner; the dotted lines are left out.
      if (bit < 8) this.set(bit < 6 ? bit : bit + 1, 8, dark);
      else this.set(8, bit === 8 ? 7 : 14 - bit, dark);
      if (bit < 8) this.set(8, far - bit, dark);
      else this.set(far - 14 + bit, 8, dark);
    }
    this.set(this.size - 8, 8, true);
  }

  /** Large codes tell their version, twice. */
  private about(): void {
    if (this.version < 7) return;
    const bits = withCheck(this.version, 12, 0x1f25);
    for (let bit = 0; bit < 18; bit++) {
      const [near, far] = [Math.floor(bit / 3), this.size - 11 + (bit % 3)];
      this.set(near, far, isSet(bits, bit));
      this.set(far, near, isSet(bits, bit));
    }
  }

  /** Two columns at a time from the right, up and down in turn, round what is taken. */
  private write(bytes: Uint8Array, mask: Mask): void {
    let bit = 0;
    for (let right = this.size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right--;
      for (let step = 0; step < this.size; step++) {
        const row = up ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.taken[row]?.[column]) continue;
          const dark = isSet(bytes[bit >> 3] ?? 0, 7 - (bit & 7));
          this.set(row, column, dark !== mask(row, column));
          bit++;
        }
      }
    }
  }
}

function square(size: number): boolean[][] {
  return Array.from({ length: size }, () => Array<boolean>(size).fill(false));
}

/** Where the small squares stand, across and down. */
function middles(version: number): number[] {
  const last = 4 * version + 10;
  if (version === 1) return [];
  return version < 7 ? [6, last] : [6, last / 2 + 3, last];
}

/** A number with what is left of it after a division, so that wrong bits can be found. */
function withCheck(value: number, bits: number, divisor: number): number {
  let left = value;
  for (let bit = 0; bit < bits; bit++) left = (left << 1) ^ ((left >> (bits - 1)) * divisor);
  return (value << bits) | left;
}

function isSet(bits: number, bit: number): boolean {
  return ((bits >> bit) & 1) === 1;
}

/** How much a reader could be misled: runs, blocks, false corners, too much of one tone. */
function penalty(fields: Matrix): number {
  const columns = fields.map((_, at) => fields.map((row) => row[at] ?? false));
  const lines = [...fields, ...columns].map((line) => line.map(Number).join(""));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let at = 0; at + 11 <= line.length; at++) {
      if (FALSE_CORNERS.includes(line.slice(at, at + 11))) sum += 40;
    }
  }
  let dark = 0;
  fields.forEach((row, y) => {
    row.forEach((field, x) => {
      if (field) dark++;
      const below = fields[y + 1];
      if (below && row[x + 1] === field && below[x] === field && below[x + 1] === field) sum += 3;
    });
  });
  const share = dark / fields.length ** 2;
  return sum + 10 * Math.floor(Math.abs(20 * share - 10));
}
