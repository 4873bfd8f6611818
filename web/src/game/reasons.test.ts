import { describe, expect, it } from "vitest";
import { use } from "../words/words.svelte";
import { reasonOf, sentence } from "./reasons";

use("en", { "seat.number": "seat {number}" });

describe("a reason", () => {
  it("names players instead of seats", () => {
    const turn = { code: "not_your_turn", params: { waiting: [1] }, text: "waiting for seat 2" };
    expect(reasonOf(turn, () => "Mira")).toBe("Waiting for Mira.");
  });

  it("is otherwise what the server says", () => {
    const taken = { code: "taken", params: { route: "a-b" }, text: "Denver–Phoenix is taken" };
    expect(reasonOf(taken, () => "Mira")).toBe("Denver–Phoenix is taken.");
  });

  it("is a whole sentence, once", () => {
    expect(sentence("no.")).toBe("No.");
    expect(sentence("not now")).toBe("Not now.");
  });
});
