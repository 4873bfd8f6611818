import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Atlas } from "../game/atlas";
import { api, Refusal, Unreachable } from "../protocol/client";
import type {
  BoardSheet,
  Mark,
  Move,
  Replay,
  ReviewInfo,
  ShownReview,
  View,
} from "../protocol/types";
import { Watching } from "../replay/replay.svelte";
import { use } from "../words/words.svelte";
import { percent, points, signedPoints, told } from "./figures";
import { cardsOf, lightsOf, placeOf } from "./lights";
import { Reviewing } from "./review.svelte";

const SHEET = {
  cities: [],
  routes: [],
  tickets: [{ id: "a-c", name: "a–c", stops: [["a"], ["c"]] }],
  cards: [
    { id: "red", name: "red", one: "red card", other: "red cards", article: "a red card" },
    {
      id: "locomotive",
      name: "locomotive",
      one: "locomotive",
      other: "locomotives",
      article: "a locomotive",
    },
  ],
  rules: {},
} as unknown as BoardSheet;
const LAST = 8;
const view = (seq: number): View =>
  ({
    seq,
    seat: 0,
    pending: [],
    players: [],
    tickets: [],
    display: [],
    closed: [],
  }) as unknown as View;
const REPLAY = {
  board: "usa",
  variant: "classic",
  seat: 0,
  steps: Array.from({ length: LAST + 1 }, (_, seq) => ({
    seq,
    seat: 0,
    events: [],
    view: view(seq),
  })),
} as unknown as Replay;

const option = (margin: number, move: Move = { move: "pass", seat: 0 }) => ({
  move,
  text: {},
  chance: 0.5,
  margin,
});
const judged = (seq: number, seat: number, loss: number, mark: Mark = "best") => ({
  seq,
  seat,
  turn: seq,
  mark,
  loss,
  luck: 0,
  forced: false,
  played: option(0),
  better: [option(loss), option(loss - 1)],
});
const lesson = (code: string, seat: number, ...steps: number[]) => ({
  code,
  seat,
  seq: steps[0] ?? LAST,
  turn: 1,
  points: 4,
  praise: false,
  steps,
  title: {},
  text: {},
});
const REVIEW: ShownReview = {
  board: "usa",
  variant: "classic",
  seats: [0, 1],
  playouts: 100,
  steps: LAST,
  decisions: 4,
  judged: [
    judged(2, 0, 4, "mistake"),
    judged(3, 1, 9, "blunder"),
    judged(5, 0, 3, "mistake"),
    judged(7, 0, 0),
  ],
  lessons: [lesson("hoarded", 0, 2, 5), lesson("other", 1, 3), lesson("pieces_left", 0)],
  summaries: [],
};
const COMPLETE: ReviewInfo = { id: "r", complete: true, ahead: 0, review: REVIEW };
const WAITING: ReviewInfo = { id: "r", complete: false, ahead: 2, review: null };

beforeEach(() => {
  vi.restoreAllMocks();
  vi.useFakeTimers();
  vi.spyOn(api, "replay").mockResolvedValue(REPLAY);
  vi.spyOn(api, "drawing").mockRejectedValue(new Error("not drawn"));
  vi.spyOn(api, "board").mockResolvedValue(SHEET);
});
afterEach(() => vi.useRealTimers());

async function reviewing(): Promise<Reviewing> {
  const watching = new Watching({}, "KRAN-1");
  await watching.load(0);
  return new Reviewing(watching);
}

async function complete(): Promise<Reviewing> {
  vi.spyOn(api, "review").mockResolvedValue(COMPLETE);
  const found = await reviewing();
  await found.begin();
  return found;
}

test("a review begins at the costliest mistake, or at the end as long as it is not complete", async () => {
  const costly = {
    ...REVIEW,
    lessons: [...REVIEW.lessons, { ...lesson("late", 0, 7), points: 9 }],
  };
  vi.spyOn(api, "review").mockResolvedValue({ ...COMPLETE, review: costly });
  const found = await reviewing();
  await found.first();
  expect(found.watching.at).toBe(6);
  expect(found.lesson?.code).toBe("late");

  vi.spyOn(api, "review").mockResolvedValue({ ...COMPLETE, complete: false });
  vi.spyOn(api, "reviewed").mockResolvedValue(COMPLETE);
  const waiting = await reviewing();
  await waiting.first();
  expect(waiting.watching.at).toBe(LAST);
  await vi.advanceTimersByTimeAsync(1500);
  expect(waiting.info?.complete).toBe(true);
  expect(waiting.watching.at).toBe(LAST);
});

test("a review that is opened at a step begins there", async () => {
  vi.spyOn(api, "review").mockResolvedValue(COMPLETE);
  const found = await reviewing();
  found.watching.go(4);
  await found.first();
  expect(found.watching.at).toBe(4);
});

test("a review is looked at again until it is complete", async () => {
  vi.spyOn(api, "review").mockResolvedValue(WAITING);
  const looks = vi
    .spyOn(api, "reviewed")
    .mockResolvedValueOnce(WAITING)
    .mockResolvedValue(COMPLETE);
  const found = await reviewing();
  await found.begin();
  expect(found.info?.ahead).toBe(2);
  await vi.advanceTimersByTimeAsync(2500);
  expect(found.info?.complete).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveBeenCalledTimes(2);
});

test("nobody looks any more once the screen is left", async () => {
  vi.spyOn(api, "review").mockResolvedValue(WAITING);
  const looks = vi.spyOn(api, "reviewed").mockResolvedValue(WAITING);
  const found = await reviewing();
  await found.begin();
  found.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).not.toHaveBeenCalled();
});

test("what goes on for too long is asked for again, and so is what a broken line hid", async () => {
  const asked = vi.spyOn(api, "review").mockRejectedValueOnce(new Unreachable("x"));
  asked.mockResolvedValue(WAITING);
  vi.spyOn(api, "reviewed").mockResolvedValue(WAITING);
  const found = await reviewing();
  await found.begin();
  expect(found.problem).toBe("");
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls.length).toBeGreaterThan(2);
  found.stop();
});

test("what the server refuses is told", async () => {
  const problem = { code: "review_unfinished", params: {}, text: "not over" };
  vi.spyOn(api, "review").mockRejectedValue(new Refusal(409, problem));
  const found = await reviewing();
  await found.begin();
  expect(found.problem).toBe("not over");
});

test("a lesson leads to the position before its decision, and back", async () => {
  const found = await complete();
  expect(found.lessons.map((each) => each.code)).toEqual(["hoarded", "pieces_left"]);
  found.walk(true);
  expect(found.watching.at).toBe(1);
  expect(found.lesson?.code).toBe("hoarded");
  expect(found.decision?.seq).toBe(2);
  found.goTo(5);
  expect(found.lesson?.code).toBe("hoarded");
  found.walk(true);
  expect(found.watching.at).toBe(LAST);
  expect(found.lesson?.code).toBe("pieces_left");
  found.walk(false);
  expect(found.watching.at).toBe(1);
});

test("between two lessons the next one on either side is found", async () => {
  const found = await complete();
  found.watching.go(6);
  expect(found.lesson).toBeNull();
  found.walk(false);
  expect(found.watching.at).toBe(1);
  found.watching.go(6);
  found.walk(true);
  expect(found.lesson?.code).toBe("pieces_left");
});

test("decisions of others are not judged as one's own", async () => {
  const found = await complete();
  found.goTo(3);
  expect(found.decision).toBeNull();
  expect(found.options).toEqual([]);
});

test("the better move is drawn where there is one, else the one played, else the one picked", async () => {
  const found = await complete();
  found.goTo(2);
  expect(found.shown).toBe(1);
  found.pick(2);
  expect(found.shown).toBe(2);
  found.goTo(7);
  expect(found.shown).toBe(0);
});

const position = {
  ...view(1),
  closed: ["b-c"],
  display: ["red", null],
  tickets: [
    { ticket: "a-c", completed: false, path: ["a-b", "b-c"] },
    { ticket: "d-e", completed: false, path: ["d-e"] },
  ],
} as unknown as View;
const claim: Move = { move: "claim", seat: 0, route: "a-b", cards: { locomotive: 1, red: 2 } };
const station: Move = { move: "station", seat: 0, city: "b", cards: { red: 1 } };
const atlas = new Atlas(SHEET, null);

test("a claim is previewed with the way of its ticket; what was played has a ring", () => {
  const lights = lightsOf(claim, station, position, atlas);
  expect(lights.preview).toEqual({ "a-b": 0 });
  expect(lights.last).toEqual({ cities: ["b"] });
  expect(lights.paths?.map((path) => path.routes)).toEqual([["a-b", "b-c"]]);
  expect(lights.rings?.map((ring) => ring.city)).toEqual(["a", "c"]);
  expect(lightsOf(claim, claim, position, atlas).last).toBeUndefined();
});

test("tickets to keep are drawn whole, the others dotted", () => {
  const offer = { tickets: [position.tickets[0], position.tickets[1]] };
  const seen = { ...position, offer } as unknown as View;
  const keep: Move = { move: "keep", seat: 0, tickets: ["d-e"] };
  const { paths } = lightsOf(keep, keep, seen, atlas);
  expect(paths?.map((path) => path.dotted)).toEqual([true, false]);
});

test("cards of a move are shown in the order of the board", () => {
  expect(cardsOf(claim, position, atlas)).toEqual([
    { card: "red" },
    { card: "red" },
    { card: "locomotive" },
  ]);
  expect(cardsOf({ move: "take", seat: 0, place: 1, refill: "train" }, position, atlas)).toEqual([
    { card: "red" },
  ]);
  expect(cardsOf({ move: "draw", seat: 0, pile: "ship" }, position, atlas)).toEqual([
    { pile: "ship" },
  ]);
  expect(placeOf({ move: "pass", seat: 0 }, position)).toBeNull();
});

test("numbers and names are written as the reader writes them", () => {
  use("de", {});
  expect([points(9.25), signedPoints(-9.2), signedPoints(-0.01)]).toEqual(["9,3", "−9,2", "0,0"]);
  use("en", {});
  expect([signedPoints(3.14), percent(0.284)]).toEqual(["+3.1", "28 %"]);
  expect(told({ en: "claim Omaha–Denver (2) with 2 red" })).toBe("claim Omaha – Denver with 2 red");
});
