import { expect, test } from "vitest";
import { cut, LONGEST } from "./name";

test("a name that fits is kept whole", () => {
  expect(cut("Käthe")).toEqual(["Käthe", ""]);
  expect(cut("x".repeat(LONGEST))).toEqual(["x".repeat(LONGEST), ""]);
});

test("what does not fit is told, and no sign is torn apart", () => {
  expect(cut("x".repeat(LONGEST) + "yz")).toEqual(["x".repeat(LONGEST), "yz"]);
  expect(cut("🚂".repeat(LONGEST + 1))).toEqual(["🚂".repeat(LONGEST), "🚂"]);
});
