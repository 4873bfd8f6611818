/** Short messages that come and go by themselves. */

export type Tone = "plain" | "bad" | "good";

export interface Toast {
  id: number;
  text: string;
  tone: Tone;
  /** The cards shown beside it, as in a tunnel. */
  cards: readonly string[];
}

const LASTS = 5000;

export class Toasts {
  list = $state<Toast[]>([]);
  private next = 0;
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();

  /** Show a message; the same one is not shown twice. */
  show(text: string, tone: Tone = "plain", cards: readonly string[] = []): void {
    const toast = { id: this.next++, text, tone, cards };
    this.list = [...this.list.filter((each) => each.text !== text), toast].slice(-3);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.hide(toast.id);
    }, LASTS);
    this.timers.add(timer);
  }

  hide(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  /** Remove refusals that no longer matter. */
  forgive(): void {
    this.list = this.list.filter((toast) => toast.tone !== "bad");
  }

  clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.list = [];
  }
}
