// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BoardData, Box, Drawing } from "../model";
import { planOf, type Plan } from "../plan";
import { breaks, letter, levelOf, markRadius, type Lettering, type PlacedName } from "./lettering";

const PACKAGE = new URL("../../../../src/stellwerk/", import.meta.url);
const BOARDS = ["usa", "europe", "germany", "world", "great_lakes", "lesson"];
const LANGUAGES = ["de", "en"];
/** Widths of the map on a telephone held upright, and on a low laptop, in pixels. */
const WIDTHS = [384, 940];
const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, PACKAGE), "utf8"));
const widths = json("drawing/data/letters.json") as Record<string, number>;
const measure = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (widths[sign] ?? 500) / 1000 + 0.02, 0);

function planFrom(name: string, language: string): Plan {
  const drawing = json(`board/data/${name}.drawing.json`) as Drawing;
  const board: BoardData = {
    id: name,
    name,
    cities: Object.entries(drawing.places).map(([id, { label }]) => ({
      id,
      name: (label?.lines[language] ?? []).join(" ").replace("- ", "-"),
      kind: /-\d$/.test(id) ? "country" : label ? "city" : "junction",
    })),
    routes: [],
  };
  return planOf(board, drawing);
}

/** How far a point is from a box. */
function distance([left, top, width, height]: Box, x: number, y: number): number {
  const across = Math.max(left - x, 0, x - left - width);
  return Math.hypot(across, Math.max(top - y, 0, y - top - height));
}

/** Names that are nearer to the mark of a city with another name than to their own. */
function astray(
  { drawing, spots }: Plan,
  { names, scale }: Lettering,
  must: ReadonlyMap<string, number>,
): PlacedName[] {
  const turns = drawing.turn ? [-drawing.turn, 0, drawing.turn] : [0];
  return names.filter(({ city: own, box }) => {
    const away = ([x, y]: readonly [number, number], city: string, turn: number): number =>
      distance(box, x + turn, y) - markRadius(scale, must.has(city)) / scale;
    const spot = spots.get(own);
    if (!spot) return true;
    const nearest = away(spot.at, own, 0);
    return [...spots.values()].some(
      ({ at, city }) =>
        city.name !== spot.city.name && turns.some((turn) => away(at, city.id, turn) <= nearest),
    );
  });
}

function touch([x, y, width, height]: Box, [left, top, wide, high]: Box): boolean {
  return x < left + wide && left < x + width && y < top + high && top < y + height;
}

/** Names that lie on another name or on a city, also across the edge of a world that turns. */
function clashes({ drawing, spots }: Plan, { names, scale }: Lettering): string[] {
  const found: string[] = [];
  const turns = drawing.turn ? [-drawing.turn, 0, drawing.turn] : [0];
  const radius = markRadius(scale, false) / scale;
  for (const [index, name] of names.entries()) {
    for (const turn of turns) {
      const box: Box = [name.box[0] + turn, name.box[1], name.box[2], name.box[3]];
      for (const other of names.slice(index + 1)) {
        if (touch(box, other.box)) found.push(`${name.city} on ${other.city}`);
      }
      for (const { at, city } of spots.values()) {
        if (distance(box, ...at) < radius) found.push(`${name.city} on the mark of ${city.id}`);
      }
    }
  }
  return found;
}

describe.each(BOARDS)("the names of %s", (board) => {
  it.each(LANGUAGES)("all stand apart from each other and from every city in %s", (language) => {
    const plan = planFrom(board, language);
    for (const width of WIDTHS) {
      const wide = board === "germany" ? 0.69 * width : width;
      const found = letter(plan, { scale: wide / plan.drawing.frame[2], measure });
      expect(clashes(plan, found)).toEqual([]);
      expect(found.pixels).toBeGreaterThanOrEqual(10);
      if (width > 900) expect(found.names).toHaveLength(found.cities);
      expect(found.names.length / found.cities).toBeGreaterThan(0.9);
    }
  });
});

/** The larger side of a map that is shown whole, from the smallest telephone to a desk, in pixels. */
const SIDES = [260, 300, 340, 384, 440, 520, 640, 780, 940, 1200];

describe.each(BOARDS)("the names of %s", (board) => {
  it.each(LANGUAGES)(
    "stand nearest to their own city, or a line leads there, in %s",
    (language) => {
      const plan = planFrom(board, language);
      const [, , width, height] = plan.drawing.frame;
      const cities = [...plan.spots.keys()].filter((city) => plan.spots.get(city)?.place.label);
      for (const side of SIDES) {
        const scale = levelOf(side / Math.max(width, height));
        for (const every of [0, 3, 5]) {
          const chosen = cities.filter((_, number) => every && number % every === 1);
          const must = new Map(chosen.map((city) => [city, 1]));
          const found = letter(plan, { scale, measure, must });
          const wrong = astray(plan, found, must).filter(
            ({ led, city }) => !led || !must.has(city),
          );
          expect(wrong.map(({ city }) => `${city} at ${String(side)}`)).toEqual([]);
          expect(clashes(plan, found)).toEqual([]);
        }
      }
    },
  );
});

it.each(["usa", "europe", "germany", "great_lakes"])(
  "of %s are not cut where a telephone ends, also while each of them may be chosen",
  (board) => {
    for (const language of LANGUAGES) {
      const plan = planFrom(board, language);
      const [left, , width] = plan.drawing.frame;
      const cities = [...plan.spots.keys()].filter((city) => plan.spots.get(city)?.place.label);
      // From the whole map to one seen from near; Germany is never as wide as the window.
      for (const wide of board === "germany" ? [700, 900] : [384, 440, 580, 710, 900]) {
        const scale = levelOf(wide / width);
        const all = new Map(board === "europe" ? cities.map((city) => [city, 0]) : []);
        for (const must of [new Map<string, number>(), all]) {
          const { names } = letter(plan, { scale, measure, must });
          const cut = names.filter(
            ({ box }) => box[0] < left || box[0] + box[2] > left + width + 1e-6,
          );
          expect(cut.map(({ city }) => `${city} at ${String(wide)}`)).toEqual([]);
        }
      }
    }
  },
);

it("of tickets are there however little room there is, with room for their letters", () => {
  const plan = planFrom("germany", "de");
  const must = new Map(["berlin", "chemnitz", "dresden", "leipzig"].map((city) => [city, 2]));
  const found = letter(plan, { scale: 240 / plan.drawing.frame[2], measure, must });
  const shown = new Map(found.names.map((name) => [name.city, name]));
  for (const city of must.keys()) expect(shown.get(city)?.tags).toBeGreaterThan(0);
  expect(clashes(plan, found)).toEqual([]);
});

/** The height of the map on a telephone that lies on its side, in pixels. */
const LYING = 382;

it.each([
  ["Switzerland and France", ["schweiz", "frankreich"], ["munchen", "saarbrucken", "freiburg"]],
  ["the Netherlands and France", ["niederlande", "frankreich"], ["dusseldorf", "mainz"]],
  ["Austria and Switzerland", ["osterreich", "schweiz"], ["konstanz", "lindau", "ulm"]],
  ["Denmark and Switzerland", ["danemark", "schweiz"], ["kiel", "karlsruhe", "stuttgart"]],
])("of %s are there at each of their ends, on a telephone on its side", (_, countries, cities) => {
  for (const language of LANGUAGES) {
    const plan = planFrom("germany", language);
    const ends = [...plan.spots.keys()].filter((id) => countries.includes(id.replace(/-\d$/, "")));
    const must = new Map([...ends, ...cities].map((city) => [city, 1]));
    expect(ends.length).toBeGreaterThan(3);
    const found = letter(plan, { scale: levelOf(LYING / plan.drawing.frame[3]), measure, must });
    const shown = new Set(found.names.map(({ city }) => city));
    expect([...must.keys()].filter((city) => !shown.has(city))).toEqual([]);
    expect(clashes(plan, found)).toEqual([]);
  }
});

it("stand beside the map where the window has room there, and stay on it where it has none", () => {
  const plan = planFrom("germany", "de");
  const [left, , width] = plan.drawing.frame;
  const scale = levelOf(265 / plan.drawing.frame[3]);
  const must = new Map(["dresden", "augsburg", "koln", "hamburg"].map((city) => [city, 1]));
  const dresden = (aside: number) => {
    const found = letter(plan, { scale, measure, must, aside });
    const place = found.names.find(({ city }) => city === "dresden");
    return {
      led: place?.led,
      right: ((place?.box[0] ?? 0) + (place?.box[2] ?? 0) - left - width) * scale,
    };
  };
  expect(dresden(80).right).toBeGreaterThan(30);
  expect(dresden(80).led).toBe(false);
  expect(dresden(0).right).toBeLessThanOrEqual(30);
});

it("are broken at blanks and after hyphens", () => {
  expect(breaks("Sault St. Marie")).toEqual([
    ["Sault", "St. Marie"],
    ["Sault St.", "Marie"],
  ]);
  expect(breaks("Baden-Baden")).toEqual([["Baden-", "Baden"]]);
  expect(breaks("Roma")).toEqual([]);
});

it("are placed for the next smaller of a few scales", () => {
  for (const scale of [0.05, 0.12, 0.24, 0.6, 1.5]) {
    const level = levelOf(scale);
    expect(level).toBeLessThanOrEqual(scale * 1.0001);
    expect(level * 1.15).toBeGreaterThan(scale);
    expect(levelOf(level)).toBeCloseTo(level, 9);
  }
});
