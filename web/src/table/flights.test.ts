import { afterEach, describe, expect, it, vi } from "vitest";
import type { Told } from "../protocol/types";
import { flightsOf, showFlights } from "./flights";

const told = (code: string, params: Record<string, unknown>): Told => ({
  seq: 1,
  code,
  params,
  text: "",
});
const took = told("took", { seat: 0, place: 3, card: "red double-ship", new: "blue" });

describe("cards that change hands", () => {
  it("go from the display to the own hand, to their colour or where the hand is", () => {
    expect(flightsOf([took], 0)).toEqual([
      { symbol: "card-red-double-ship", from: "place-3", to: ["hand-red double-ship", "hand"] },
    ]);
  });

  it("go to the seat of somebody else, also for who only looks on", () => {
    expect(flightsOf([took], 1)[0]?.to).toEqual(["seat-0"]);
    expect(flightsOf([took], null)[0]?.to).toEqual(["seat-0"]);
  });

  it("show their back when nobody else may see them", () => {
    const drew = told("drew", { seat: 2, pile: "ship" });
    expect(flightsOf([drew], 0)).toEqual([
      { symbol: "back-ship", from: "pile-ship", to: ["seat-2"] },
    ]);
  });

  it("are no others", () => {
    expect(flightsOf([told("claimed", { seat: 0, route: "a-b" })], 0)).toEqual([]);
  });
});

describe("a flight", () => {
  const animate = vi.fn().mockReturnValue({ finished: Promise.resolve() });

  function spot(name: string, width: number): void {
    const element = document.createElement("i");
    element.dataset["spot"] = name;
    element.getBoundingClientRect = () => ({ left: 0, top: 0, width, height: width }) as DOMRect;
    document.body.append(element);
  }

  afterEach(() => {
    document.body.replaceChildren();
    animate.mockClear();
    vi.unstubAllGlobals();
  });

  it("lands at the first place that is on the screen", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    Element.prototype.animate = animate;
    spot("place-3", 50);
    spot("hand-red double-ship", 0);
    spot("hand", 100);
    await showFlights(flightsOf([took], 0), 1);
    expect(animate.mock.calls[0]?.[0][1].transform).toContain("scale(2)");
  });

  it("does not begin where things happen at once", async () => {
    spot("place-3", 50);
    spot("hand", 100);
    await showFlights(flightsOf([took], 0), 0);
    expect(animate).not.toHaveBeenCalled();
  });
});
