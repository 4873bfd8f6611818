/** The socket of a guest, one for the whole page: tells that lists of tables have changed. */

import { session } from "./session.svelte";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** Milliseconds for which the socket outlives a screen. */
const LINGER = 2000;

const listeners = new Set<() => void>();
let socket: WebSocket | undefined;
/** The guest whose socket it is. */
let whose: string | undefined;
let again: ReturnType<typeof setTimeout> | undefined;
let closing: ReturnType<typeof setTimeout> | undefined;
let wait = FIRST_WAIT;
let before = false;

/** Follow changes of one's own tables and of the public ones; returns how to stop. */
export function followNews(heard: () => void): () => void {
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

function tell(): void {
  for (const heard of listeners) heard();
}

function close(): void {
  clearTimeout(again);
  socket?.close();
  socket = undefined;
  before = false;
}

function connect(): void {
  if (!session.guest || !listeners.size) return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const line = new WebSocket(`${scheme}://${location.host}/ws/me`);
  socket = line;
  whose = session.guest.id;
  line.onopen = () => {
    wait = FIRST_WAIT;
    if (before) tell(); // something may have changed meanwhile
    before = true;
  };
  line.onmessage = tell;
  line.onclose = () => {
    if (socket !== line) return;
    again = setTimeout(connect, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
}
