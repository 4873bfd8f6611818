/** The outlines of spaces and of what lies round them, as SVG paths. */

import { polyline, radians, round } from "./geometry";
import { SPACE_WIDTH, type Point, type Space } from "./model";

const CORNER = 5.5;
/** How far from its end a ship's space begins to narrow. */
const BOW = 26;

type Step = readonly [string, ...Point[]];

/** The outlines of spaces, each grown on all sides. */
export function outlines(spaces: readonly Space[], ship: boolean, grow = 0): string {
  return spaces.map((space) => outline(space, ship, grow)).join("");
}

/** The outline of all that is near to a line along spaces, with round ends. */
export function corridor(line: readonly Point[], reach: number): string {
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i + 1 < line.length; i += 2) {
    const first = line[i] as Point;
    const last = line[i + 1] as Point;
    const length = Math.hypot(last[0] - first[0], last[1] - first[1]) || 1;
    const acrossX = ((last[1] - first[1]) / length) * reach;
    const acrossY = ((first[0] - last[0]) / length) * reach;
    for (const [x, y] of [first, last]) {
      left.push([x + acrossX, y + acrossY]);
      right.push([x - acrossX, y - acrossY]);
    }
  }
  const far = right.at(-1);
  const near = left[0];
  if (!far || !near) return "";
  const cap = (to: Point) => `A${reach} ${reach} 0 0 1 ${round(to[0])} ${round(to[1])}`;
  return `${polyline(left)}${cap(far)}L${polyline(right.reverse()).slice(1)}${cap(near)}Z`;
}

function outline([x, y, angle, length]: Space, ship: boolean, grow: number): string {
  const steps = (ship ? hull : slab)(length / 2 + grow, SPACE_WIDTH / 2 + grow);
  const across = Math.cos(radians(angle));
  const down = Math.sin(radians(angle));
  const place = ([a, b]: Point) =>
    `${round(x + a * across - b * down)} ${round(y + a * down + b * across)}`;
  return steps.map(([command, ...points]) => command + points.map(place).join(" ")).join("") + "Z";
}

/** A rectangle with round corners, given half its length and half its width. */
function slab(length: number, width: number): Step[] {
  const innerX = length - CORNER;
  const innerY = width - CORNER;
  return [
    ["M", [-innerX, -width]],
    ["L", [innerX, -width]],
    ["Q", [length, -width], [length, -innerY]],
    ["L", [length, innerY]],
    ["Q", [length, width], [innerX, width]],
    ["L", [-innerX, width]],
    ["Q", [-length, width], [-length, innerY]],
    ["L", [-length, -innerY]],
    ["Q", [-length, -width], [-innerX, -width]],
  ];
}

/** A hull that is pointed at both ends, given half its length and half its width. */
function hull(length: number, width: number): Step[] {
  const shoulder = length - BOW;
  const cheek = length - 6;
  return [
    ["M", [-length, 0]],
    ["Q", [-cheek, -width], [-shoulder, -width]],
    ["L", [shoulder, -width]],
    ["Q", [cheek, -width], [length, 0]],
    ["Q", [cheek, width], [shoulder, width]],
    ["L", [-shoulder, width]],
    ["Q", [-cheek, width], [-length, 0]],
  ];
}
