/**
 * The bytes of a QR code (ISO/IEC 18004): text, padding, and what repairs a few wrong ones.
 *
 * One kind only: bytes at level M, which mends 15 %, in versions 1 to 10. That holds 213 bytes, and
 * an invitation has fewer than a hundred.
 */

/** For each version at level M: bytes in all, blocks, and bytes for repair in each block. */
const VERSIONS: readonly (readonly [total: number, blocks: number, repair: number])[] = [
  [26, 1, 10],
  [44, 1, 16],
  [70, 1, 26],
  [100, 2, 18],
  [134, 2, 24],
  [172, 4, 16],
  [196, 4, 18],
  [242, 4, 22],
  [292, 5, 22],
  [346, 5, 26],
];
const BYTES = 0b0100;
const PADDING = [0xec, 0x11];
/** x⁸ + x⁴ + x³ + x² + 1: the field in which bytes are multiplied. */
const FIELD = 0x11d;

export interface Codewords {
  version: number;
  bytes: Uint8Array;
}

/** Return the bytes of the smallest code that holds a text. */
export function codewords(text: string): Codewords {
  const data = new TextEncoder().encode(text);
  const index = VERSIONS.findIndex(
    (version, index) => roomOf(version) >= data.length + headOf(index + 1),
  );
  const chosen = VERSIONS[index];
  if (!chosen) throw new RangeError(`${String(data.length)} bytes are too many for a QR code`);
  const [total, blocks, repair] = chosen;
  const filled = padded(data, index + 1, roomOf(chosen));
  return { version: index + 1, bytes: interleaved(filled, total, blocks, repair) };
}

function roomOf([total, blocks, repair]: readonly [number, number, number]): number {
  return total - blocks * repair;
}

/** Kind and length need 12 bits, from version 10 on 20; the half byte is filled at the end. */
function headOf(version: number): number {
  return version < 10 ? 2 : 3;
}

/** Kind, length, text, an end, and padding up to the room there is. */
function padded(data: Uint8Array, version: number, room: number): Uint8Array {
  const length = headOf(version) === 2 ? [data.length] : [data.length >> 8, data.length & 255];
  const halves = [BYTES, ...[...length, ...data].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const bytes = new Uint8Array(room);
  const used = halves.length / 2;
  for (let at = 0; at < room; at++) {
    bytes[at] =
      at < used
        ? ((halves[2 * at] ?? 0) << 4) | (halves[2 * at + 1] ?? 0)
        : (PADDING[(at - used) % 2] ?? 0);
  }
  return bytes;
}

/** Cut the data into blocks, add the repair of each, and deal them out byte by byte. */
function interleaved(data: Uint8Array, total: number, blocks: number, repair: number): Uint8Array {
  const short = Math.floor(total / blocks) - repair;
  const longOnes = total % blocks;
  const parts: Uint8Array[] = [];
  for (let block = 0, at = 0; block < blocks; block++) {
    const size = short + (block >= blocks - longOnes ? 1 : 0);
    parts.push(data.subarray(at, at + size));
    at += size;
  }
  const repairs = parts.map((part) => remainder(part, generator(repair)));
  return Uint8Array.from([...dealt(parts), ...dealt(repairs)]);
}

function dealt(parts: readonly Uint8Array[]): number[] {
  const longest = Math.max(...parts.map((part) => part.length));
  return Array.from({ length: longest }, (_, at) => parts.map((part) => part[at]))
    .flat()
    .filter((byte) => byte !== undefined);
}

/** The product of all x − 2ⁱ, without its leading 1. */
function generator(degree: number): Uint8Array {
  const result = new Uint8Array(degree);
  result[degree - 1] = 1;
  for (let step = 0, root = 1; step < degree; step++, root = times(root, 2)) {
    for (let at = 0; at < degree; at++) {
      result[at] = times(result[at] ?? 0, root) ^ (result[at + 1] ?? 0);
    }
  }
  return result;
}

/** What is left of the data divided by the generator: the bytes that repair it. */
function remainder(data: Uint8Array, divisor: Uint8Array): Uint8Array {
  const left = new Uint8Array(divisor.length);
  for (const byte of data) {
    const factor = byte ^ (left[0] ?? 0);
    left.copyWithin(0, 1);
    left[left.length - 1] = 0;
    divisor.forEach((value, at) => (left[at] = (left[at] ?? 0) ^ times(value, factor)));
  }
  return left;
}

function times(first: number, second: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? FIELD : 0);
    if ((second >> bit) & 1) product ^= first;
  }
  return product;
}
