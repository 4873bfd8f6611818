/** A review on the screen: how far it has come, whose decisions are looked at, and which one. */

import { api, Refusal } from "../protocol/client";
import type { ReviewInfo, ShownDecision, ShownLesson, ShownOption } from "../protocol/types";
import type { Watching } from "../replay/replay.svelte";

/** Milliseconds between two looks at how far it has come. */
const PATIENCE = 1000;
/** After this many looks it is asked for again, in case the worker has died. */
const LOOKS = 30;

export class Reviewing {
  info = $state.raw<ReviewInfo | null>(null);
  problem = $state("");
  /** What of the final score is looked at. */
  private closing = $state.raw<ShownLesson | null>(null);
  /** The alternative that is shown on the board; null for the one that says most. */
  private picked = $state.raw<{ seq: number; option: number } | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private looks = 0;
  private stopped = false;

  readonly review = $derived(this.info?.review ?? null);
  readonly seat = $derived.by(() => this.watching.replay?.seat ?? 0);
  /** Everything judged so far, by its step. */
  readonly judged = $derived(
    new Map((this.review?.judged ?? []).map((each): [number, ShownDecision] => [each.seq, each])),
  );
  /** What the player looked at can learn, in the order of the game. */
  readonly lessons = $derived(
    (this.review?.lessons ?? []).filter((lesson) => lesson.seat === this.seat),
  );
  /** The decision that is to be made in the position shown, if it is that player's. */
  readonly decision = $derived.by(() => {
    const found = this.judged.get(this.watching.at + 1);
    return found?.seat === this.seat ? found : null;
  });
  readonly lesson = $derived.by((): ShownLesson | null => {
    const { decision } = this;
    if (decision) {
      return this.lessons.find((each) => each.steps.includes(decision.seq)) ?? null;
    }
    return this.watching.at === this.watching.last ? this.closing : null;
  });
  /** What was played, and what else could be: the first of them is what was played. */
  readonly options = $derived<readonly ShownOption[]>(
    this.decision ? [this.decision.played, ...this.decision.better] : [],
  );
  /** The one of them that is drawn on the board: the better one, where there is one. */
  readonly shown = $derived.by(() => {
    if (this.picked && this.picked.seq === this.decision?.seq) return this.picked.option;
    return (this.decision?.loss ?? 0) > 0 ? 1 : 0;
  });

  constructor(readonly watching: Watching) {}

  /** Ask for the review, and look again until it is complete. */
  async begin(): Promise<void> {
    this.problem = "";
    this.looks = 0;
    await this.follow(() => api.review(this.watching.record, this.watching.board));
  }

  /**
   * Begin where there is something to see: at the end of the game, and at the costliest mistake if
   * all is judged already. Results that come in later move nothing.
   */
  async first(): Promise<void> {
    const { watching } = this;
    if (watching.at === 0) watching.go(watching.last);
    const { at } = watching;
    await this.begin();
    const mistakes = this.lessons.filter((lesson) => !lesson.praise);
    const worst = mistakes.reduce<ShownLesson | null>(
      (most, each) => (most && most.points >= each.points ? most : each),
      null,
    );
    const untouched = watching.at === at && at === watching.last;
    if (worst && this.info?.complete && untouched) this.open(worst);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Look at what a lesson is about. */
  open(lesson: ShownLesson): void {
    const [first] = lesson.steps;
    this.closing = first === undefined ? lesson : null;
    this.goTo(first);
  }

  /** Go to the position in which a decision was made, or to the end. */
  goTo(seq: number | undefined): void {
    this.watching.go(seq === undefined ? this.watching.last : seq - 1);
  }

  /** Go to the next lesson, or to the one before. */
  walk(forward: boolean): void {
    const { lesson, lessons } = this;
    const now = lesson ? lessons.indexOf(lesson) : -1;
    if (now >= 0) {
      const next = lessons[now + (forward ? 1 : -1)];
      if (next) this.open(next);
      return;
    }
    const at = this.watching.at + 1;
    const place = (each: ShownLesson): number => each.steps[0] ?? Infinity;
    const next = forward
      ? lessons.find((each) => place(each) > at)
      : lessons.findLast((each) => place(each) < at);
    if (next) this.open(next);
  }

  /** Draw another move on the board. */
  pick(option: number): void {
    if (this.decision) this.picked = { seq: this.decision.seq, option };
  }

  private async follow(asking: () => Promise<ReviewInfo>): Promise<void> {
    try {
      this.info = await asking();
    } catch (error) {
      if (error instanceof Refusal) this.problem = error.message;
      // A failed request is simply tried again.
      else this.later(() => this.begin());
      return;
    }
    const { id, complete } = this.info;
    if (complete) return;
    this.looks += 1;
    if (this.looks % LOOKS === 0) this.later(() => this.begin());
    else this.later(() => this.follow(() => api.reviewed(id)));
  }

  private later(act: () => Promise<void>): void {
    if (!this.stopped) this.timer = setTimeout(() => void act(), PATIENCE);
  }
}
