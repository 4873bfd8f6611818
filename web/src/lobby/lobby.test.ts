import { expect, test } from "vitest";
import { tidy } from "./lobby.svelte";

test("a code may be typed carelessly or pasted as a link", () => {
  expect(tidy(" kran-7f3qk ")).toBe("KRAN-7F3QK");
  expect(tidy("kran 7f3qk")).toBe("KRAN-7F3QK");
  expect(tidy("https://example.org/t/KRAN-7F3QK")).toBe("KRAN-7F3QK");
});
