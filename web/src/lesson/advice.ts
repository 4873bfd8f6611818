/**
 * What the guide of the lesson says. The server tells what is legal, which way is shortest and how
 * many cards are missing for a route; only what to recommend is decided here.
 */

import type { Told, TicketView, View } from "../protocol/types";

/** The words of the board that advice needs. */
export interface Names {
  route(id: string): { name: string; colour: string; length: number; points: number } | undefined;
  ticket(id: string): string;
  colour(id: string): string;
  card(id: string, count: number): string;
}

export type Topic =
  | "keep"
  | "wait"
  | "second"
  | "second_ready"
  | "choice"
  | "claim"
  | "take"
  | "take_gray"
  | "locomotive"
  | "collect"
  | "draw"
  | "more_tickets"
  | "use_up"
  | "other"
  | "over";

export interface Advice {
  topic: Topic;
  parameters: Record<string, string | number>;
  /** The ticket whose way is shown. */
  ticket: string | null;
}

/** Something worth a word that has just happened. */
export type News = { kind: "claimed" | "blocked" | "completed" | "lost" | "last" } & {
  parameters: Record<string, string | number>;
};

/** How many cards are missing for routes; those that no card would help to are left out. */
export type Missing = ReadonlyMap<string, number>;

const LOCOMOTIVE = "locomotive";
const GRAY = "gray";
/** With fewer wagons than this, new tickets are a bad bet. */
const ENOUGH = 8;

/** The routes for which the server is to be asked what is missing, before advice can be given. */
export function routesToAsk(view: View): readonly string[] {
  const decides = view.phase === "turn" || view.phase === "second";
  return decides && view.pending.includes(view.seat ?? 0) ? (goal(view)?.path ?? []) : [];
}

/** Advise on what to do now. */
export function advise(view: View, missing: Missing, names: Names): Advice {
  const none = (topic: Topic): Advice => ({ topic, parameters: {}, ticket: null });
  const me = view.seat ?? 0;
  if (view.outcome) return none("over");
  if (view.phase === "keep") return { ...none("keep"), parameters: keepFacts(view) };
  if (!view.pending.includes(me)) return { ...none("wait"), ticket: goal(view)?.ticket ?? null };
  if (view.phase === "ticket_choice") return none("choice");
  const ticket = goal(view);
  if (!ticket) return withoutGoal(view, me);
  const next = nextRoute(view, ticket, missing, names) ?? none("other");
  return { ...next, ticket: ticket.ticket };
}

/** Tell what has happened since one decided last: `before` is the view in which one did. */
export function newsOf(
  view: View,
  before: View | null,
  events: readonly Told[],
  names: Names,
): News[] {
  const me = view.seat ?? 0;
  const news: News[] = [];
  const way = new Set(before?.tickets.flatMap((ticket) => ticket.path) ?? []);
  for (const event of events) {
    if (event.seq <= (before?.seq ?? 0)) continue;
    if (event.code !== "claimed") continue;
    const route = String(event.params["route"]);
    const parameters = { route: names.route(route)?.name ?? route };
    if (event.params["seat"] === me) {
      news.push({
        kind: "claimed",
        parameters: { ...parameters, points: Number(event.params["points"]) },
      });
    } else if (way.has(route)) news.push({ kind: "blocked", parameters });
  }
  for (const ticket of view.tickets) {
    const was = before?.tickets.find((each) => each.ticket === ticket.ticket);
    const parameters = { ticket: names.ticket(ticket.ticket), points: ticket.points };
    if (ticket.completed && was?.completed === false) news.push({ kind: "completed", parameters });
    else if (!ticket.completed && ticket.distance === null && was?.distance != null) {
      news.push({ kind: "lost", parameters });
    }
  }
  if (view.turns_left !== null && before?.turns_left === null) {
    news.push({ kind: "last", parameters: {} });
  }
  return news;
}

/** The ticket that is nearest to being done. */
export function goal(view: View): TicketView | undefined {
  const open = view.tickets.filter((ticket) => !ticket.completed && ticket.distance !== null);
  return open.sort((one, other) => (one.distance ?? 0) - (other.distance ?? 0))[0];
}

function keepFacts(view: View): Record<string, number> {
  const wagons = view.players[view.seat ?? 0]?.pieces["wagon"] ?? 0;
  return { wagons, keep: view.offer?.keep ?? 0 };
}

function withoutGoal(view: View, me: number): Advice {
  const wagons = view.players[me]?.pieces["wagon"] ?? 0;
  const canDraw = view.moves.some((move) => move.move === "tickets");
  const topic = view.turns_left === null && wagons >= ENOUGH && canDraw ? "more_tickets" : "use_up";
  return { topic, parameters: { count: wagons }, ticket: null };
}

/** The route on the way that is easiest to have, and how to come by it. */
function nextRoute(
  view: View,
  ticket: TicketView,
  missing: Missing,
  names: Names,
): Pick<Advice, "topic" | "parameters"> | undefined {
  const count = Math.min(...ticket.path.map((id) => missing.get(id) ?? Infinity));
  const route = names.route(ticket.path.find((id) => missing.get(id) === count) ?? "");
  if (!route) return undefined;
  const colour = route.colour === GRAY ? favourite(view) : route.colour;
  const parameters = {
    ticket: names.ticket(ticket.ticket),
    route: route.name,
    colour: names.colour(colour),
    length: route.length,
    points: route.points,
    count,
    cards: names.card(colour, count),
  };
  return { topic: topicOf(view, count, route.colour, colour), parameters };
}

function topicOf(view: View, missing: number, painted: string, colour: string): Topic {
  if (view.phase === "second") return missing ? "second" : "second_ready";
  return missing ? howToDraw(view, painted, colour) : "claim";
}

function howToDraw(view: View, painted: string, colour: string): Topic {
  if (view.display.includes(colour)) return painted === GRAY ? "take_gray" : "take";
  if (view.display.includes(LOCOMOTIVE)) return "locomotive";
  return painted === GRAY ? "collect" : "draw";
}

/** The colour of which one has most cards. */
function favourite(view: View): string {
  const plain = Object.entries(view.hand).filter(([kind]) => kind !== LOCOMOTIVE);
  const most = plain.sort(([, one], [, other]) => other - one)[0];
  return most?.[0] ?? view.display.find((card) => card && card !== LOCOMOTIVE) ?? "red";
}
