import { expect, it } from "vitest";
import { lettersAt } from "./letters";

it("keeps the letters of a table through a reload, and nothing of another table", () => {
  lettersAt("FICHTE").write(
    new Map([
      ["kassel-freiburg", 2],
      ["hamburg-dresden", 3],
    ]),
  );
  expect(lettersAt("FICHTE").read().get("hamburg-dresden")).toBe(3);
  expect(lettersAt("BIRKE").read().size).toBe(0);
});

it("begins with new letters where nothing sensible is kept", () => {
  sessionStorage.setItem("stellwerk.letters.FICHTE", "{");
  expect(lettersAt("FICHTE").read().size).toBe(0);
});
