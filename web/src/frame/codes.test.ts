import { expect, test } from "vitest";
import { tidy } from "./codes";

test("a code may be typed carelessly or pasted as a link", () => {
  expect(tidy(" kran-7f3qk ")).toBe("KRAN-7F3QK");
  expect(tidy("kran 7f3qk")).toBe("KRAN-7F3QK");
  expect(tidy("https://example.org/t/KRAN-7F3QK")).toBe("KRAN-7F3QK");
  expect(tidy("kran 7f3q k9tm")).toBe("KRAN-7F3Q-K9TM");
  expect(tidy("Kran-7F3QK9TM")).toBe("KRAN-7F3Q-K9TM");
  expect(tidy("https://example.org/t/KRAN-7F3Q-K9TM")).toBe("KRAN-7F3Q-K9TM");
});
