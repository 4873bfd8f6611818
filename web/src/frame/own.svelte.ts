/** One's own tables, kept fresh for all screens, and which of them wait. */

import { api } from "../protocol/client";
import type { TableLine } from "../protocol/types";
import { followNews } from "./news";
import { session } from "./session.svelte";

const state = $state<{ lines: readonly TableLine[]; known: boolean }>({ lines: [], known: false });
const listeners = new Set<() => void>();
let stop: (() => void) | undefined;

/** Return one's own tables, as far as they are known. */
export function ownTables(): readonly TableLine[] {
  return state.lines;
}

/** Tell whether one's tables have been asked for. */
export function ownKnown(): boolean {
  return state.known;
}

/** Return at how many tables it is one's turn. */
export function turns(): number {
  return state.lines.filter((line) => line.your_turn).length;
}

/** Ask for one's tables again. */
export async function refreshOwn(): Promise<void> {
  state.lines = session.guest ? await api.ownTables() : [];
  state.known = true;
}

/** Follow one's tables until the returned function is called; `heard` is told of every change. */
export function followOwn(heard: () => void = () => undefined): () => void {
  const listener = (): void => heard(); // the same function may follow twice
  listeners.add(listener);
  if (listeners.size === 1) stop = followNews(tell);
  return () => {
    listeners.delete(listener);
    if (!listeners.size) stop?.();
  };
}

function tell(): void {
  // What cannot be fetched now is fetched with the next hint.
  void refreshOwn().catch(() => undefined);
  for (const heard of listeners) heard();
}
