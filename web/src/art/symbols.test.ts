import { describe, expect, it } from "vitest";
import type { PieceKind } from "./names";
import sprite from "./sprite.svg?raw";
import { cardSymbol, initial, OUTLINES, PIECE_BOXES } from "./symbols";

describe("the sprite", () => {
  it("has every card, large and small", () => {
    for (const name of ["red", "white ship", "black double-ship", "green harbour", "locomotive"]) {
      expect(sprite).toContain(`id="${cardSymbol(name)}"`);
      expect(sprite).toContain(`id="${cardSymbol(name, true)}"`);
    }
  });

  it("draws each piece in the box that the board assumes", () => {
    for (const kind of Object.keys(PIECE_BOXES) as PieceKind[]) {
      const box = PIECE_BOXES[kind];
      const expected = `${box.x} ${box.y} ${box.width} ${box.height}`;
      expect(sprite).toContain(`id="piece-${kind}-red" viewBox="${expected}"`);
    }
  });

  it("gives pieces beside cities the shape of their shadows", () => {
    for (const kind of Object.keys(OUTLINES) as (keyof typeof OUTLINES)[]) {
      const [symbol = ""] = sprite.split(`id="piece-${kind}-red"`)[1]?.split("</symbol>") ?? [];
      expect(symbol).toContain(`d="${OUTLINES[kind]}"`);
    }
  });

  it("has no style attribute, which the content policy would forbid", () => {
    expect(sprite).not.toContain("style=");
  });
});

describe("the letter on an avatar", () => {
  it("is the first letter as a reader sees it", () => {
    expect(initial("ärger")).toBe("Ä");
    expect(initial("  mira")).toBe("M");
    expect(initial("Random 2")).toBe("R2");
    expect(initial("e\u0301mile")).toBe("E\u0301");
  });

  it("is a question mark for an empty name", () => {
    expect(initial(" ")).toBe("?");
  });
});
