/** How much room there is: for pages with a grid, and for the table, whose map fills the window. */

import { untrack } from "svelte";
import type { Box } from "../board/model";
import { arrange, type Arrangement, type Kind } from "./arrange";

export type Size = "phone" | "tablet" | "desk";

const phone = matchMedia("(max-width: 767px), (max-height: 480px)");
const desk = matchMedia("(min-width: 1200px) and (min-height: 600px)");

function measured(): Size {
  if (phone.matches) return "phone";
  return desk.matches ? "desk" : "tablet";
}

const state = $state({ size: measured() });
const measure = (): void => {
  state.size = measured();
};
phone.addEventListener("change", measure);
desk.addEventListener("change", measure);

/** Tell how much room there is. */
export function room(): Size {
  return state.size;
}

/** The arrangement of the table's panels as its window changes. */
export class Layout {
  width = $state(0);
  height = $state(0);
  #kind: Kind | null = null;

  constructor(private readonly frame: () => Box) {}

  readonly arrangement: Arrangement = $derived.by(() => {
    const found = arrange(
      this.width || window.innerWidth,
      this.height || window.innerHeight,
      this.frame(),
      untrack(() => this.#kind),
    );
    this.#kind = found.kind;
    return found;
  });
}
