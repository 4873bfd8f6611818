/** What a person has chosen for this device; kept in the browser, sent nowhere. */

import { flushSync } from "svelte";
import type { Pace } from "../protocol/types";

export type Theme = "light" | "dark";

interface Settings {
  theme: Theme | "system";
  sound: boolean;
  /** Ask before a claim that can be paid in one way only. */
  confirm: boolean;
  /** Ask before a typed move spends locomotives that it does not name. */
  spare: boolean;
  /** Announce one's turn by a system notification. */
  notify: boolean;
  /** How fast things move: 0 is at once. */
  speed: number;
  /** How fast the bots are at tables that are opened here. */
  pace: Pace;
}

const KEY = "stellwerk.settings";
const darkness = matchMedia("(prefers-color-scheme: dark)");

const USUAL: Settings = {
  theme: "system",
  sound: true,
  confirm: true,
  spare: true,
  notify: false,
  speed: 1,
  pace: "brisk",
};

export const settings = $state<Settings>({ ...USUAL, ...remembered() });
const system = $state({ dark: darkness.matches, prints: false });
// On paper everything is light.
addEventListener("beforeprint", () => flushSync(() => (system.prints = true)));
addEventListener("afterprint", () => (system.prints = false));
darkness.addEventListener("change", (event) => (system.dark = event.matches));

/** Tell which theme is shown now. */
export function theme(): Theme {
  if (system.prints) return "light";
  if (settings.theme !== "system") return settings.theme;
  return system.dark ? "dark" : "light";
}

/** Change between light and dark. */
export function turnTheme(): void {
  settings.theme = theme() === "dark" ? "light" : "dark";
}

$effect.root(() => {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  $effect(() => {
    document.documentElement.dataset["theme"] = theme();
  });
});

function remembered(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}
