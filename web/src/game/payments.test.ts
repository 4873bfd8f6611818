import { describe, expect, it } from "vitest";
import type { Cards } from "./legal";
import { kinds, leaves, most, same, shown, sorted, spread } from "./payments";

const ORDER = ["blue", "red", "red ship", "locomotive"];

describe("payments", () => {
  it("spreads cards in the order of the board", () => {
    expect(spread({ locomotive: 1, red: 2 }, ORDER)).toEqual(["red", "red", "locomotive"]);
  });

  it("are the same whatever stands there as nothing", () => {
    expect(same({ red: 2 }, { red: 2, blue: 0 })).toBe(true);
    expect(same({ red: 2 }, { red: 1 })).toBe(false);
  });

  it("tell what is left of what they use, and of locomotives", () => {
    const hand = { red: 4, blue: 3, locomotive: 2 };
    const ways: Cards[] = [{ red: 3 }, { blue: 2, locomotive: 1 }];
    expect(leaves(hand, { red: 3 }, ways)).toEqual({ red: 1, locomotive: 2 });
  });

  it("with fewer locomotives come first", () => {
    expect(sorted([{ red: 1, locomotive: 1 }, { red: 2 }])).toEqual([
      { red: 2 },
      { red: 1, locomotive: 1 },
    ]);
  });

  it("leave room for another mix when there are many", () => {
    const ways = Array.from({ length: 9 }, (_, red) => ({ red }));
    expect(shown(ways)).toHaveLength(5);
    expect(shown(ways.slice(0, 6))).toHaveLength(6);
  });

  it("know their kinds and the most of each", () => {
    const ways: Cards[] = [{ red: 3 }, { red: 2, locomotive: 1 }];
    expect(kinds(ways, ORDER)).toEqual(["red", "locomotive"]);
    expect(most(ways, "red")).toBe(3);
  });
});
