import { describe, expect, it } from "vitest";
import { join, say, signed, use } from "./words.svelte";

use("en", {
  "list.end": "{most} and {last}",
  "count.points": ["{count} point", "{count} points"],
  "page.turn.other": "{name} is playing",
});

describe("words", () => {
  it("choose the plural by the number", () => {
    expect(say("count.points", { count: 1 })).toBe("1 point");
    expect(say("count.points", { count: 0 })).toBe("0 points");
  });

  it("put parameters in, also such that look like places for others", () => {
    expect(say("page.turn.other", { name: "{count}" })).toBe("{count} is playing");
  });

  it("join parts as a person would", () => {
    expect(join(["a"])).toBe("a");
    expect(join(["a", "b", "c"])).toBe("a, b and c");
  });

  it("write signs", () => {
    expect([signed(7), signed(-3)]).toEqual(["+7", "−3"]);
    expect(say("count.points", { count: -11 })).toBe("−11 points");
  });
});
