// @vitest-environment node
import { describe, expect, it } from "vitest";
import { grown, magnification, relevantCities, showsAllNames } from "./labels";
import { FONT_SIZE, type Place } from "./model";
import { planOf } from "./plan";
import { badgePlace, ringsOf } from "./rings";
import { BOARD, DRAWING } from "./sample";

const plan = planOf(BOARD, DRAWING);

describe("names", () => {
  it("are all shown when a space is 25 pixels long", () => {
    expect(showsAllNames(0.25)).toBe(true);
    expect(showsAllNames(0.24)).toBe(false);
  });

  it("are never smaller than 12 pixels", () => {
    for (const scale of [0.05, 0.1, 0.2, 0.3, 1]) {
      expect(FONT_SIZE * scale * magnification(scale)).toBeGreaterThanOrEqual(11.99);
    }
  });

  it("that matter are those of rings, chosen routes and what is pointed at", () => {
    const shown = relevantCities(plan, { rings: [{ city: "north" }], selected: "middle-east" }, [
      { kind: "city", id: "west" },
      null,
    ]);
    expect([...shown].sort()).toEqual(["east", "middle", "north", "west"]);
  });

  it("grow beside their city, but not beyond the sheet", () => {
    const place: Place = { x: 50, y: 50, label: { box: [60, 40, 40, 20], lines: {} } };
    expect(grown(place, 1, [0, 0, 1000, 1000])).toBeUndefined();
    expect(grown(place, 2, [0, 0, 1000, 1000])).toBe(
      "translate(50 50) scale(2.000) translate(-50 -50)",
    );
    expect(grown(place, 2, [0, 0, 100, 1000])).toBe(
      "translate(0 50) scale(2.000) translate(-50 -50)",
    );
  });
});

describe("rings", () => {
  it("of several tickets lie one round the other", () => {
    const rings = ringsOf([{ city: "west" }, { city: "east" }, { city: "west" }]);
    expect(rings.map(({ order }) => order)).toEqual([0, 0, 1]);
  });

  it("have their letter on the side away from the name", () => {
    const spot = plan.spots.get("west");
    expect(spot && badgePlace(spot, 0)[1]).toBeGreaterThan(0);
  });
});
