/** Choosing a place for every name so that none lies on another. */

import { KEPT, type Candidate } from "./candidates";

/** A name with the places it may have, and what it costs to leave it out. */
export interface Choice {
  readonly places: readonly Candidate[];
  readonly dropped: number;
}

/** Air between two names side by side, in pixels. */
const AIR = 1.5;
/** What two names over each other cost while places are being looked for. */
const CLASH = 26;
/** Rounds in which every name chooses again. */
const ROUNDS = 4;
/** Above this mean cost it is worth to look for more by chance. */
const TIGHT = 0.75;
const STEPS = 9000;

/**
 * Return the number of the place that each name gets, or -1 for one that is left out. `turn`: on a
 * world that turns, how far its copies are from each other. The same choices, the same places.
 */
export function choose(choices: readonly Choice[], turn: number): Int32Array {
  return new Search(choices, turn).run();
}

class Search {
  private readonly edges: Float64Array;
  private readonly costs: readonly Float64Array[];
  private readonly rivals: readonly Int32Array[];
  private readonly shifts: readonly Float64Array[];
  private readonly picked: Int32Array;
  private readonly order: readonly number[];

  constructor(
    private readonly choices: readonly Choice[],
    turn: number,
  ) {
    this.edges = new Float64Array(choices.length * KEPT * 4);
    choices.forEach(({ places }, name) => {
      places.forEach(({ left, top, right, bottom }, place) => {
        this.edges.set([left, top, right, bottom], (name * KEPT + place) * 4);
      });
    });
    this.costs = choices.map(({ places }) => Float64Array.from(places, ({ cost }) => cost));
    [this.rivals, this.shifts] = rivalsOf(choices, turn);
    this.picked = new Int32Array(choices.length).fill(-1);
    this.order = byFreedom(choices);
  }

  run(): Int32Array {
    this.rounds(ROUNDS);
    if (this.total() > TIGHT * this.choices.length) this.anneal();
    this.leaveOut();
    return this.picked;
  }

  /** Let every name take the best place there is, given where the others are. */
  private rounds(count: number): void {
    for (let round = 0; round < count; round++) {
      for (const name of this.order) this.picked[name] = this.best(name);
    }
  }

  private best(name: number): number {
    const costs = this.costs[name] as Float64Array;
    let least = (this.choices[name] as Choice).dropped;
    let chosen = -1;
    for (let place = 0; place < costs.length && (costs[place] as number) < least; place++) {
      const price = this.price(name, place);
      if (price < least) [least, chosen] = [price, place];
    }
    return chosen;
  }

  private price(name: number, place: number): number {
    if (place < 0) return (this.choices[name] as Choice).dropped;
    const own = (this.costs[name] as Float64Array)[place] as number;
    return own + CLASH * this.clashes(name, place);
  }

  /** How many of the names that stand now a name would touch. */
  private clashes(name: number, place: number): number {
    const rivals = (this.rivals[name] as Int32Array).length;
    let count = 0;
    for (let number = 0; number < rivals; number++) if (this.touches(name, place, number)) count++;
    return count;
  }

  /** Whether a name would touch one of its rivals where that stands now. */
  private touches(name: number, place: number, number: number): boolean {
    const { edges } = this;
    const rival = (this.rivals[name] as Int32Array)[number] as number;
    const taken = this.picked[rival] as number;
    if (taken < 0) return false;
    const at = (name * KEPT + place) * 4;
    const other = (rival * KEPT + taken) * 4;
    const shift = (this.shifts[name] as Float64Array)[number] as number;
    return (
      (edges[at + 1] as number) < (edges[other + 3] as number) &&
      (edges[other + 1] as number) < (edges[at + 3] as number) &&
      (edges[at] as number) - AIR < (edges[other + 2] as number) + shift &&
      (edges[other] as number) + shift < (edges[at + 2] as number) + AIR
    );
  }

  private total(): number {
    return this.choices.reduce((sum, { dropped }, name) => {
      const place = this.picked[name] as number;
      if (place < 0) return sum + dropped;
      const own = (this.costs[name] as Float64Array)[place] as number;
      return sum + own + (CLASH / 2) * this.clashes(name, place);
    }, 0);
  }

  /** Try other places by chance, less and less boldly; what was found before stays if it is better. */
  private anneal(): void {
    const before = this.picked.slice();
    const worth = this.total();
    const random = chances(7);
    for (let step = 0; step < STEPS; step++) {
      const heat = 2.4 * (1 - step / STEPS) ** 2 + 0.03;
      const name = Math.floor(random() * this.choices.length);
      const places = (this.costs[name] as Float64Array).length;
      const place = Math.floor(random() ** 2 * places);
      if (!places || place === this.picked[name]) continue;
      const gain = this.price(name, this.picked[name] as number) - this.price(name, place);
      if (gain >= 0 || random() < Math.exp(gain / heat)) this.picked[name] = place;
    }
    this.rounds(ROUNDS - 1);
    if (this.total() > worth) this.picked.set(before);
  }

  /** Leave out what still lies on another name, what matters least first; then try each again. */
  private leaveOut(): void {
    const dropped = (name: number) => (this.choices[name] as Choice).dropped;
    const weakest = [...this.order].sort((one, other) => dropped(one) - dropped(other));
    for (const name of weakest) {
      const place = this.picked[name] as number;
      if (place >= 0 && this.clashes(name, place)) this.picked[name] = -1;
    }
    const strongest = weakest.reverse();
    for (const name of strongest) {
      if ((this.picked[name] as number) < 0) this.pushIn(name);
    }
    for (const name of strongest) {
      if ((this.picked[name] as number) < 0) this.picked[name] = this.free(name);
    }
  }

  /** The first place where a name touches no other. */
  private free(name: number): number {
    const { places } = this.choices[name] as Choice;
    return places.findIndex((_, place) => !this.clashes(name, place));
  }

  /** Give a name a place where those in its way can move aside, or matter less together. */
  private pushIn(name: number): void {
    const { places, dropped } = this.choices[name] as Choice;
    let least = dropped;
    let best: Int32Array | null = null;
    const before = this.picked.slice();
    for (let place = 0; place < places.length; place++) {
      this.picked.set(before);
      this.picked[name] = place;
      let lost = 0;
      for (const [number, rival] of (this.rivals[name] as Int32Array).entries()) {
        if (!this.touches(name, place, number)) continue;
        this.picked[rival] = -1;
        this.picked[rival] = this.free(rival);
        if (this.picked[rival] < 0) lost += (this.choices[rival] as Choice).dropped;
      }
      if (lost < least) [least, best] = [lost, this.picked.slice()];
      if (!least) break;
    }
    this.picked.set(best ?? before);
  }
}

/** Which names can ever be in each other's way, and by how much their copies are shifted. */
function rivalsOf(choices: readonly Choice[], turn: number): [Int32Array[], Float64Array[]] {
  const hulls = choices.map(({ places }) => ({
    left: Math.min(...places.map(({ left }) => left)),
    top: Math.min(...places.map(({ top }) => top)),
    right: Math.max(...places.map(({ right }) => right)),
    bottom: Math.max(...places.map(({ bottom }) => bottom)),
  }));
  const copies = turn ? [0, -turn, turn] : [0];
  const rivals: number[][] = [];
  const shifts: number[][] = [];
  for (const [name, own] of hulls.entries()) {
    const near: number[] = [];
    const by: number[] = [];
    for (const [rival, other] of hulls.entries()) {
      if (rival === name || own.top >= other.bottom || other.top >= own.bottom) continue;
      for (const shift of copies) {
        if (own.left >= other.right + shift + AIR) continue;
        if (other.left + shift >= own.right + AIR) continue;
        near.push(rival);
        by.push(shift);
      }
    }
    rivals.push(near);
    shifts.push(by);
  }
  return [
    rivals.map((each) => Int32Array.from(each)),
    shifts.map((each) => Float64Array.from(each)),
  ];
}

/** Those that must be shown first, then those with the fewest good places. */
function byFreedom(choices: readonly Choice[]): number[] {
  const freedom = choices.map(({ places, dropped }) => {
    const best = places[0]?.cost ?? 0;
    return places.filter(({ cost }) => cost < best + 2).length - dropped / 10;
  });
  return choices
    .map((_, name) => name)
    .sort((one, other) => (freedom[one] as number) - (freedom[other] as number));
}

/** The same numbers between 0 and 1 every time. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
