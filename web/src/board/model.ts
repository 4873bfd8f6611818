/** What the board is told about a map: places and routes, and where they lie. It knows no rules. */

/** Left, top, width, height. */
export type Box = readonly [number, number, number, number];
export type Point = readonly [number, number];
/** The middle of a space, its direction in degrees (0: right, 90: down), and its length. */
export type Space = readonly [number, number, number, number];

export interface Label {
  readonly box: Box;
  /** One or two centred lines in every language. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  /** Only a junction has none. */
  readonly label: Label | null;
}

/** All lanes between two cities. */
export interface Connection {
  readonly routes: readonly string[];
  readonly curve: readonly [Point, Point, Point, Point];
  readonly wraps: boolean;
}

/** Where everything lies on the sheet, in units of which a space is about 100 long. */
export interface Drawing {
  readonly board: string;
  /** The whole picture, border included. */
  readonly sheet: Box;
  /** The map inside the border. */
  readonly frame: Box;
  /** How far right a whole turn round the world leads; 0 where nothing wraps. */
  readonly turn: number;
  readonly places: Readonly<Record<string, Place>>;
  readonly connections: readonly Connection[];
  /** By route, from its first city to its second. */
  readonly spaces: Readonly<Record<string, readonly Space[]>>;
  /** Where connections across the map's edge lead. */
  readonly edges?: readonly EdgeMark[];
  /** How far the land goes on round the frame; older drawings end there. */
  readonly ground?: Box | null;
}

/** Tells at the map's edge where a connection across it leads. */
export interface EdgeMark {
  readonly side: "left" | "right";
  readonly y: number;
  readonly city: string;
  readonly routes: readonly string[];
}

export interface City {
  readonly id: string;
  /** Empty for a junction. */
  readonly name: string;
  readonly kind: "city" | "country" | "junction";
}

export interface Route {
  readonly id: string;
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly colour: string;
  readonly kind: "train" | "ship";
}

/** The places and routes of a board, in one language. */
export interface BoardData {
  readonly id: string;
  readonly name: string;
  readonly cities: readonly City[];
  readonly routes: readonly Route[];
}

/** The width of a space, across the route. */
export const SPACE_WIDTH = 36;
export const CITY_RADIUS = 24;
export const FONT_SIZE = 42;
