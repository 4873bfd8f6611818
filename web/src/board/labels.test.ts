// @vitest-environment node
import { describe, expect, it } from "vitest";
import { spokenCities, ticketCities } from "./labels";
import { planOf } from "./plan";
import { lettersOf, ringsOf } from "./rings";
import { BOARD, DRAWING } from "./sample";

const plan = planOf(BOARD, DRAWING);

describe("names", () => {
  it("of tickets are always shown, with room for the letters", () => {
    const rings = [
      { city: "north", letter: "A" },
      { city: "north", letter: "B" },
      { city: "west", tone: "done" as const },
    ];
    expect([...ticketCities({ rings })]).toEqual([
      ["north", 2],
      ["west", 0],
    ]);
  });

  it("that matter are those of chosen routes and of what is pointed at", () => {
    const shown = spokenCities(plan, { selected: "middle-east" }, [
      { kind: "city", id: "west" },
      null,
    ]);
    expect([...shown].sort()).toEqual(["east", "middle", "west"]);
  });
});

describe("rings", () => {
  it("are one a city, that of a ticket that is still open", () => {
    const rings = ringsOf([
      { city: "west", tone: "done" },
      { city: "east", tone: 1 },
      { city: "west", tone: 2 },
    ]);
    expect(rings).toEqual([
      { city: "west", tone: 2 },
      { city: "east", tone: 1 },
    ]);
  });

  it("have the letters of all their tickets", () => {
    const letters = lettersOf([
      { city: "west", tone: 0, letter: "A" },
      { city: "west", tone: 3, letter: "D" },
    ]);
    expect(letters.get("west")).toEqual([
      { letter: "A", tone: "tone-0" },
      { letter: "D", tone: "tone-3" },
    ]);
  });
});
