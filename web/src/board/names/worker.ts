/** Places names in a worker, so that it never blocks the page. */

import type { BoardData, Drawing } from "../model";
import { planOf, type Plan } from "../plan";
import { letter, type Lettering } from "./lettering";

/** What the page sends: the board once, then what it wants to know of it. */
export type Asked =
  | {
      readonly kind: "board";
      readonly board: BoardData;
      readonly drawing: Drawing;
      /** Every text that may stand on the map, with its width in font sizes. */
      readonly widths: ReadonlyMap<string, number>;
    }
  | {
      readonly kind: "names";
      readonly key: string;
      readonly scale: number;
      readonly must: ReadonlyMap<string, number>;
      readonly aside: number;
    };

export interface Answered {
  readonly key: string;
  readonly lettering: Lettering;
}

/** Answer the page's questions; works as well without a worker. */
export function answering(answer: (answered: Answered) => void): (asked: Asked) => void {
  let plan: Plan | null = null;
  let widths: ReadonlyMap<string, number> = new Map();
  const measure = (text: string): number => widths.get(text) ?? text.length / 2;
  return (asked) => {
    if (asked.kind === "board") {
      plan = planOf(asked.board, asked.drawing);
      widths = asked.widths;
    } else if (plan) {
      const { key, scale, must, aside } = asked;
      answer({ key, lettering: letter(plan, { scale, must, aside, measure }) });
    }
  };
}

if (typeof document === "undefined" && typeof postMessage === "function") {
  const ask = answering((answered) => postMessage(answered));
  addEventListener("message", ({ data }: MessageEvent<Asked>) => ask(data));
}
