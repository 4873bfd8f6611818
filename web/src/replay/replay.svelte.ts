/** A game that is watched again: where one is in it, through whose eyes, and whether it runs. */

import { call, session } from "../frame/session.svelte";
import { lines, type LogLine } from "../game/log";
import { Spotlight } from "../game/spotlight.svelte";
import { Table } from "../game/table.svelte";
import { api } from "../protocol/client";
import type { ClockState, Replay, ReplayStep, SeatInfo, TableInfo } from "../protocol/types";
import { say } from "../words/words.svelte";

const PACE = 1100;
const NO_CLOCK: ClockState = {
  clock: { kind: "none", seconds: 60, increment: 0, take_over: false },
  left: [],
  running: [],
  at: 0,
};

export interface ReplayLine extends LogLine {
  step: number;
}

export class Watching {
  /** Shows each step with the parts of the table. */
  readonly table: Table;
  readonly spotlight: Spotlight;
  replay = $state.raw<Replay | null>(null);
  at = $state(0);
  running = $state(false);
  pace = $state(1);
  problem = $state("");
  busy = $state(false);
  private timer: ReturnType<typeof setInterval> | undefined;

  readonly last = $derived((this.replay?.steps.length ?? 1) - 1);
  readonly step = $derived<ReplayStep | undefined>(this.replay?.steps[this.at]);
  readonly log = $derived<ReplayLine[]>(
    (this.replay?.steps ?? []).flatMap((step) =>
      lines(step.events).map((line) => ({ ...line, step: step.seq })),
    ),
  );

  constructor(
    readonly record: unknown,
    /** The table it was played at, and its board; a file has neither. */
    readonly code: string,
    readonly board?: string,
  ) {
    this.table = new Table(code);
    this.spotlight = new Spotlight(this.table);
  }

  /** Play the record again, as a seat saw it. */
  async load(seat: number | null, at = this.at): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      this.replay = await api.replay(this.record, seat, this.board);
      this.table.setInfo(infoOf(this.replay, this.code));
      this.go(at);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  /** Load everything again in the language spoken now: the server puts events into words. */
  async translate(): Promise<void> {
    void this.table.translate();
    await this.load(this.replay?.seat ?? null);
  }

  /** Go to a step. */
  go(step: number): void {
    this.at = Math.min(Math.max(step, 0), this.last);
    const { replay } = this;
    const shown = replay?.steps[this.at];
    if (!replay || !shown) return;
    this.table.take({
      type: "update",
      seat: replay.seat,
      seq: shown.seq,
      since: -1,
      events: shown.events,
      view: shown.view,
      can_undo: false,
      clock: NO_CLOCK,
    });
    const told = lines(shown.events).find((line) => line.route ?? line.city);
    this.spotlight.line = told ?? null;
    if (this.at >= this.last) this.pause();
  }

  /** Go to where the next, or the last, turn of a seat begins. */
  turn(forward: boolean): void {
    const steps = this.replay?.steps ?? [];
    const whose = steps[this.at]?.seat;
    let to = this.at;
    const ahead = forward ? 1 : -1;
    do to += ahead;
    while (to > 0 && to < this.last && steps[to]?.seat === whose);
    this.go(to);
  }

  play(): void {
    if (this.at >= this.last) this.go(0);
    this.pause();
    this.running = true;
    this.timer = setInterval(() => this.go(this.at + 1), PACE / this.pace);
  }

  pause(): void {
    clearInterval(this.timer);
    this.running = false;
  }

  /** Change how fast it runs. */
  setPace(pace: number): void {
    this.pace = pace;
    if (this.running) this.play();
  }

  /** Open a table against bots that goes on from here; returns its code. */
  async playOn(): Promise<string | undefined> {
    const seat = this.replay?.seat ?? null;
    if (seat === null) return undefined;
    this.pause();
    this.busy = true;
    try {
      if (!session.guest) await call(say("page.lobby.nobody"));
      return (await api.playOn(this.record, seat, this.at, this.board)).id;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}

/** A stand-in for a table: just enough for the parts of the table screen. */
function infoOf(replay: Replay, code: string): TableInfo {
  const players = replay.steps[0]?.view.players ?? [];
  return {
    id: code,
    status: "finished",
    version: 0,
    board: replay.board,
    variant: replay.variant,
    board_hash: "",
    seats: players.map((player): SeatInfo => ({
      seat: player.seat,
      colour: player.colour,
      holder: "person",
      name: player.name,
      bot: null,
      you: player.seat === replay.seat,
      online: true,
      stand_in: false,
      resigned: false,
      agreed: false,
      muted: false,
      free_in: null,
      shares: null,
      kept_for: null,
      invited: false,
      blocked: false,
    })),
    host: false,
    public: false,
    shuffle_seats: false,
    memory_aids: true,
    deal: null,
    by_word: false,
    clock: NO_CLOCK,
    seq: 0,
    created: 0,
    commitment: replay.commitment,
    rematch: null,
    closed: null,
    grace: 0,
    pace: "brisk",
    takebacks: 0,
    known_deal: false,
    same_deal: false,
    pause: null,
    pauses_left: 0,
    reason: null,
  };
}
