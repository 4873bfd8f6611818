/** The placed names of a board: asked for by scale, cached, and shown when they arrive. */

import type { BoardData, Drawing } from "../model";
import { breaks, levelOf, type Lettering } from "./lettering";
import { measureNames } from "./widths";
import { answering, type Answered, type Asked } from "./worker";

/** How many scales are kept. */
const KEPT = 40;
/** Names reach no further beyond the map, in pixels, and follow its room in such steps. */
const MOST_ASIDE = 80;
const ASIDE_STEP = 20;

export class Names {
  /** What is shown now. */
  lettering: Lettering | null = $state.raw(null);
  /** Whether not all names have room at this scale. */
  crowded = $state(false);

  #ask: ((asked: Asked) => void) | null = null;
  #end: () => void = () => undefined;
  #known = new Map<string, Lettering>();
  #crowded = new Set<number>();
  #wanted = "";
  #open = 0;
  #waiting: Asked | null = null;

  /** Another board, or another language: what was known of it no longer holds. */
  async open(board: BoardData, drawing: Drawing): Promise<void> {
    this.close();
    const number = this.#open;
    const measure = await measureNames(board.cities.map((city) => city.name));
    if (number !== this.#open) return;
    const texts = board.cities.flatMap(({ name }) => [
      name,
      `‹ ${name}`,
      `${name} ›`,
      ...breaks(name).flat(),
    ]);
    const widths = new Map(texts.map((text) => [text, measure(text)]));
    this.#ask = this.#begin();
    this.#ask({ kind: "board", board, drawing, widths });
    if (this.#waiting) this.#ask(this.#waiting);
  }

  /**
   * Show the names for a scale; cities that must be shown, with how many letters each has, and how
   * many pixels the window has at each side of the map.
   */
  show(scale: number, must: ReadonlyMap<string, number>, room: number): void {
    const level = levelOf(scale);
    const steps = Math.floor(Math.min(Math.max(room, 0), MOST_ASIDE) / ASIDE_STEP);
    const aside = steps * ASIDE_STEP;
    this.crowded = this.#crowded.has(level);
    const key = [level.toFixed(5), aside, ...[...must].map((each) => each.join(":"))].join(" ");
    if (key === this.#wanted) return;
    this.#wanted = key;
    const known = this.#known.get(key);
    if (known) {
      this.lettering = known;
      return;
    }
    const asked: Asked = { kind: "names", key, scale: level, must, aside };
    if (this.#ask) this.#ask(asked);
    else this.#waiting = asked;
  }

  close(): void {
    this.#open += 1;
    this.#end();
    this.#ask = null;
    this.#known.clear();
    this.#crowded.clear();
    this.crowded = false;
    this.#wanted = "";
    this.#waiting = null;
    this.lettering = null;
  }

  #begin(): (asked: Asked) => void {
    const take = (answered: Answered): void => this.#take(answered);
    if (typeof Worker === "undefined") return answering(take);
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => take(data));
    this.#end = () => worker.terminate();
    return (asked) => worker.postMessage(asked);
  }

  #take({ key, lettering }: Answered): void {
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(key, lettering);
    if (lettering.names.length < lettering.cities) this.#crowded.add(lettering.scale);
    if (key !== this.#wanted) return;
    this.lettering = lettering;
    this.crowded = this.#crowded.has(lettering.scale);
  }
}
