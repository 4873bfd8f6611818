import { expect, test } from "vitest";
import { bytesOf, canUsePasskeys, textOf } from "./passkeys";

test("bytes are written without signs that addresses cannot hold, and read back", () => {
  const all = Uint8Array.from({ length: 256 }, (_, number) => number);
  for (const length of [0, 1, 2, 3, 254, 255, 256]) {
    const written = textOf(all.slice(0, length).buffer);
    expect(written).toMatch(/^[A-Za-z0-9_-]*$/);
    expect(bytesOf(written)).toEqual(all.slice(0, length));
  }
  expect(textOf(Uint8Array.of(251, 239, 255).buffer)).toBe("--__".slice(0, 3) + "_");
});

test("a page without a server that knows passkeys offers none", () => {
  expect(canUsePasskeys(null)).toBe(false);
});
