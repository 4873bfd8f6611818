/** The keyboard of the table: which key means what, depending on what is being decided. */

import { queue } from "../frame/queue.svelte";
import { settings } from "../frame/settings.svelte";
import { use } from "../game/actions";
import type { Spotlight } from "../game/spotlight.svelte";
import type { Table } from "../game/table.svelte";

/** What the screen does for the keys that are not moves. */
export interface Screen {
  type(): void;
  help(): void;
  standing(): void;
  log(): void;
  chat(): void;
  zoom(key: string): void;
}

/** Do what a key means; tells whether it meant something. */
export function press(key: string, table: Table, spotlight: Spotlight, screen: Screen): boolean {
  if (/^[0-9]$/.test(key)) return digit(Number(key), table);
  const act = ACTS[key.toLowerCase()];
  if (act) return act(table, spotlight, screen) !== false;
  if (key === "+" || key === "-" || key === "=") {
    screen.zoom(key === "-" ? "-" : "+");
    return true;
  }
  return false;
}

type Act = (table: Table, spotlight: Spotlight, screen: Screen) => unknown;

const ACTS: Readonly<Record<string, Act>> = {
  enter: (table) => (table.decision.move ? void table.confirm() : false),
  escape: (table, spotlight) => {
    if (table.decision.back()) return true;
    const shown = spotlight.pinned !== null || spotlight.ways;
    spotlight.pinned = null;
    spotlight.ways = false;
    return shown;
  },
  c: (_table, _spotlight, screen) => screen.type(),
  t: (table) => use(table, { kind: "tickets" }),
  k: (table) => (table.decision.step.kind === "keep" ? void table.confirm() : false),
  p: (table) => table.decision.next(),
  b: (table) => use(table, { kind: "build" }),
  x: (table) => use(table, { kind: "exchange" }),
  g: (_table, spotlight) => {
    spotlight.ways = !spotlight.ways;
  },
  l: (_table, _spotlight, screen) => screen.log(),
  m: (_table, _spotlight, screen) => screen.chat(),
  n: (table) => queue.goOn(table.code),
  u: (table) => void table.undo(),
  f: (_table, _spotlight, screen) => screen.zoom("f"),
  s: () => {
    settings.sound = !settings.sound;
  },
  w: (_table, _spotlight, screen) => screen.standing(),
  "?": (_table, _spotlight, screen) => screen.help(),
};

/** Digits choose among what is being decided; otherwise they take cards. */
function digit(number: number, table: Table): boolean {
  const { step } = table.decision;
  if ("paying" in step) {
    table.decision.pick(number - 1);
    return true;
  }
  if (step.kind === "keep") {
    const ticket = table.view?.offer?.tickets[number - 1]?.ticket;
    if (ticket) table.decision.toggle(ticket);
    return true;
  }
  if (number === 0) use(table, { kind: "draw", pile: "train" });
  else if (number === 9) use(table, { kind: "draw", pile: "ship" });
  else if (number <= (table.view?.display.length ?? 0)) use(table, { kind: "take", place: number });
  else return false;
  return true;
}
