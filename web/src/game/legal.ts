/** What may be done now, put in order: the server says what is legal, this only sorts it. */

import type {
  BuildHarbour,
  BuildStation,
  ClaimRoute,
  DrawCard,
  ExchangePieces,
  KeepTickets,
  Move,
} from "../protocol/types";

export type Cards = Readonly<Record<string, number>>;
export type BuildKind = "station" | "harbour";

export class Legal {
  readonly claims;
  readonly stations;
  readonly harbours;
  readonly takes;
  readonly draws: ReadonlyMap<string, DrawCard>;
  readonly ticketDraws;
  readonly exchanges;
  readonly mixes;
  readonly keeps;
  readonly pieces;
  readonly pays;
  readonly withdraw: Move | undefined;
  readonly pass: Move | undefined;

  constructor(readonly moves: readonly Move[]) {
    this.claims = grouped(of(moves, "claim"), (move) => move.route);
    this.stations = grouped(of(moves, "station"), (move) => move.city);
    this.harbours = grouped(of(moves, "harbour"), (move) => move.city);
    this.takes = grouped(of(moves, "take"), (move) => move.place);
    this.draws = new Map(of(moves, "draw").map((move) => [move.pile, move]));
    this.ticketDraws = of(moves, "tickets");
    this.exchanges = of(moves, "exchange");
    this.mixes = of(moves, "mix");
    this.keeps = of(moves, "keep");
    this.pieces = of(moves, "pieces");
    this.pays = of(moves, "pay");
    this.withdraw = of(moves, "withdraw")[0];
    this.pass = of(moves, "pass")[0];
  }

  /** The places where something can be built. */
  builds(kind: BuildKind): ReadonlyMap<string, readonly (BuildStation | BuildHarbour)[]> {
    return kind === "station" ? this.stations : this.harbours;
  }

  /** The routes that can be claimed with at least one card of each of these kinds. */
  claimsWith(kinds: readonly string[]): string[] {
    const fits = (move: ClaimRoute): boolean => kinds.every((kind) => (move.cards[kind] ?? 0) > 0);
    return [...this.claims].filter(([, moves]) => moves.some(fits)).map(([route]) => route);
  }

  /** The move that keeps exactly these tickets, if it may be made. */
  keep(tickets: ReadonlySet<string>): KeepTickets | undefined {
    return this.keeps.find(
      (move) =>
        move.tickets.length === tickets.size && move.tickets.every((each) => tickets.has(each)),
    );
  }

  /** How many pieces of a kind may be given, in rising order. */
  exchangesOf(given: "wagon" | "ship"): ExchangePieces[] {
    return this.exchanges
      .filter((move) => move.given === given)
      .sort((one, other) => one.number - other.number);
  }
}

/** The moves of one kind. */
function of<Kind extends Move["move"]>(
  moves: readonly Move[],
  kind: Kind,
): Extract<Move, { move: Kind }>[] {
  return moves.filter((move): move is Extract<Move, { move: Kind }> => move.move === kind);
}

function grouped<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key) {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
