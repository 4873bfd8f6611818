/** A page of finished games, as the address asks for it. */

import { api } from "../protocol/client";
import type { GameChoices, GamesPage } from "../protocol/types";

/** What a list can be filtered by, as the address has it. */
export const FILTERS = ["board", "result", "against", "seats", "company", "search"] as const;

export class History {
  page = $state.raw<GamesPage | null>(null);
  choices = $state.raw<GameChoices | null>(null);
  problem = $state("");
  busy = $state(false);
  #asked = 0;

  /** Fetch what an address asks for; an answer that was overtaken does not count. */
  async load(query: string): Promise<void> {
    const number = (this.#asked += 1);
    const given = new URLSearchParams(query);
    const names = [...FILTERS, "page"];
    const filter = Object.fromEntries(names.map((name) => [name, given.get(name) ?? undefined]));
    this.busy = true;
    try {
      const [page, choices] = await Promise.all([
        api.games(filter),
        this.choices ?? api.gameChoices(),
      ]);
      if (number !== this.#asked) return;
      this.page = page;
      this.choices = choices;
      this.problem = "";
    } catch (error) {
      if (number !== this.#asked) return;
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      if (number === this.#asked) this.busy = false;
    }
  }
}
