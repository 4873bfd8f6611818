/** Where the name of a city may stand, in pixels, the best places first. */

import type { Cover } from "./cover";

interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A place for a name: its box, and what it costs to put it there. */
export interface Candidate extends Sides {
  readonly lines: readonly string[];
  /** A line must tell whose name it is: it is far from its mark, or nearer to another. */
  readonly led: boolean;
  /** The part of the name that lies over spaces. */
  readonly share: number;
  readonly cost: number;
}

/** A city that has a name, in pixels from the frame's upper left corner. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Of its mark. */
  readonly radius: number;
  /** In which direction the drawing has put the name. */
  readonly drawn: number;
  /** The name in one line, and in two if it can be broken; with the width of each line in font sizes. */
  readonly forms: readonly Form[];
  /** A country's name stands on a plate. */
  readonly plate: boolean;
  /** It is to be shown wherever there is a place, however far. */
  readonly must: boolean;
}

export interface Form {
  readonly lines: readonly string[];
  readonly width: number;
}

/** A mark that no name may cover: a circle, and the name of its city. */
export type Mark = readonly [x: number, y: number, radius: number, name: string];

/** The height of a line, in font sizes. */
export const LINE = 0.9;
/** Round the name of a country, in pixels. */
export const PLATE = 3;
/** How many places of a city are compared with those of its neighbours. */
export const KEPT = 44;

const DIRECTIONS = 24;
/** Distances from the mark in pixels, and what each costs. */
const GAPS: readonly (readonly [number, number])[] = [
  [1.5, 0],
  [4.5, 0.35],
  [9, 1.5],
  [16, 3],
  [25, 5],
];
/** The same for names that must be shown. */
const FAR_GAPS: typeof GAPS = [...GAPS, [36, 8], [50, 12]];
/** From this distance on a line leads to the name, in pixels. */
const LED = 7;
/** What it costs a name that must be shown to stand nearer to another city than to its own. */
const ASTRAY = 6;
/** By how much a name is nearer to its own city than to any other, in pixels. */
const NEARER = 1.5;
/** When this many places cost less than the next distance does, it is not looked at. */
const ENOUGH = 10;
/** Air between a name and any mark, in pixels. */
const AIR = 0.8;
/** A name may reach above and below the frame by this much, in pixels. */
const BEYOND = 2;
/** At the sides, where a window may end, it stays inside by this much, with its halo. */
const INSIDE = 1.5;
/** One that must be shown and has no other place may reach over the sides by this much. */
const FAR_BEYOND = 30;
/** What it costs to reach further: little where the window has room, else nearly as much as a clash. */
const ASIDE = 0.8;
const OUTSIDE = 60;

const WAYS = Array.from({ length: DIRECTIONS }, (_, number) => {
  const angle = (number / DIRECTIONS) * 2 * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const cut = (value: number) => Math.max(-1, Math.min(1, 1.8 * value));
  return {
    angle,
    cos,
    sin,
    // Where on the name's border the point lies that is nearest to the city.
    right: cut(cos),
    down: cut(sin),
    // One reads from left to right: right of the city is best, below the worst.
    taste: 0.25 * (1 - cos) + (sin > 0.5 ? 0.15 : 0),
  };
});

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Room that the window has on the left and on the right of it. */
  readonly aside: number;
  readonly cover: Cover;
  readonly marks: readonly Mark[];
}

/** Return the best places for a name in a font size. */
export function candidates(city: Named, size: number, sheet: Sheet): Candidate[] {
  const found: Candidate[] = [];
  const reach = Math.max(...city.forms.map((form) => form.width)) * size + 80;
  const near = sheet.marks.filter(
    ([x, y]) =>
      Math.abs(x - city.x) < reach &&
      Math.abs(y - city.y) < 5 * size + 40 &&
      (x !== city.x || y !== city.y),
  );
  const padding = city.plate ? PLATE : 0;
  const aside = Math.max(city.must ? FAR_BEYOND : -INSIDE, sheet.aside - INSIDE);
  for (const [gap, price] of city.must ? FAR_GAPS : GAPS) {
    if (found.filter((each) => each.cost < price).length >= ENOUGH) break;
    for (const [broken, form] of city.forms.entries()) {
      const width = form.width * size + 1 + 2 * padding;
      const height = form.lines.length * LINE * size + (city.plate ? 2 : 0);
      for (const way of WAYS) {
        const away = city.radius + gap;
        // Beside a straight side the name slides along it instead of round a corner.
        const right = Math.abs(way.down) < 1 ? Math.sign(way.cos) * away : way.cos * away;
        const down = Math.abs(way.right) < 1 ? Math.sign(way.sin) * away : way.sin * away;
        const left = city.x + right + ((way.right - 1) * width) / 2;
        const top = city.y + down + ((way.down - 1) * height) / 2;
        const box = { left, top, right: left + width, bottom: top + height };
        if (left < -aside || top < -BEYOND) continue;
        if (box.right > sheet.width + aside || box.bottom > sheet.height + BEYOND) continue;
        const outside = Math.max(-left, box.right - sheet.width);
        const nearest = distanceToMarks(box, near, city.name);
        if (nearest < AIR) continue;
        const astray = nearest < distance(box, city.x, city.y) - city.radius + NEARER;
        if (astray && !city.must) continue;
        const share = sheet.cover(box.left, box.top, box.right, box.bottom);
        const cost =
          price +
          way.taste +
          0.35 * (1 - Math.cos(way.angle - city.drawn)) +
          share * ((9 * width * height) / (4 * size * size) + 4) +
          (astray ? ASTRAY : 0) +
          (broken ? 0.4 : 0) +
          (outside <= -INSIDE ? 0 : outside <= sheet.aside - INSIDE ? ASIDE : OUTSIDE);
        found.push({ ...box, lines: form.lines, led: astray || gap >= LED, share, cost });
      }
    }
  }
  return found.sort((one, other) => one.cost - other.cost).slice(0, KEPT);
}

/** How far a point is from a box. */
function distance(box: Sides, x: number, y: number): number {
  const right = Math.max(box.left - x, 0, x - box.right);
  const down = Math.max(box.top - y, 0, y - box.bottom);
  return Math.sqrt(right * right + down * down);
}

/** How far a box is from the nearest mark of another name; less than nothing if it covers any mark. */
function distanceToMarks(box: Sides, marks: readonly Mark[], own: string): number {
  let nearest = Infinity;
  for (const [x, y, radius, name] of marks) {
    const away = distance(box, x, y) - radius;
    if (away < AIR) return -1;
    // The ends of a country share its name: beside any of them it tells the truth.
    if (away < nearest && name !== own) nearest = away;
  }
  return nearest;
}
