/** What is shown on the map: pieces, and what is pointed out. Routes and cities go by their ids. */

/** The colour of a ticket on the map: one of five, or that of a completed one. */
export type Tone = 0 | 1 | 2 | 3 | 4 | "done";

/** A ring round a city. */
export interface Ring {
  readonly city: string;
  readonly tone?: Tone;
  /** Stands beside the city when several tickets are shown. */
  readonly letter?: string;
}

/** The way of a ticket. */
export interface Path {
  readonly routes: readonly string[];
  readonly tone?: Tone;
  /** Only thought of, such as a ticket that is not going to be kept. */
  readonly dotted?: boolean;
}

/** Everything that is pointed out; what is left out is not shown. */
export interface Highlights {
  /** Routes that can be claimed now: they shine. */
  readonly legal?: readonly string[];
  /** Pulse what is legal once, as when a turn begins. */
  readonly breath?: boolean;
  /** The route that is spoken of now. */
  readonly selected?: string | null;
  /** Routes that are dimmed. */
  readonly veiled?: readonly string[];
  /** Free lanes that nobody may claim any more. */
  readonly closed?: readonly string[];
  /** Routes chosen but not yet claimed, with the seat. */
  readonly preview?: Readonly<Record<string, number>>;
  /** Routes that a station uses, with the seat that owns the station. */
  readonly borrowed?: Readonly<Record<string, number>>;
  readonly paths?: readonly Path[];
  readonly rings?: readonly Ring[];
  /** What the last moves brought. */
  readonly last?: { readonly routes?: readonly string[]; readonly cities?: readonly string[] };
  /** Cities that shine. */
  readonly cities?: readonly string[];
  /** Cities that can be chosen now. */
  readonly choosable?: readonly string[];
}

/** The seats with a piece in a city, by city. */
export type Built = Readonly<Record<string, readonly number[]>>;

/** A place or a route on the map. */
export type Target =
  { readonly kind: "route"; readonly id: string } | { readonly kind: "city"; readonly id: string };

/** What a note on the map is about. */
export interface Spoken {
  readonly routes?: readonly string[];
  readonly cities?: readonly string[];
}

/** The words on the board's own controls. */
export interface BoardWords {
  readonly board: string;
  readonly controls: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fit: string;
  readonly routes: string;
  readonly chooseLane: string;
  readonly close: string;
  readonly overview: string;
}

export function same(first: Target | null, second: Target | null): boolean {
  return first?.kind === second?.kind && first?.id === second?.id;
}
