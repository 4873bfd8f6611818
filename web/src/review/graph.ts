/** The graph of a review: what is drawn where, apart from how it looks. */

import type { Outcome, ShownDecision, ShownLesson } from "../protocol/types";

/** What is told of a seat over the game. */
export type Measure = "chance" | "margin";

/** Above the line: a blunder, a mistake, or a good find. */
export type Sign = "??" | "?" | "!";

export interface Dot {
  readonly seq: number;
  readonly value: number;
}

export interface Line {
  readonly seat: number;
  readonly dots: readonly Dot[];
}

/** The line of every seat, as far as it is judged; a game that is over ends as it ended. */
export function linesOf(
  seats: readonly number[],
  judged: readonly ShownDecision[],
  measure: Measure,
  end?: { seq: number; outcome: Outcome } | undefined,
): readonly Line[] {
  return seats.map((seat) => {
    const dots = judged
      .filter((each) => each.seat === seat)
      .map((each): Dot => ({ seq: each.seq, value: each.played[measure] }));
    if (end) dots.push({ seq: end.seq, value: ended(end.outcome, seat, measure) });
    return { seat, dots };
  });
}

function ended(outcome: Outcome, seat: number, measure: Measure): number {
  if (measure === "chance") {
    return outcome.winners.includes(seat) ? 1 / outcome.winners.length : 0;
  }
  const total = (of: number): number => outcome.seats[of]?.total ?? 0;
  const others = outcome.seats.filter((each) => each.seat !== seat).map((each) => each.total);
  return total(seat) - Math.max(...others);
}

/** The value of a line at a step: between two decisions it goes straight from one to the other. */
export function valueAt(line: Line, seq: number): number | undefined {
  const after = line.dots.findIndex((dot) => dot.seq >= seq);
  const to = line.dots[after];
  if (!to) return line.dots.at(-1)?.value;
  const from = line.dots[after - 1];
  if (!from || to.seq === from.seq) return to.value;
  return from.value + ((to.value - from.value) * (seq - from.seq)) / (to.seq - from.seq);
}

/** The sign that a decision gets. */
export function signOf(decision: ShownDecision, lessons: readonly ShownLesson[]): Sign | null {
  if (decision.mark === "blunder") return "??";
  if (decision.mark === "mistake") return "?";
  const praised = lessons.some(
    (each) => each.praise && each.seat === decision.seat && each.steps.includes(decision.seq),
  );
  return praised ? "!" : null;
}

/** From what is told to pixels. */
export interface Scale {
  readonly x: (seq: number) => number;
  readonly y: (value: number) => number;
  /** The step at a place, as a number that may lie between two. */
  readonly seq: (x: number) => number;
  /** Where lines are drawn across, from the lowest to the highest. */
  readonly ticks: readonly number[];
}

export interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Fit lines into a room. */
export function scaleOf(
  lines: readonly Line[],
  measure: Measure,
  steps: number,
  room: Room,
): Scale {
  const ticks = measure === "chance" ? [0, 0.25, 0.5, 0.75, 1] : marginTicks(lines);
  const lowest = ticks[0] ?? 0;
  const highest = ticks.at(-1) ?? 1;
  const width = (room.right - room.left) / Math.max(1, steps);
  return {
    x: (seq) => room.left + seq * width,
    y: (value) => room.bottom - ((value - lowest) / (highest - lowest)) * (room.bottom - room.top),
    seq: (x) => (x - room.left) / width,
    ticks,
  };
}

/** Round numbers of points that enclose all values, with zero among them. */
function marginTicks(lines: readonly Line[]): number[] {
  const values = lines.flatMap((line) => line.dots.map((dot) => dot.value));
  const most = Math.max(10, ...values);
  const least = Math.min(-10, ...values);
  const step = [10, 20, 25, 50, 100, 200].find((each) => (most - least) / each <= 4) ?? 500;
  const ticks: number[] = [];
  for (let tick = Math.floor(least / step); tick <= Math.ceil(most / step); tick++) {
    ticks.push(tick * step);
  }
  return ticks;
}

/** The path of a line. */
export function pathOf(line: Line, scale: Scale): string {
  return line.dots
    .map(
      (dot, index) => `${index ? "L" : "M"}${round(scale.x(dot.seq))} ${round(scale.y(dot.value))}`,
    )
    .join("");
}

/** The ground under a line, down to the lowest or to zero. */
export function groundOf(line: Line, scale: Scale): string {
  const first = line.dots[0];
  const last = line.dots.at(-1);
  if (!first || !last) return "";
  const floor = round(scale.y(0));
  return `${pathOf(line, scale)}L${round(scale.x(last.seq))} ${floor}L${round(scale.x(first.seq))} ${floor}Z`;
}

function round(value: number): string {
  return value.toFixed(1);
}

export interface Placed<Thing> {
  readonly thing: Thing;
  readonly x: number;
  readonly y: number;
}

/** Put round signs where they belong, or as little above or below as keeps them apart. */
export function apart<Thing>(
  wanted: readonly Placed<Thing>[],
  size: number,
  room: Room,
): readonly Placed<Thing>[] {
  const placed: Placed<Thing>[] = [];
  const free = (x: number, y: number): boolean =>
    placed.every((other) => Math.hypot(other.x - x, other.y - y) >= size);
  for (const each of wanted) {
    const heights = [each.y];
    for (let away = 4; away < room.bottom - room.top; away += 4) {
      heights.push(each.y - away, each.y + away);
    }
    const y = heights.find((y) => y >= room.top && y <= room.bottom && free(each.x, y)) ?? each.y;
    placed.push({ ...each, y });
  }
  return placed;
}

/** Heights of labels that stand one under the other, each as near to its own as there is room. */
export function spread(wanted: readonly number[], height: number, room: Room): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const found = [...wanted];
  let least = room.top;
  for (const index of order) {
    found[index] = Math.max(found[index] ?? 0, least);
    least = (found[index] ?? 0) + height;
  }
  let most = room.bottom;
  for (const index of order.reverse()) {
    found[index] = Math.min(found[index] ?? 0, most);
    most = (found[index] ?? 0) - height;
  }
  return found;
}
