/** The rules of a board in short sections; every number in them comes from the board itself. */

import type { Step } from "../game/decision.svelte";
import type { BoardSheet, Rules } from "../protocol/types";
import { join, say } from "../words/words.svelte";

export type SectionId =
  | "goal"
  | "turn"
  | "cards"
  | "routes"
  | "ships"
  | "rugged"
  | "ferry"
  | "tunnel"
  | "station"
  | "harbour"
  | "exchange"
  | "tickets"
  | "mix"
  | "countries"
  | "tours"
  | "pieces"
  | "end"
  | "bonus"
  | "variants";

export interface Section {
  id: SectionId;
  title: string;
  paragraphs: string[];
  /** The points of a route by its length, from one space on. */
  points?: readonly number[];
  /** What one may choose from. */
  items?: readonly string[];
  /** Named things with a sentence each. */
  list?: { name: string; about: string }[];
}

/** Return the sections that a board needs, in the order in which one learns them. */
export function sectionsOf(sheet: BoardSheet): Section[] {
  const { rules } = sheet;
  const some = (test: (route: BoardSheet["routes"][number]) => boolean): boolean =>
    sheet.routes.some(test);
  return [
    goal(sheet),
    turn(rules),
    cards(rules),
    routes(sheet),
    ...(rules.ships ? [ships()] : []),
    ...(some((route) => route.rugged) ? [rugged()] : []),
    ...(some((route) => route.locomotives > 0) ? [ferry()] : []),
    ...(some((route) => route.tunnel) ? [tunnel()] : []),
    ...(rules.stations ? [station(rules)] : []),
    tickets(rules),
    ...(rules.tickets.mix ? [mix(rules)] : []),
    ...(sheet.countries.length ? [countries(sheet)] : []),
    ...(sheet.tickets.some((ticket) => ticket.stops.length > 2) ? [tours()] : []),
    ...(rules.pieces ? [pieces(rules)] : []),
    ...(rules.harbours ? [harbour(rules)] : []),
    ...(rules.exchange ? [exchange()] : []),
    end(rules),
    bonus(rules),
    ...(sheet.variants.length > 1 || sheet.notes ? [variants(sheet)] : []),
  ];
}

/** Find the section that helps with what is being decided. */
export function sectionFor(step: Step, phase: string, sheet: BoardSheet): SectionId {
  switch (step.kind) {
    case "claim":
    case "route": {
      const route = sheet.routes.find((each) => each.id === step.route);
      if (route?.tunnel) return "tunnel";
      if (route?.locomotives) return "ferry";
      if (route?.rugged) return "rugged";
      return route?.kind === "ship" ? "ships" : "routes";
    }
    case "site":
    case "build":
      return step.build === "station" ? "station" : "harbour";
    case "refill":
      return "cards";
    case "keep":
      return "tickets";
    case "none":
      return phase === "second" ? "cards" : phase === "over" ? "end" : "turn";
    default:
      return step.kind;
  }
}

function goal(sheet: BoardSheet): Section {
  return {
    id: "goal",
    title: say("page.rules.goal"),
    paragraphs: [sheet.about, say("page.rules.goal_1"), say("page.rules.goal_2")],
  };
}

function turn(rules: Rules): Section {
  const acts = [
    say("page.rules.act_cards"),
    say("page.rules.act_claim"),
    say("page.rules.act_tickets"),
  ];
  if (rules.stations) acts.push(say("page.rules.act_station"));
  if (rules.harbours) acts.push(say("page.rules.act_harbour"));
  if (rules.exchange) acts.push(say("page.rules.act_exchange"));
  return {
    id: "turn",
    title: say("page.rules.turn"),
    paragraphs: [say("page.rules.turn_1"), say("page.rules.turn_2")],
    items: acts,
  };
}

function cards(rules: Rules): Section {
  const open = rules.display[0] + rules.display[1];
  const paragraphs = [
    say("page.rules.cards_1", { open }),
    say("page.rules.cards_2"),
    say("page.rules.cards_3", { flush: rules.flush }),
  ];
  if (rules.ships) paragraphs.splice(1, 0, say("page.rules.cards_refill"));
  return { id: "cards", title: say("page.rules.cards"), paragraphs };
}

function routes(sheet: BoardSheet): Section {
  return {
    id: "routes",
    title: say("page.rules.routes"),
    paragraphs: [
      say("page.rules.routes_1"),
      say("page.rules.routes_2"),
      say("page.rules.routes_3"),
      ...(sheet.routes.some((route) => route.lane > 0) ? [say("page.rules.routes_double")] : []),
    ],
    points: sheet.rules.route_points,
  };
}

function ships(): Section {
  return {
    id: "ships",
    title: say("page.rules.ships"),
    paragraphs: [say("page.rules.ships_1"), say("page.rules.ships_2")],
  };
}

function rugged(): Section {
  return {
    id: "rugged",
    title: say("page.rules.rugged"),
    paragraphs: [say("page.rules.rugged_1")],
  };
}

function ferry(): Section {
  return { id: "ferry", title: say("page.rules.ferry"), paragraphs: [say("page.rules.ferry_1")] };
}

function tunnel(): Section {
  return {
    id: "tunnel",
    title: say("page.rules.tunnel"),
    paragraphs: [
      say("page.rules.tunnel_1"),
      say("page.rules.tunnel_2"),
      say("page.rules.tunnel_3"),
    ],
  };
}

function station(rules: Rules): Section {
  return {
    id: "station",
    title: say("page.rules.station"),
    paragraphs: [
      say("page.rules.station_1", { count: rules.stations }),
      say("page.rules.station_2"),
      say("page.rules.station_3", { points: rules.station_bonus }),
    ],
  };
}

function tickets(rules: Rules): Section {
  const { tickets: given } = rules;
  const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);
  const first = given.piles.indexOf("long");
  const long = given.mix || first < 0 ? 0 : (given.start[first] ?? 0);
  return {
    id: "tickets",
    title: say("page.rules.tickets"),
    paragraphs: [
      say("page.rules.tickets_1"),
      say("page.rules.tickets_2", { start: sum(given.start), keep: given.start_keep }),
      ...(long ? [say("page.rules.tickets_long", { count: long })] : []),
      say("page.rules.tickets_3", { count: sum(given.draw), keep: given.draw_keep }),
    ],
  };
}

function mix(rules: Rules): Section {
  const count = rules.tickets.draw.reduce((all, each) => all + each, 0);
  return {
    id: "mix",
    title: say("page.rules.mix"),
    paragraphs: [say("page.rules.mix_1", { count }), say("page.rules.mix_2")],
  };
}

function countries(sheet: BoardSheet): Section {
  const names = join(sheet.countries.map((country) => country.name));
  return {
    id: "countries",
    title: say("page.rules.countries"),
    paragraphs: [say("page.rules.countries_1", { names }), say("page.rules.countries_2")],
  };
}

function tours(): Section {
  return { id: "tours", title: say("page.rules.tours"), paragraphs: [say("page.rules.tours_1")] };
}

function pieces(rules: Rules): Section {
  return {
    id: "pieces",
    title: say("page.rules.pieces"),
    paragraphs: [
      say("page.rules.pieces_1", {
        pieces: rules.pieces,
        wagons: rules.wagons,
        ships: rules.ships,
      }),
      say("page.rules.pieces_2", {
        wagons: rules.suggested_wagons,
        ships: rules.pieces - rules.suggested_wagons,
      }),
    ],
  };
}

function harbour(rules: Rules): Section {
  const [one, two, three] = rules.harbour_values;
  return {
    id: "harbour",
    title: say("page.rules.harbour"),
    paragraphs: [
      say("page.rules.harbour_1", { count: rules.harbours }),
      say("page.rules.harbour_2", { one, two, three }),
      say("page.rules.harbour_3", { points: rules.harbour_penalty }),
    ],
  };
}

function exchange(): Section {
  return {
    id: "exchange",
    title: say("page.rules.exchange"),
    paragraphs: [say("page.rules.exchange_1")],
  };
}

function end(rules: Rules): Section {
  const whose = rules.ships ? "page.rules.end_pieces" : "page.rules.end_wagons";
  return {
    id: "end",
    title: say("page.rules.end"),
    paragraphs: [
      say(whose, { count: rules.end_pieces }),
      say("page.rules.end_turns", { count: rules.end_rounds }),
    ],
  };
}

function bonus(rules: Rules): Section {
  const paragraphs = [say("page.rules.bonus_1")];
  if (rules.longest_path)
    paragraphs.push(say("page.rules.longest", { points: rules.longest_path }));
  if (rules.most_tickets) paragraphs.push(say("page.rules.most", { points: rules.most_tickets }));
  const ties = rules.tie_breaks.map((tie) => say(`tie.${tie}`));
  paragraphs.push(say("page.rules.ties", { ties: join(ties) }));
  return { id: "bonus", title: say("page.rules.bonus"), paragraphs };
}

function variants(sheet: BoardSheet): Section {
  return {
    id: "variants",
    title: say("page.rules.variants"),
    paragraphs: sheet.notes ? [sheet.notes] : [],
    list: sheet.variants.map(({ name, about }) => ({ name, about })),
  };
}
