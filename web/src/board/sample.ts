/** A small board for tests: a cross of cities, a double lane, and a world that turns. */

import type { BoardData, City, Drawing, Place, Route, Space } from "./model";

const city = (id: string): City => ({ id, name: id.toUpperCase(), kind: "city" });
const route = (id: string, a: string, b: string, kind: Route["kind"] = "train"): Route => ({
  id,
  name: `${a} – ${b}`,
  a,
  b,
  colour: "red",
  kind,
});
const place = (x: number, y: number): Place => ({
  x,
  y,
  label: { box: [x - 60, y - 80, 120, 36], lines: { en: [`${x}`] } },
});
/** Level spaces, one after the other. */
const level = (y: number, ...xs: number[]): Space[] => xs.map((x) => [x, y, 0, 88]);

/**
 * West, middle and east lie 400 apart; north lies above the middle. Two lanes lead from west to
 * middle. The world turns every 1200 units: `round` leaves east on the right and comes to west.
 */
export const BOARD: BoardData = {
  id: "sample",
  name: "Sample",
  cities: ["west", "middle", "east", "north"].map(city),
  routes: [
    route("west-middle/1", "west", "middle"),
    route("west-middle/2", "west", "middle"),
    route("middle-east", "middle", "east", "ship"),
    route("middle-north", "middle", "north"),
    route("round", "east", "west", "ship"),
  ],
};

export const DRAWING: Drawing = {
  board: "sample",
  sheet: [-100, -100, 1400, 1000],
  frame: [-50, -50, 1300, 900],
  turn: 1200,
  places: {
    west: place(200, 500),
    middle: place(600, 500),
    east: place(1000, 500),
    north: place(600, 100),
  },
  connections: [],
  spaces: {
    "west-middle/1": level(479, 300, 400, 500),
    "west-middle/2": level(521, 300, 400, 500),
    "middle-east": level(500, 700, 800, 900),
    "middle-north": [
      [600, 400, -90, 88],
      [600, 300, -90, 88],
      [600, 200, -90, 88],
    ],
    round: level(500, 1100, 0, 100),
  },
};

/** The same board on a sheet with edges. */
export const FLAT: Drawing = { ...DRAWING, turn: 0 };
