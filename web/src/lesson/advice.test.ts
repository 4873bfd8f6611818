import { expect, test } from "vitest";
import type { Told, TicketView, View } from "../protocol/types";
import { advise, goal, newsOf, routesToAsk, type Missing, type Names } from "./advice";

const ROUTES: Record<string, { name: string; colour: string; length: number; points: number }> = {
  "graz-linz": { name: "Graz – Linz", colour: "blue", length: 3, points: 4 },
  "linz-wien": { name: "Linz – Wien", colour: "gray", length: 2, points: 2 },
};
const NAMES: Names = {
  route: (id) => ROUTES[id],
  ticket: (id) => id,
  colour: (id) => id,
  card: (id) => id,
};

/** What the server says of the hand that views have here unless they say otherwise. */
const LACKING: Missing = new Map([
  ["graz-linz", 2],
  ["linz-wien", 1],
]);
const ENOUGH: Missing = new Map([["graz-linz", 0]]);

const ticket = (given: Partial<TicketView>): TicketView => ({
  ticket: "graz-wien",
  points: 6,
  any_order: 0,
  penalty: 6,
  pile: "tickets",
  value: -6,
  completed: false,
  distance: 5,
  path: ["graz-linz"],
  ...given,
});

const view = (given: Partial<View>): View =>
  ({
    seat: 0,
    seq: 10,
    phase: "turn",
    pending: [0],
    turns_left: null,
    players: [{ pieces: { wagon: 20 } }],
    display: ["red", "green", "yellow", "black", "white"],
    hand: { blue: 1, red: 1 },
    tickets: [ticket({})],
    offer: null,
    moves: [],
    outcome: null,
    ...given,
  }) as View;

test("at first one is told about tickets and wagons", () => {
  const offer = { tickets: [], keep: 2 };
  expect(advise(view({ phase: "keep", offer }), LACKING, NAMES)).toMatchObject({
    topic: "keep",
    parameters: { keep: 2, wagons: 20 },
  });
});

test("a card that is needed and lies open is to be taken", () => {
  const seen = view({ display: ["red", "blue", "yellow", "black", "locomotive"] });
  expect(advise(seen, LACKING, NAMES)).toMatchObject({
    topic: "take",
    ticket: "graz-wien",
    parameters: { count: 2, route: "Graz – Linz" },
  });
});

test("otherwise a locomotive, otherwise the pile", () => {
  expect(advise(view({ display: ["red", "locomotive"] }), LACKING, NAMES).topic).toBe("locomotive");
  expect(advise(view({}), LACKING, NAMES).topic).toBe("draw");
});

test("what can be claimed on the way is claimed", () => {
  expect(advise(view({ hand: { blue: 3 } }), ENOUGH, NAMES).topic).toBe("claim");
});

test("for a gray route the colour of the hand counts", () => {
  const seen = view({
    tickets: [ticket({ path: ["linz-wien"] })],
    hand: { green: 1, locomotive: 0 },
  });
  const advice = advise({ ...seen, display: ["red"] }, LACKING, NAMES);
  expect(advice).toMatchObject({ topic: "collect", parameters: { colour: "green", count: 1 } });
  expect(advise({ ...seen, display: ["green"] }, LACKING, NAMES).topic).toBe("take_gray");
});

test("the nearest ticket that can still be done is the goal", () => {
  const tickets = [
    ticket({ ticket: "far", distance: 9 }),
    ticket({ ticket: "done", distance: 0, completed: true }),
    ticket({ ticket: "lost", distance: null }),
    ticket({ ticket: "near", distance: 2 }),
  ];
  expect(goal(view({ tickets }))?.ticket).toBe("near");
});

test("with all tickets done one draws more, unless wagons run out", () => {
  const tickets = [ticket({ completed: true })];
  const moves: View["moves"] = [{ move: "tickets", seat: 0, second: 0 }];
  expect(advise(view({ tickets, moves }), LACKING, NAMES).topic).toBe("more_tickets");
  const players = [{ pieces: { wagon: 4 } }] as unknown as View["players"];
  expect(advise(view({ tickets, moves, players }), LACKING, NAMES).topic).toBe("use_up");
});

const claimed = (seq: number, seat: number, route: string): Told => ({
  seq,
  code: "claimed",
  params: { seat, route, points: 4 },
  text: "",
});

test("own claims are praised, and those in one's way are pointed out", () => {
  const events = [claimed(9, 0, "old"), claimed(11, 0, "linz-wien"), claimed(12, 1, "graz-linz")];
  const news = newsOf(view({ seq: 12 }), view({}), events, NAMES);
  expect(news.map((each) => each.kind)).toEqual(["claimed", "blocked"]);
});

test("a ticket that is done, or lost, is told once", () => {
  const after = view({ tickets: [ticket({ completed: true })] });
  expect(newsOf(after, view({}), [], NAMES).map((each) => each.kind)).toEqual(["completed"]);
  expect(newsOf(after, after, [], NAMES)).toEqual([]);
  const lost = view({ tickets: [ticket({ distance: null })] });
  expect(newsOf(lost, view({}), [], NAMES).map((each) => each.kind)).toEqual(["lost"]);
});

test("the last round is announced", () => {
  const kinds = newsOf(view({ turns_left: 2 }), view({}), [], NAMES).map((each) => each.kind);
  expect(kinds).toEqual(["last"]);
});

test("the second card is for what is missing, and once nothing is, for what comes next", () => {
  const seen = { phase: "second" as const, display: ["blue"] };
  expect(advise(view(seen), LACKING, NAMES)).toMatchObject({
    topic: "second",
    parameters: { count: 2 },
  });
  expect(advise(view(seen), ENOUGH, NAMES).topic).toBe("second_ready");
});

test("a route that no card would help to is not recommended", () => {
  expect(advise(view({ hand: { blue: 3 } }), new Map(), NAMES).topic).toBe("other");
});

test("of a way the route is recommended for which the fewest cards are missing", () => {
  const seen = view({ tickets: [ticket({ path: ["graz-linz", "linz-wien"] })] });
  expect(advise(seen, LACKING, NAMES).parameters["route"]).toBe("Linz – Wien");
});

test("the server is asked about the nearest way, while one may decide", () => {
  expect(routesToAsk(view({}))).toEqual(["graz-linz"]);
  expect(routesToAsk(view({ phase: "second" }))).toEqual(["graz-linz"]);
  expect(routesToAsk(view({ pending: [1] }))).toEqual([]);
  expect(routesToAsk(view({ phase: "keep" }))).toEqual([]);
});
