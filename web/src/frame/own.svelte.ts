/** One's own tables, kept fresh by one socket for the whole page, and which of them wait. */

import { api } from "../protocol/client";
import type { TableLine } from "../protocol/types";
import { session } from "./session.svelte";

const state = $state<{ lines: readonly TableLine[]; known: boolean }>({ lines: [], known: false });
const listeners = new Set<() => void>();
let socket: WebSocket | undefined;
let again: ReturnType<typeof setTimeout> | undefined;
let closing: ReturnType<typeof setTimeout> | undefined;
/** The guest whose socket it is. */
let whose: string | undefined;
let wait = 1000;
/** Milliseconds for which the socket outlives a screen. */
const LINGER = 2000;

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
  listeners.add(heard);
  clearTimeout(closing);
  if (whose !== session.guest?.id) close(); // somebody else's, on the same device
  if (!socket) connect();
  return () => {
    listeners.delete(heard);
    if (listeners.size) return;
    // The next screen may follow at once, and then has the same socket.
    clearTimeout(closing);
    closing = setTimeout(close, LINGER);
  };
}

function close(): void {
  clearTimeout(again);
  socket?.close();
  socket = undefined;
}

function connect(): void {
  if (!session.guest || !listeners.size) return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const line = new WebSocket(`${scheme}://${location.host}/ws/me`);
  socket = line;
  whose = session.guest.id;
  line.onopen = () => (wait = 1000);
  line.onmessage = () => {
    // What cannot be fetched now is fetched with the next hint.
    void refreshOwn().catch(() => undefined);
    for (const heard of listeners) heard();
  };
  line.onclose = () => {
    if (socket !== line) return;
    again = setTimeout(connect, wait);
    wait = Math.min(wait * 2, 30_000);
  };
}
