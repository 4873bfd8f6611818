/** A board's geometry, worked out once: the line of every lane, and room beside every city. */

import { distance, distanceToBox, distanceToLine, ends, modulo, polyline } from "./geometry";
import type { BoardData, Box, City, Drawing, Place, Point, Route, Space } from "./model";
import { corridor, outlines } from "./shapes";

/** From the middle of a city to that of its station or harbour. */
const BESIDE = 52;
const DIRECTIONS = 32;
/** From a lane's middle line to the ring round it. */
const RING = 31;

/** One lane, ready to be drawn and to be hit. */
export interface Lane {
  readonly route: Route;
  readonly spaces: readonly Space[];
  /** Along its spaces; in parts where it crosses the map's edge. */
  readonly lines: readonly (readonly Point[])[];
  /** The middle of the lane, on a space. */
  readonly middle: Point;
  /** The same line as an SVG path. */
  readonly line: string;
  /** From city to city, as an SVG path. */
  readonly way: string;
  /** The spaces' outlines. */
  readonly outline: string;
  /** A ring round the whole lane. */
  readonly ring: string;
}

/** One city, ready to be drawn and to be hit. */
export interface Spot {
  readonly city: City;
  readonly place: Place;
  readonly at: Point;
}

export interface Plan {
  readonly drawing: Drawing;
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly spots: ReadonlyMap<string, Spot>;
  /** Places beside a city for stations and harbours, the freest first. */
  readonly beside: (city: string) => readonly Point[];
}

export function planOf(board: BoardData, drawing: Drawing): Plan {
  const lanes = new Map<string, Lane>();
  for (const route of board.routes) {
    const spaces = drawing.spaces[route.id];
    if (spaces?.length) lanes.set(route.id, laneOf(route, spaces, drawing));
  }
  const spots = new Map<string, Spot>();
  for (const city of board.cities) {
    const place = drawing.places[city.id];
    if (place) spots.set(city.id, { city, place, at: [place.x, place.y] });
  }
  const found = new Map<string, readonly Point[]>();
  const beside = (city: string): readonly Point[] => {
    const known = found.get(city) ?? freeSpots(city, lanes, spots);
    found.set(city, known);
    return known;
  };
  return { drawing, lanes, spots, beside };
}

/**
 * The box round some routes with their cities, and round some cities; where the world turns, the
 * narrowest one.
 */
export function extent(plan: Plan, routes: Iterable<string>, cities: Iterable<string>): Box | null {
  const lanes = [...routes].flatMap((id) => plan.lanes.get(id) ?? []);
  const named = [...lanes.flatMap(({ route }) => [route.a, route.b]), ...cities];
  const points = [
    ...lanes.flatMap((lane) => lane.spaces.map(([x, y]): Point => [x, y])),
    ...named.flatMap((id) => {
      const spot = plan.spots.get(id);
      return spot ? [spot.at] : [];
    }),
  ];
  const [first] = points;
  if (!first) return null;
  const { turn } = plan.drawing;
  // A world that turns is cut where nothing of it lies for the longest way.
  const start = turn ? afterWidestGap(points, turn) : 0;
  const xs = points.map(([x]) => (turn ? start + modulo(x - start, turn) : x));
  const ys = points.map(([, y]) => y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

/** The x of the point before which, round a world that turns, there is the widest gap. */
function afterWidestGap(points: readonly Point[], turn: number): number {
  const xs = points.map(([x]) => modulo(x, turn)).sort((one, other) => one - other);
  const gap = (index: number) => modulo((xs[index] ?? 0) - (xs.at(index - 1) ?? 0), turn) || 0;
  const widest = xs.reduce((best, _, index) => (gap(index) > gap(best) ? index : best), 0);
  // A hair before it, so that it is not taken for the last one.
  return (xs[widest] ?? 0) - 1e-6;
}

/** The x of the copy that is nearest to another x, on a world that turns. */
export function nearestTurn(x: number, to: number, turn: number): number {
  return turn ? x + Math.round((to - x) / turn) * turn : x;
}

function laneOf(route: Route, spaces: readonly Space[], drawing: Drawing): Lane {
  const lines = linesOf(spaces, drawing);
  const [x, y] = spaces[Math.floor(spaces.length / 2)] as Space;
  return {
    route,
    spaces,
    lines,
    middle: [x, y],
    line: lines.map(polyline).join(""),
    way: waysOf(route, spaces, drawing).map(polyline).join(""),
    outline: outlines(spaces, route.kind === "ship"),
    ring: lines.map((line) => corridor(line, RING)).join(""),
  };
}

function linesOf(spaces: readonly Space[], drawing: Drawing): Point[][] {
  const parts: Point[][] = [];
  for (const space of spaces) {
    const [first, last] = ends(space);
    const before = parts.at(-1)?.at(-1);
    if (!before || Math.abs(before[0] - first[0]) > drawing.frame[2] / 2) parts.push([]);
    parts.at(-1)?.push(first, last);
  }
  return parts;
}

/** A lane across the map's edge comes twice: leaving on one side, and entering on the other. */
function waysOf(route: Route, spaces: readonly Space[], drawing: Drawing): Point[][] {
  const start = drawing.places[route.a];
  const end = drawing.places[route.b];
  const points: Point[] = spaces.flatMap(ends);
  if (start) points.unshift([start.x, start.y]);
  if (end) points.push([end.x, end.y]);
  const { turn, frame } = drawing;
  const unrolled: Point[] = [];
  for (const [x, y] of points) {
    const before = unrolled.at(-1);
    unrolled.push([before ? nearestTurn(x, before[0], turn) : x, y]);
  }
  const left = Math.min(...unrolled.map(([x]) => x));
  const right = Math.max(...unrolled.map(([x]) => x));
  if (!turn || (left >= frame[0] && right <= frame[0] + frame[2])) return [unrolled];
  const shift = left < frame[0] ? turn : -turn;
  return [unrolled, unrolled.map(([x, y]): Point => [x + shift, y])];
}

/** Away from the city's label and from all spaces. */
function freeSpots(
  id: string,
  lanes: ReadonlyMap<string, Lane>,
  spots: ReadonlyMap<string, Spot>,
): readonly Point[] {
  const spot = spots.get(id);
  if (!spot) return [];
  const lines = [...lanes.values()]
    .flatMap((lane) => lane.lines)
    .filter((line) => line.some((point) => distance(point, spot.at) < 4 * BESIDE));
  const freedom = (point: Point): number => {
    const room = Math.min(2 * BESIDE, ...lines.map((line) => distanceToLine(point, line)));
    return spot.place.label ? Math.min(room, distanceToBox(point, spot.place.label.box)) : room;
  };
  const found: { point: Point; room: number }[] = [];
  for (let step = 0; step < DIRECTIONS; step++) {
    const angle = (2 * Math.PI * step) / DIRECTIONS;
    const point: Point = [
      spot.at[0] + BESIDE * Math.cos(angle),
      spot.at[1] + BESIDE * Math.sin(angle),
    ];
    found.push({ point, room: freedom(point) });
  }
  found.sort((first, second) => second.room - first.room);
  const chosen: Point[] = [];
  for (const { point } of found) {
    if (chosen.every((other) => distance(other, point) > BESIDE)) chosen.push(point);
  }
  return chosen;
}
