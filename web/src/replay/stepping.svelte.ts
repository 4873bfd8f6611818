/** What all screens of a recorded game do: step through it by the keyboard, and be translated. */

import { untrack } from "svelte";
import { isTyping } from "../frame/typing";
import { language } from "../words/words.svelte";
import type { Watching } from "./replay.svelte";

/** Do what a key means; `more` are the keys of one screen alone. */
export function stepByKey(
  event: KeyboardEvent,
  watching: Watching,
  more: Readonly<Record<string, () => void>>,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target as HTMLElement;
  if (isTyping(target) || (target as HTMLInputElement).type === "range") return;
  // The list of routes on the board has its own arrows.
  if (target.closest("[role=listbox], [role=grid], .board")) return;
  if (event.key === " " && target.closest("button, a")) return;
  const acts: Readonly<Record<string, () => void>> = {
    ArrowRight: () => (event.shiftKey ? watching.turn(true) : watching.go(watching.at + 1)),
    ArrowLeft: () => (event.shiftKey ? watching.turn(false) : watching.go(watching.at - 1)),
    Home: () => watching.go(0),
    End: () => watching.go(watching.last),
    ...more,
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  if (event.key !== " ") watching.pause();
  act();
}

/** Load the game again whenever another language is chosen. */
export function followLanguage(watching: Watching): void {
  let spoken = language();
  $effect(() => {
    const wanted = language();
    if (wanted === spoken) return;
    spoken = wanted;
    untrack(() => void watching.translate());
  });
}
