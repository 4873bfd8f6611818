/** How boards and their variants are called, in the language that is spoken. */

import { api } from "../protocol/client";
import type { BoardInfo } from "../protocol/types";
import { language, say } from "../words/words.svelte";

const state = $state<{ boards: readonly BoardInfo[] }>({ boards: [] });
let spoken = "";

/** Fetch the names, once for each language. */
export async function loadBoardNames(): Promise<void> {
  if (spoken === language()) return;
  spoken = language();
  try {
    state.boards = await api.boards();
  } catch (error) {
    spoken = "";
    throw error;
  }
}

/** Return the name of a board; one that somebody has uploaded has none here. */
export function boardName(id: string): string {
  const known = state.boards.find((board) => board.id === id);
  return known?.name ?? (id.startsWith("own:") ? say("page.games.own_board") : id);
}

/** Return the name of a variant, or nothing for the usual one of its board. */
export function variantName(board: string, id: string): string {
  const variants = state.boards.find((each) => each.id === board)?.variants ?? [];
  if (variants[0]?.id === id) return "";
  return variants.find((variant) => variant.id === id)?.name ?? id;
}
