/** What may be done now, put in order: the server says what is legal, this only sorts it. */

import type {
  BuildHarbour,
  BuildStation,
  ChooseMix,
  ChoosePieces,
  ClaimRoute,
  DrawCard,
  DrawTickets,
  ExchangePieces,
  KeepTickets,
  Move,
  PayTunnel,
  TakeCard,
} from "../protocol/types";

export type Cards = Readonly<Record<string, number>>;
export type BuildKind = "station" | "harbour";

export class Legal {
  readonly claims = new Map<string, ClaimRoute[]>();
  readonly stations = new Map<string, BuildStation[]>();
  readonly harbours = new Map<string, BuildHarbour[]>();
  readonly takes = new Map<number, TakeCard[]>();
  readonly draws = new Map<string, DrawCard>();
  readonly ticketDraws: DrawTickets[] = [];
  readonly exchanges: ExchangePieces[] = [];
  readonly mixes: ChooseMix[] = [];
  readonly keeps: KeepTickets[] = [];
  readonly pieces: ChoosePieces[] = [];
  readonly pays: PayTunnel[] = [];
  readonly withdraw: Move | undefined;
  readonly pass: Move | undefined;

  constructor(readonly moves: readonly Move[]) {
    for (const move of moves) {
      switch (move.move) {
        case "claim":
          add(this.claims, move.route, move);
          break;
        case "station":
          add(this.stations, move.city, move);
          break;
        case "harbour":
          add(this.harbours, move.city, move);
          break;
        case "take":
          add(this.takes, move.place, move);
          break;
        case "draw":
          this.draws.set(move.pile, move);
          break;
        case "tickets":
          this.ticketDraws.push(move);
          break;
        case "exchange":
          this.exchanges.push(move);
          break;
        case "mix":
          this.mixes.push(move);
          break;
        case "keep":
          this.keeps.push(move);
          break;
        case "pieces":
          this.pieces.push(move);
          break;
        case "pay":
          this.pays.push(move);
          break;
        case "withdraw":
          this.withdraw = move;
          break;
        case "pass":
          this.pass = move;
          break;
      }
    }
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

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
