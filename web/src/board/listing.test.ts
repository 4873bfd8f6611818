// @vitest-environment node
import { expect, it } from "vitest";
import { groupsOf } from "./listing";
import { planOf } from "./plan";
import { BOARD, DRAWING } from "./sample";

const groups = new Map(groupsOf(planOf(BOARD, DRAWING)));

it("lists every route under both of its cities", () => {
  for (const route of BOARD.routes) {
    for (const end of [route.a, route.b]) {
      if (groups.has(end)) expect(groups.get(end)).toContain(route.id);
    }
    expect([...groups.values()].some((routes) => routes.includes(route.id))).toBe(true);
  }
});

it("has a group for every city with a name, and for none without", () => {
  const named = BOARD.cities.filter((city) => city.name).map((city) => city.id);
  expect(new Set(groups.keys())).toEqual(new Set(named));
});
