/** The arrangement of the table's panels, as its window changes. */

import { untrack } from "svelte";
import type { Box } from "../board/model";
import { arrange, type Arrangement, type Company, type Kind } from "./arrange";

export class Layout {
  width = $state(0);
  height = $state(0);
  #kind: Kind | null = null;

  constructor(
    private readonly frame: () => Box,
    private readonly company: () => Company,
  ) {}

  readonly arrangement: Arrangement = $derived.by(() => {
    const found = arrange(
      this.width || window.innerWidth,
      this.height || window.innerHeight,
      this.frame(),
      this.company(),
      untrack(() => this.#kind),
    );
    this.#kind = found.kind;
    return found;
  });
}
