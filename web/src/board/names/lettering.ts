/**
 * The names on the map at one scale: how large, and where each stands.
 *
 * They depend on the board, the language, the scale and the cities that matter now, never on the
 * part of the map that is seen: so nothing moves while one pans, and a scale is worked out once.
 */

import { CITY_RADIUS, FONT_SIZE, type Box, type Place } from "../model";
import type { Plan, Spot } from "../plan";
import { candidates, LINE, PLATE, type Form, type Mark, type Named } from "./candidates";
import { choose, type Choice } from "./choose";
import { coverOf } from "./cover";
import { edgeNames, type EdgeName } from "./edges";

/** The width of a text in font sizes. */
export type Measure = (text: string) => number;

/** A name where it stands, in units of the sheet. */
export interface PlacedName {
  readonly city: string;
  readonly country: boolean;
  readonly box: Box;
  readonly lines: readonly string[];
  /** How much of the box, on the left, the letters of tickets take. */
  readonly tags: number;
  /** A line leads from the mark to the name. */
  readonly led: boolean;
  /** It lies over spaces, so it needs a ground of its own. */
  readonly covers: boolean;
}

export interface Lettering {
  /** The scale it was made for. */
  readonly scale: number;
  /** The font size, in units of the sheet. */
  readonly size: number;
  /** The same in pixels at that scale. */
  readonly pixels: number;
  readonly names: readonly PlacedName[];
  /** How many cities have a name at all. */
  readonly cities: number;
  /** Where routes over the edge of a world lead, in a size of their own. */
  readonly edges: { readonly size: number; readonly names: readonly EdgeName[] };
}

export interface Wish {
  readonly scale: number;
  readonly measure: Measure;
  /** The cities that are always shown, with how many letters of tickets stand before their name. */
  readonly must?: ReadonlyMap<string, number>;
  /** Room in the window on the left and on the right of the map, in pixels. */
  readonly aside?: number;
}

/** Two neighbouring scales for which names are placed. */
const STEP = 1.15;
/** No mark is smaller, in pixels. */
const SMALLEST_MARK = 3.2;
/** The mark of a city of a ticket has a ring round it. */
const RINGED = 2;
/** A name that covers more of spaces than this has a ground of its own. */
const COVERS = 0.14;
/** Names may cover this much of spaces on average before a smaller size is tried. */
const MOST_COVER = 0.045;
const LARGEST = 19;
const SMALL_ENOUGH = 11;
/** Room of a letter before a name, in font sizes. */
export const TAG = 1.2;
const MUST_COST = 900;
/** A world that turns goes on beside its frame: names may reach over it a little, in pixels. */
const GOES_ON = 3.5;

/** The next smaller scale for which names are placed. */
export function levelOf(scale: number): number {
  return STEP ** Math.floor(Math.log(scale) / Math.log(STEP) + 1e-6);
}

/** The radius of a city's mark at a scale, in pixels. */
export function markRadius(scale: number, ringed: boolean): number {
  return Math.max(SMALLEST_MARK, CITY_RADIUS * scale) * (ringed ? RINGED : 1);
}

/** Place all names: as large as they fit, the size only shrinking to 10 pixels. */
export function letter(plan: Plan, wish: Wish): Lettering {
  const { drawing } = plan;
  const cover = coverOf(drawing, wish.scale);
  const cities = [...plan.spots.values()];
  const marks = marksOf(plan, wish);
  const named = cities.flatMap((spot) =>
    spot.place.label ? [namedCity(plan, spot, spot.place, wish)] : [],
  );
  const sheet = {
    width: drawing.frame[2] * wish.scale,
    height: drawing.frame[3] * wish.scale,
    aside: Math.max(wish.aside ?? 0, drawing.turn ? GOES_ON : 0),
    cover,
    marks,
  };
  const weights = lanesOf(plan);
  let best: {
    size: number;
    places: ReturnType<typeof candidates>[number][];
    names: Named[];
  } | null = null;
  let most = -1;
  for (const size of sizes(wish.scale)) {
    const choices = named.map((city): Choice => ({
      places: candidates(city, size, sheet),
      dropped: wish.must?.has(city.id) ? MUST_COST : 34 + 6 * (weights.get(city.id) ?? 0),
    }));
    const picked = choose(choices, drawing.turn * wish.scale);
    const names: Named[] = [];
    const places = named.flatMap((city, number) => {
      const place = choices[number]?.places[picked[number] ?? -1];
      if (!place) return [];
      names.push(city);
      return [place];
    });
    const shown = places.length + MUST_COST * names.filter(({ id }) => wish.must?.has(id)).length;
    if (shown > most) {
      best = { size, places, names };
      most = shown;
    }
    const covered = places.reduce((sum, { share }) => sum + share, 0) / (places.length || 1);
    if (places.length < named.length) continue;
    best = { size, places, names };
    if (covered < MOST_COVER || size <= SMALL_ENOUGH) break;
  }
  const { size, places, names } = best ?? { size: SMALL_ENOUGH, places: [], names: [] };
  const [x0, y0] = drawing.frame;
  const taken = [
    ...places,
    ...marks.map(([x, y, r]) => ({ left: x - r, top: y - r, right: x + r, bottom: y + r })),
  ];
  return {
    scale: wish.scale,
    edges: edgeNames(plan, wish.scale, size, wish.measure, cover, taken),
    size: size / wish.scale,
    pixels: size,
    cities: named.length,
    names: places.map((place, number): PlacedName => {
      const city = names[number] as Named;
      const inset = city.plate ? 0 : 0.5;
      return {
        city: city.id,
        country: city.plate,
        box: [
          x0 + (place.left + inset) / wish.scale,
          y0 + place.top / wish.scale,
          (place.right - place.left - 2 * inset) / wish.scale,
          (place.bottom - place.top) / wish.scale,
        ],
        lines: place.lines,
        tags: (tagWidth(wish.must?.get(city.id) ?? 0) * size) / wish.scale,
        led: place.led,
        covers: place.share > COVERS,
      };
    }),
  };
}

/** Sizes to try, in pixels: as drawn where there is room, never under 10. */
function sizes(scale: number): readonly number[] {
  const drawn = Math.min(LARGEST, FONT_SIZE * scale);
  if (drawn >= 14) return [drawn, 14, 13, 12, 11, 10];
  if (scale < 0.145) return [11, 10.5, 10];
  return scale < 0.2 ? [12.5, 12, 11.5, 11, 10.5, 10] : [13.5, 13, 12, 11, 10.5, 10];
}

function tagWidth(letters: number): number {
  return letters ? letters * TAG + 0.1 : 0;
}

function marksOf({ drawing, spots }: Plan, { scale, must }: Wish): Mark[] {
  const turns = drawing.turn ? [-drawing.turn, 0, drawing.turn] : [0];
  return [...spots.values()].flatMap(({ city, at }) =>
    turns.map((turn): Mark => {
      const x = (at[0] + turn - drawing.frame[0]) * scale;
      const y = (at[1] - drawing.frame[1]) * scale;
      return [x, y, markRadius(scale, must?.has(city.id) ?? false), city.name];
    }),
  );
}

function namedCity({ drawing }: Plan, { city, at }: Spot, place: Place, wish: Wish): Named {
  const [x, y, width, height] = place.label?.box ?? [at[0], at[1], 0, 0];
  const tags = tagWidth(wish.must?.get(city.id) ?? 0);
  const form = (lines: readonly string[]): Form => ({
    lines,
    width: Math.max(...lines.map(wish.measure)) + tags,
  });
  const whole = form([city.name]);
  const broken = brokenName(city.name, wish.measure);
  return {
    id: city.id,
    name: city.name,
    x: (at[0] - drawing.frame[0]) * wish.scale,
    y: (at[1] - drawing.frame[1]) * wish.scale,
    radius: markRadius(wish.scale, wish.must?.has(city.id) ?? false),
    drawn: Math.atan2(y + height / 2 - at[1], x + width / 2 - at[0]),
    forms: broken ? [whole, form(broken)] : [whole],
    plate: city.kind === "country",
    must: wish.must?.has(city.id) ?? false,
  };
}

/** A name in two lines as equal as can be. */
function brokenName(name: string, measure: Measure): readonly [string, string] | null {
  const wide = (lines: readonly string[]) => Math.max(...lines.map(measure));
  return breaks(name).sort((one, other) => wide(one) - wide(other))[0] ?? null;
}

/** All ways to break a name in two: at a blank, or after a hyphen. */
export function breaks(name: string): (readonly [string, string])[] {
  return [...name.matchAll(/[ -]/g)]
    .map(({ index, 0: sign }) => {
      const first = name.slice(0, sign === "-" ? index + 1 : index);
      return [first, name.slice(index + 1)] as const;
    })
    .filter(([first, second]) => first && second);
}

/** How many lanes lead to each city: a name where much happens is the last to be left out. */
function lanesOf(plan: Plan): Map<string, number> {
  const lanes = new Map<string, number>();
  for (const { route } of plan.lanes.values()) {
    for (const city of [route.a, route.b]) lanes.set(city, (lanes.get(city) ?? 0) + 1);
  }
  return lanes;
}

export { LINE, PLATE };
