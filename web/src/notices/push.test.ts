import { afterEach, expect, test, vi } from "vitest";
import { use } from "../words/words.svelte";
import { decline, hasDeclined, isLong } from "./asking";
import { idOf, nameOf, reach } from "./push";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("a browser is known by the hash of its endpoint, as the server knows it", async () => {
  expect(await idOf("https://push.example.org/1")).toBe(
    "572ed3dbb3c937f4344e8eecdfed6a122c87d1cf8d03e6f211812966af3ff539",
  );
});

test("a browser has a name that its owner knows", () => {
  use("en", { "page.notices.device": "{browser} on {system}" });
  const pixel =
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36";
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
  expect(nameOf(pixel)).toBe("Chrome on Android");
  expect(nameOf(iphone)).toBe("Safari on iPhone");
  expect(nameOf("something else")).toBe("");
});

test("what stands in the way of being called is told", () => {
  vi.stubGlobal("isSecureContext", false);
  expect(reach()).toBe("insecure");
  vi.stubGlobal("isSecureContext", true);
  expect(reach()).toBe("none");
});

test("nobody is asked again who has said no", () => {
  expect(hasDeclined()).toBe(false);
  decline();
  expect(hasDeclined()).toBe(true);
});

test("only players of games that go on for days are asked", () => {
  const clock = (kind: "days" | "turn") => ({
    clock: { kind, seconds: 86400, increment: 0, take_over: false },
    left: [],
    running: [],
    at: 0,
  });
  const view = { seat: 0, outcome: null } as never;
  expect(isLong(clock("days"), view)).toBe(true);
  expect(isLong(clock("turn"), view)).toBe(false);
  expect(isLong(clock("days"), { seat: null, outcome: null } as never)).toBe(false);
  expect(isLong(undefined, view)).toBe(false);
});
