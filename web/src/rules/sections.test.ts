import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { BoardSheet, Rules } from "../protocol/types";
import { use } from "../words/words.svelte";
import { sectionFor, sectionsOf } from "./sections";

const RULES = {
  tickets: {
    piles: ["tickets"],
    start: [3],
    start_keep: 2,
    draw: [3],
    draw_keep: 1,
    mix: false,
  },
  display: [5, 0],
  flush: 3,
  wagons: 45,
  ships: 0,
  pieces: 0,
  stations: 0,
  harbours: 0,
  harbour_values: [0, 0, 0],
  exchange: false,
  end_pieces: 2,
  end_rounds: 1,
  route_points: [1, 2, 4],
  longest_path: 10,
  most_tickets: 0,
  tie_breaks: ["tickets"],
} as unknown as Rules;

const route = (given: object): object => ({
  id: "a-b",
  kind: "train",
  lane: 0,
  locomotives: 0,
  tunnel: false,
  rugged: false,
  ...given,
});

const sheet = (rules: Partial<Rules>, routes: object[] = [route({})]): BoardSheet =>
  ({
    about: "About.",
    notes: "",
    variants: [{ id: "base", name: "Base", about: "" }],
    countries: [],
    routes,
    tickets: [],
    rules: { ...RULES, ...rules },
  }) as unknown as BoardSheet;

beforeAll(() => {
  // Every key says itself with its parameters, so that it is seen which are asked for.
  const toml = readFileSync("../src/stellwerk/words/en.toml", "utf-8");
  const begin = toml.indexOf("[page.rules]");
  const end = toml.indexOf("\n[", begin);
  const lines = toml
    .slice(begin, end)
    .matchAll(/^(\w+) = (?:"(.*)"|\{ one = "(.*?)", other = .*)$/gm);
  const words: Record<string, string> = { "tie.tickets": "more tickets" };
  for (const [, key, plain, one] of lines) words[`page.rules.${key ?? ""}`] = plain ?? one ?? "";
  use("en", words);
});

const ids = (board: BoardSheet): string[] => sectionsOf(board).map((section) => section.id);

test("a plain board has the plain sections", () => {
  expect(ids(sheet({}))).toEqual(["goal", "turn", "cards", "routes", "tickets", "end", "bonus"]);
});

test("what a board has is explained", () => {
  const board = sheet({ stations: 3, ships: 50, pieces: 60, harbours: 3, exchange: true }, [
    route({ tunnel: true }),
    route({ locomotives: 2 }),
    route({ rugged: true }),
  ]);
  for (const id of ["ships", "rugged", "ferry", "tunnel", "station", "pieces", "harbour"]) {
    expect(ids(board)).toContain(id);
  }
});

test("all numbers are filled in", () => {
  const board = sheet({
    stations: 3,
    station_bonus: 4,
    ships: 50,
    pieces: 60,
    suggested_wagons: 20,
    harbours: 3,
    harbour_penalty: 4,
  });
  const text = sectionsOf(board)
    .flatMap((section) => [section.title, ...section.paragraphs])
    .join(" ");
  expect(text).not.toMatch(/\{|page\.rules|NaN/);
  expect(text).toContain("3 tickets");
});

test("each decision leads to its section", () => {
  const board = sheet({}, [route({ id: "t", tunnel: true }), route({ id: "s", kind: "ship" })]);
  const paying = { ways: [], complete: true, chosen: 0, own: null };
  expect(sectionFor({ kind: "claim", route: "t", paying }, "turn", board)).toBe("tunnel");
  expect(sectionFor({ kind: "route", route: "s" }, "turn", board)).toBe("ships");
  expect(sectionFor({ kind: "site", build: "harbour" }, "turn", board)).toBe("harbour");
  expect(sectionFor({ kind: "none" }, "second", board)).toBe("cards");
  expect(sectionFor({ kind: "keep", kept: [] }, "keep", board)).toBe("tickets");
});
