import { expect, test } from "vitest";
import { beside, freestCorner, liesOn } from "./corners";
import type { Lettering, PlacedName } from "./names/lettering";
import { planOf } from "./plan";
import { BOARD, DRAWING } from "./sample";

const ROOM = { width: 400, height: 300 };
const PANEL = { width: 200, height: 100 };

test.each([
  ["above", [150, 150, 100, 40], [100, 42]],
  ["below, where there is no room above", [150, 60, 100, 40], [100, 108]],
  ["at the right of what is high", [20, 20, 100, 260], [128, 100]],
  ["at the left", [280, 20, 100, 260], [72, 100]],
  ["within the room", [0, 150, 40, 40], [8, 42]],
] as const)("a panel stands %s", (_, box, place) => {
  expect(beside(box, PANEL, ROOM)).toEqual(place);
});

test("nowhere is room beside what fills the map", () => {
  expect(beside([20, 20, 360, 260], PANEL, ROOM)).toBeNull();
});

test("a panel in a corner lies on what it hides, and on nothing else", () => {
  const plan = planOf(BOARD, DRAWING);
  const [x, y] = plan.spots.get("west")?.at ?? [0, 0];
  // The city stands in the lower left corner of the view, forty pixels from its edges.
  const camera = { x: x + 160, y: y - 110, scale: 1 };
  const lies = (about: Parameters<typeof liesOn>[1], corner: Parameters<typeof liesOn>[4]) =>
    liesOn(plan, about, camera, ROOM, corner, { width: 128, height: 100 });
  expect(lies({ cities: ["west"] }, "bottom left")).toBe(true);
  expect(lies({ cities: ["west"] }, "bottom right")).toBe(false);
  const [route] = BOARD.routes.filter(({ a, b }) => a === "west" || b === "west");
  expect(lies({ routes: [route?.id ?? ""] }, "bottom left")).toBe(true);
  expect(lies({}, "bottom left")).toBe(false);
});

test("buttons rather stand on two names than on one of the own tickets", () => {
  const plan = planOf({ ...BOARD, routes: [] }, { ...DRAWING, places: {}, spaces: {} });
  const camera = { x: 200, y: 150, scale: 1 };
  const name = (city: string, x: number, y: number, tags: number): PlacedName => ({
    city,
    country: false,
    box: [x, y, 60, 12],
    lines: [city],
    tags,
    led: false,
    covers: false,
  });
  const places = (tags: number): Lettering => ({
    scale: 1,
    size: 12,
    pixels: 12,
    names: [name("a", 335, 20, 0), name("b", 335, 50, 0), name("c", 335, 250, tags)],
    cities: 3,
    edges: { size: 12, names: [] },
  });
  const corner = (tags: number) =>
    freestCorner(plan, places(tags), camera, ROOM, { width: 45, height: 90 }, [
      "bottom right",
      "top right",
    ]).corner;
  expect(corner(0)).toBe("bottom right");
  expect(corner(14)).toBe("top right");
});
