/** The tables that wait for one: that whose time runs out first before the others. */

import { api } from "../protocol/client";
import type { WaitingTable } from "../protocol/types";
import { followNews } from "./news";
import { go } from "./router.svelte";

class Queue {
  waiting = $state.raw<readonly WaitingTable[]>([]);
  #followers = 0;
  #stop: (() => void) | undefined;
  #asked = 0;

  /** Keep the queue fresh until the returned function is called; several may ask for that. */
  follow(): () => void {
    this.#followers += 1;
    if (this.#followers === 1) {
      this.#stop = followNews(() => void this.refresh());
      void this.refresh();
    }
    return () => {
      this.#followers -= 1;
      if (this.#followers === 0) this.#stop?.();
    };
  }

  /** Ask for it; of two answers the one to the later question counts. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked;
    const waiting = await api.waiting().catch(() => null);
    if (waiting && asked === this.#asked) this.waiting = waiting;
  }

  /** The tables that wait, but for the one where one is. */
  others(code: string): readonly WaitingTable[] {
    return this.waiting.filter((each) => each.id !== code);
  }

  /** Go to the next table that waits; tells whether there is one. */
  goOn(code = ""): boolean {
    const next = this.others(code)[0];
    if (next) go(`/t/${next.id}`);
    return next !== undefined;
  }
}

export const queue = new Queue();
