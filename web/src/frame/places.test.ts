import { expect, test } from "vitest";
import { placeAt } from "./places";

test("every address belongs to the place that leads to it", () => {
  expect(placeAt("/")).toBe("home");
  expect(placeAt("/play")).toBe("play");
  expect(placeAt("/practise")).toBe("practise");
  expect(placeAt("/review/KRAN-7F3Q-K9TM")).toBe("practise");
  expect(placeAt("/games")).toBe("you");
  expect(placeAt("/u/ada")).toBe("you");
  expect(placeAt("/rules/usa")).toBeNull();
  expect(placeAt("/played")).toBeNull();
});
