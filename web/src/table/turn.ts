/** Whose turn it is and what is asked for, in a few words. */

import type { Table } from "../game/table.svelte";
import { say } from "../words/words.svelte";

const MINE: Readonly<Record<string, () => string>> = {
  mix: () => say("page.turn.mix"),
  keep: () => say("page.turn.keep"),
  pieces: () => say("page.turn.pieces"),
  turn: () => say("page.turn.mine"),
  second: () => say("page.turn.second"),
  ticket_choice: () => say("page.turn.keep"),
  tunnel: () => say("page.turn.tunnel"),
};

/** Say what everybody waits for. */
export function turnText(table: Table): string {
  const { view } = table;
  if (!view) return "";
  if (view.phase === "over" || table.info?.status === "finished") return say("page.turn.over");
  if (table.myTurn) return (MINE[view.phase] ?? (() => say("page.turn.mine")))();
  if (view.pending.length > 1 || ["mix", "keep", "pieces"].includes(view.phase)) {
    const all = view.players.length;
    return say("page.turn.ready", { count: all - view.pending.length, all });
  }
  return say("page.turn.other", { name: table.name(view.pending[0] ?? view.turn) });
}
