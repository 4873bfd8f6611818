import { getContext, setContext } from "svelte";
import type { Spotlight } from "./spotlight.svelte";
import type { Table } from "./table.svelte";

/** What every part of the table screen shares. */
export interface Shared {
  table: Table;
  spotlight: Spotlight;
}

const KEY = Symbol("table");

export function share(shared: Shared): Shared {
  return setContext(KEY, shared);
}

export function shared(): Shared {
  return getContext<Shared>(KEY);
}
