import { afterEach, expect, it, vi } from "vitest";
import { fly, land } from "./fly";

const here = { left: 100, top: 50, width: 60, height: 38 };
const there = { left: 300, top: 450, width: 120, height: 76 };

function motion(reduced: boolean) {
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  const animate = vi.fn().mockReturnValue({ finished: Promise.resolve() });
  Element.prototype.animate = animate;
  return animate;
}

afterEach(() => vi.unstubAllGlobals());

it("flies from middle to middle and grows on the way, then leaves nothing behind", async () => {
  const animate = motion(false);
  const flying = fly("card-red", here, there);
  expect(document.querySelector("svg use")?.getAttribute("href")).toBe("#card-red");
  await flying;
  expect(animate.mock.calls[0]?.[0][1].transform).toBe("translate(230px, 419px) scale(2)");
  expect(document.querySelector("svg")).toBeNull();
});

it("does not fly for people who want no motion, nor from or to nowhere", async () => {
  const animate = motion(true);
  await fly("card-red", here, there);
  expect(animate).not.toHaveBeenCalled();
  const moving = motion(false);
  await fly("card-red", here, { ...there, width: 0 });
  expect(moving).not.toHaveBeenCalled();
});

it("lets what is on its way arrive at once, and nothing else", () => {
  const flying = document.createElement("i");
  flying.dataset["motion"] = "";
  const other = document.createElement("i");
  const animations = [flying, other].map((target) => ({ effect: { target }, finish: vi.fn() }));
  Object.assign(document, { getAnimations: () => animations });
  land();
  expect(animations.map(({ finish }) => finish.mock.calls.length)).toEqual([1, 0]);
});
