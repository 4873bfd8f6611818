import { beforeEach, expect, test } from "vitest";
import { Atlas } from "../game/atlas";
import type { BoardSheet } from "../protocol/types";
import { use } from "../words/words.svelte";
import { answersTo, exampleOf } from "./command";

const lane = (number: number, colour: string) => ({
  id: `calgary-vancouver/${String(number)}`,
  name: `Vancouver–Calgary (${String(number)})`,
  a: "vancouver",
  b: "calgary",
  colour,
  length: 3,
  points: 4,
  kind: "train",
  lane: number,
  connection: 7,
  locomotives: 0,
});
const ATLAS = new Atlas(
  {
    cities: [
      { id: "vancouver", name: "Vancouver" },
      { id: "calgary", name: "Calgary" },
    ],
    routes: [lane(1, "red"), lane(2, "gray")],
    tickets: [],
    cards: [
      { id: "red", name: "red", one: "red card", other: "red cards", article: "a red card" },
      { id: "locomotive", name: "", one: "locomotive", other: "locomotives", article: "" },
    ],
  } as unknown as BoardSheet,
  null,
);

beforeEach(() => {
  use("en", {
    "colour.red": "red",
    "count.points": ["{count} point", "{count} points"],
    "page.route.any": "any colour",
    "page.route.lane": "lane {number} of {count}",
    "page.route.spaces": ["{count} space", "{count} spaces"],
  });
});

test("cards to choose from are named, and sent as the server wrote them", () => {
  const texts = ["claim calgary-vancouver/1 2 red 1 locomotive"];
  const params = { choices: [{ red: 2, locomotive: 1 }], texts };
  expect(answersTo({ code: "spends_locomotives", params, text: "" }, ATLAS)).toEqual([
    { text: texts[0], label: "2 red cards, 1 locomotive" },
  ]);
});

test("lanes to choose from are told apart", () => {
  const choices = ["calgary-vancouver/1", "calgary-vancouver/2"];
  const texts = choices.map((route) => `claim ${route}`);
  const found = answersTo({ code: "choose_lane", params: { choices, texts }, text: "" }, ATLAS);
  expect(found.map((answer) => answer.label)).toEqual([
    "Vancouver – Calgary, lane 1 of 2, 3 spaces · red · 4 points",
    "Vancouver – Calgary, lane 2 of 2, 3 spaces · any colour · 4 points",
  ]);
});

test("a problem that asks nothing has no answers", () => {
  expect(answersTo({ code: "taken", params: { route: "x" }, text: "" }, ATLAS)).toEqual([]);
});

test("the example is a route of the board", () => {
  expect(exampleOf(ATLAS)).toBe("van cal");
});
