import { describe, expect, it } from "vitest";
import { use } from "../words/words.svelte";
import { reasonOf, sentence } from "./problems";

use("en", { "seat.number": "seat {number}" });

const names = {
  route: () => "Denver – Phoenix",
  city: () => "Al-Qahira",
  seat: () => "Mira",
};

describe("a reason", () => {
  it("names routes, cities and players instead of ids", () => {
    const taken = {
      code: "taken",
      params: { route: "denver-phoenix" },
      text: "denver-phoenix is taken",
    };
    expect(reasonOf(taken, names)).toBe("Denver – Phoenix is taken.");
    const far = {
      code: "not_connected",
      params: { city: "al-qahira" },
      text: "no way into al-qahira",
    };
    expect(reasonOf(far, names)).toBe("No way into Al-Qahira.");
    const turn = { code: "not_your_turn", params: { waiting: [1] }, text: "waiting for seat 2" };
    expect(reasonOf(turn, names)).toBe("Waiting for Mira.");
  });

  it("is a whole sentence, once", () => {
    expect(sentence("no.")).toBe("No.");
    expect(sentence("not now")).toBe("Not now.");
  });
});
