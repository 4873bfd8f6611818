/** Looks things up on a board: what has which name, and what belongs together. */

import type {
  BoardSheet,
  CardSheet,
  CitySheet,
  Drawing,
  RouteSheet,
  TicketSheet,
} from "../protocol/types";
import { say } from "../words/words.svelte";

export class Atlas {
  private readonly cities: ReadonlyMap<string, CitySheet>;
  private readonly routes: ReadonlyMap<string, RouteSheet>;
  private readonly tickets: ReadonlyMap<string, TicketSheet>;
  private readonly cards: ReadonlyMap<string, CardSheet>;
  /** How many routes lie side by side, by their connection. */
  private readonly lanes = new Map<number, number>();
  /** Every kind of card, in the order in which hands are shown. */
  readonly order: readonly string[];

  constructor(
    readonly sheet: BoardSheet,
    readonly drawing: Drawing | null,
  ) {
    this.cities = new Map(sheet.cities.map((city) => [city.id, city]));
    this.routes = new Map(sheet.routes.map((route) => [route.id, route]));
    this.tickets = new Map(sheet.tickets.map((ticket) => [ticket.id, ticket]));
    this.cards = new Map(sheet.cards.map((card) => [card.id, card]));
    this.order = sheet.cards.map((card) => card.id);
    for (const { connection } of sheet.routes) {
      this.lanes.set(connection, (this.lanes.get(connection) ?? 0) + 1);
    }
  }

  /** Whether the map is higher than wide, so that it stands beside the rail rather than above. */
  get tall(): boolean {
    const sheet = this.drawing?.sheet;
    return sheet !== undefined && sheet[3] > sheet[2];
  }

  city(id: string): string {
    return this.cities.get(id)?.name ?? id;
  }

  route(id: string): RouteSheet | undefined {
    return this.routes.get(id);
  }

  /** The two ends of a route; which of several lanes it is, the map shows. */
  routeName(id: string): string {
    const route = this.routes.get(id);
    return route ? `${this.city(route.a)} – ${this.city(route.b)}` : id;
  }

  /** Where a route lies side by side with others: which of them it is, and how many they are. */
  lane(id: string): { number: number; count: number } | null {
    const route = this.routes.get(id);
    const count = (route && this.lanes.get(route.connection)) ?? 0;
    return route && count > 1 ? { number: route.lane, count } : null;
  }

  ticket(id: string): TicketSheet | undefined {
    return this.tickets.get(id);
  }

  /** The stops of a ticket in words; a country stands for all its ends. */
  ticketName(id: string): string {
    return (this.tickets.get(id)?.name ?? id).replaceAll("–", " – ");
  }

  /** All places that a ticket names. */
  ticketCities(id: string): readonly string[] {
    return this.tickets.get(id)?.stops.flat() ?? [];
  }

  /** A kind of card in the plural that fits a number, without the number: "red cards". */
  card(id: string, count = 1): string {
    return this.cards.get(id)?.[count === 1 ? "one" : "other"] ?? id;
  }

  /** One card with its article: "a red card". */
  aCard(id: string): string {
    return this.cards.get(id)?.article ?? id;
  }

  /** A kind of card as it stands in a list: "red". */
  cardLabel(id: string): string {
    return this.cards.get(id)?.name ?? id;
  }

  /** Cards in words: "3 red cards, 1 locomotive". */
  cardList(cards: Readonly<Record<string, number>>): string {
    const parts = this.sorted(cards).map(
      ([id, count]) => `${String(count)} ${this.card(id, count)}`,
    );
    return parts.length ? parts.join(", ") : say("card.none");
  }

  /** Kinds of cards with their numbers, in the order of the board; what is not there is left out. */
  sorted(cards: Readonly<Record<string, number>>): [string, number][] {
    return this.order
      .map((id): [string, number] => [id, cards[id] ?? 0])
      .filter(([, count]) => count > 0);
  }
}
