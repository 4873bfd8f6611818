/** A table as this device sees it: fed by the socket, read by every part of the page. */

import { api } from "../protocol/client";
import { lineTo, MoveRefused, TableSocket, type Line } from "../protocol/socket";
import type {
  AskPayments,
  ChatLine,
  Move,
  Payments,
  Player,
  Problem,
  SeatInfo,
  TableInfo,
  Told,
  Update,
  View,
} from "../protocol/types";
import { language, say } from "../words/words.svelte";
import { Atlas } from "./atlas";
import { RunningClock } from "./clock.svelte";
import { Decision, type Bank } from "./decision.svelte";
import { Legal } from "./legal";
import { extended, type LogNames } from "./log";
import { reasonOf, sentence } from "./reasons";
import { ownSeats, wantedSeat } from "./seats";
import { ticksOf } from "./ticks";
import { Toasts } from "./toastList.svelte";

/** The key under which a spectator's update is kept; seats have their numbers. */
const SPECTATOR = -1;
/** What needs no message: the end of a game of two shows that it was given up, others stand there. */
const SHOWN = /^(resigned_end|pause_(proposed|began|ending).*)$/;
const NO_MOVES = new Legal([]);

export class Table {
  info = $state.raw<TableInfo | null>(null);
  atlas = $state.raw<Atlas | null>(null);
  line = $state<Line>("connecting");
  /** When the connection is tried again, by this device's clock. */
  retryAt = $state(0);
  /** Why nothing can be shown: there is no such table, or the server does not answer. */
  problem = $state.raw<Problem | null>(null);
  chat = $state.raw<readonly ChatLine[]>([]);
  /** The move that was sent and is not yet part of the game. */
  pending = $state.raw<{ move: Move | null; seq: number | null } | null>(null);
  /** Why free routes cannot be claimed, as it was at a step. */
  private refused = $state.raw<{ seq: number; reasons: Readonly<Record<string, string>> } | null>(
    null,
  );
  /** What is not shown on the map yet, while it is told what has happened since the last visit. */
  later = $state.raw<{ routes: ReadonlySet<string>; cities: ReadonlySet<string> } | null>(null);
  /** The own seat at the device; null before the curtain is opened for the first time. */
  seat = $state<number | null>(null);
  readonly clock = new RunningClock();
  readonly toasts = new Toasts();
  readonly decision: Decision;
  /** Told of every new event, once. */
  onnews: (events: readonly Told[], view: View) => void = () => undefined;

  /** How things are called in the log of this table. */
  readonly names: LogNames = {
    own: () => this.view?.seat ?? null,
    seat: (number) => this.name(number),
    card: (id) => this.atlas?.aCard(id) ?? id,
    cards: (id) => this.atlas?.card(id, 2) ?? id,
  };

  private updates = $state.raw<ReadonlyMap<number, Update>>(new Map());
  private logs = $state.raw<ReadonlyMap<number, readonly Told[]>>(new Map());
  private readonly reasons = new Map<string, Promise<string | null>>();
  private socket: TableSocket | undefined;
  private loading = "";
  /** When this device came, by the server's clock. */
  private came = Infinity;

  /** The seats that are played at this device. */
  readonly own = $derived(ownSeats(this.info?.seats ?? []));
  /** The seats of this device, also those that were given up. */
  readonly mine = $derived(
    (this.info?.seats ?? []).filter((seat) => seat.you).map((seat) => seat.seat),
  );
  readonly spectator = $derived(this.info !== null && this.own.length === 0);
  readonly shared = $derived(this.own.length > 1);
  private readonly known = $derived(this.updates.get(this.seat ?? SPECTATOR) ?? this.anyUpdate());
  /** The seat for which the device is to be handed over. */
  readonly wanted = $derived(wantedSeat(this.own, this.seat, this.known?.view.pending ?? []));
  /** Whether a curtain hides the table until the next person has the device. */
  readonly curtain = $derived(
    this.shared && this.info?.status === "playing" && this.wanted !== this.seat,
  );
  readonly update = $derived(this.curtain ? null : (this.known ?? null));
  readonly view = $derived(this.update?.view ?? null);
  readonly events = $derived(this.logs.get(this.seat ?? SPECTATOR) ?? this.anyLog());
  readonly myTurn = $derived(
    this.view !== null && this.view.seat !== null && this.view.pending.includes(this.view.seat),
  );
  readonly legal = $derived(
    this.view && this.myTurn && !this.pending ? new Legal(this.view.moves) : NO_MOVES,
  );
  readonly canUndo = $derived(this.update?.can_undo === true && !this.pending);

  constructor(readonly code: string) {
    const bank: Bank = {
      payments: async (ask) => (await this.payments(ask))?.payments ?? [],
    };
    this.decision = new Decision(bank, ticksOf(code));
  }

  /** Begin to follow the table. */
  open(): void {
    this.socket = new TableSocket(lineTo(this.code), {
      line: (line, retry) => {
        this.line = line;
        this.retryAt = performance.now() + retry;
      },
      table: ({ table }) => this.setInfo(table),
      update: (update) => this.take(update),
      chat: ({ lines }) => {
        const last = this.chat.at(-1)?.number ?? 0;
        const fresh = lines.filter((each) => each.number > last);
        this.tellSeats(fresh);
        this.chat = [...this.chat, ...fresh];
      },
      refused: (problem) => {
        if (this.info) this.toasts.show(problem.text, "bad");
        else this.problem = problem;
      },
    });
    this.socket.open();
  }

  /** Reconnect: the server identifies a guest only when a connection opens. */
  reopen(): void {
    this.socket?.close();
    this.updates = new Map();
    this.logs = new Map();
    this.chat = [];
    this.open();
  }

  close(): void {
    this.socket?.close();
    this.clock.stop();
    this.toasts.clear();
  }

  /** Take over what the server has told about the table itself. */
  setInfo(info: TableInfo): void {
    this.info = info;
    this.came = Math.min(this.came, info.clock.at);
    this.clock.set(info.clock);
    if (this.seat === null || !this.own.includes(this.seat)) {
      this.seat = this.own.length === 1 ? (this.own[0] ?? null) : null;
    }
    void this.load(info);
  }

  /** Hand the device to the next person. */
  openCurtain(): void {
    this.seat = this.wanted;
    this.decision.reset();
    this.reasons.clear();
    this.follow();
  }

  /** Make a move. It stays pending until the game has gone on. */
  async play(move: Move): Promise<void> {
    const view = this.view;
    if (!view || !this.socket || this.pending) return;
    this.decision.remember(move);
    const { socket } = this;
    await this.send(move, () => socket.move(move, view.seq));
  }

  /** Make the move that the open decision has come to. */
  async confirm(): Promise<void> {
    const move = this.decision.move;
    if (move) await this.play(move);
  }

  /** Make a move given in words; a refusal is thrown, so that it can be corrected. */
  async type(text: string, sparing = false): Promise<void> {
    const { view, socket } = this;
    if (!view || view.seat === null || !socket || this.pending) return;
    const seq = await socket.text(text, view.seat, view.seq, sparing);
    this.settle(seq);
  }

  async undo(): Promise<void> {
    const { view, socket } = this;
    const seat = view?.seat;
    if (!view || seat === null || seat === undefined || !socket || !this.canUndo) return;
    await this.send(null, () => socket.undo(seat, view.seq));
  }

  /** Write to the others; tells whether the connection was up. */
  say(text: string): boolean {
    return this.socket?.say(text) ?? false;
  }

  /** Ask for every way to pay for something, and what is missing if there is none. */
  async payments(ask: Pick<AskPayments, "kind" | "target">): Promise<Payments | undefined> {
    return this.socket?.payments({ ...ask, target: ask.target ?? "", seat: this.seat });
  }

  /** Tell why a move cannot be made, in a sentence; null if it can. */
  why(move: Move): Promise<string | null> {
    const key = `${String(this.view?.seq)} ${JSON.stringify(move)}`;
    const known = this.reasons.get(key);
    if (known) return known;
    const asked = (async () => {
      try {
        const problem = (await this.socket?.why(move))?.problem;
        return problem ? reasonOf(problem, this.names.seat) : null;
      } catch (error) {
        return error instanceof MoveRefused ? reasonOf(error.problem, this.names.seat) : null;
      }
    })();
    this.reasons.set(key, asked);
    return asked;
  }

  /** Tell why a route cannot be claimed. */
  async whyRoute(id: string): Promise<string | null> {
    const route = this.atlas?.route(id);
    if (!route || this.view?.seat === null || this.view?.seat === undefined) return null;
    return this.why({ move: "claim", seat: this.view.seat, route: id, cards: {} });
  }

  /** Find out why free routes cannot be claimed, for the list of all routes. */
  async askRoutes(): Promise<void> {
    const { view, socket } = this;
    if (!view || view.seat === null || !socket) return;
    try {
      const { reasons } = await socket.routes(view.seat);
      if (this.view?.seq === view.seq) this.refused = { seq: view.seq, reasons };
    } catch (error) {
      if (!(error instanceof MoveRefused)) throw error;
    }
  }

  /** Why a route cannot be claimed at this moment, as far as it is known. */
  refusedRoute(id: string): string | undefined {
    const { refused, view } = this;
    const reason = refused && refused.seq === view?.seq ? refused.reasons[id] : undefined;
    return reason && sentence(reason);
  }

  /** Tell what a refused action would need. */
  async explain(move: Move): Promise<void> {
    const reason = await this.why(move);
    if (reason) this.toasts.show(reason, "bad");
  }

  person(seat: number): SeatInfo | undefined {
    return this.info?.seats[seat];
  }

  player(seat: number): Player | undefined {
    return this.view?.players[seat];
  }

  /** How a seat is called: by its name, or by its colour. */
  name(seat: number): string {
    const given = this.person(seat)?.name ?? this.player(seat)?.name;
    return (
      given ||
      (this.atlas?.sheet.player_colours[seat]?.name ?? say("seat.number", { number: seat + 1 }))
    );
  }

  /** Turn the words of the board into another language. */
  async translate(): Promise<void> {
    this.loading = "";
    if (this.info) await this.load(this.info);
  }

  /** Tell what has happened to seats; what was before this device came is no news. */
  private tellSeats(lines: readonly ChatLine[]): void {
    for (const line of lines) {
      const news = line.code && !SHOWN.test(line.code) && line.time > this.came;
      if (news) this.toasts.show(line.text);
    }
  }

  private async send(move: Move | null, sending: () => Promise<number>): Promise<void> {
    this.pending = { move, seq: null };
    try {
      this.settle(await sending());
    } catch (error) {
      this.pending = null;
      if (!(error instanceof MoveRefused)) throw error;
      this.toasts.show(reasonOf(error.problem, this.names.seat), "bad");
    }
  }

  /** The server has stored a move: it is pending until the game shows it. */
  private settle(seq: number): void {
    const reached = [...this.updates.values()].some((update) => update.seq >= seq);
    this.pending = reached ? null : { move: this.pending?.move ?? null, seq };
    if (reached) {
      this.decision.made();
      this.follow();
    }
  }

  /** Take over how the game stands for one viewer. */
  take(update: Update): void {
    const key = update.seat ?? SPECTATOR;
    const before = this.logs.get(key) ?? [];
    const events = extended(before, update);
    this.updates = new Map(this.updates).set(key, update);
    this.logs = new Map(this.logs).set(key, events);
    this.clock.set(update.clock);
    if (this.pending?.seq !== null && this.pending && update.seq >= this.pending.seq) {
      this.pending = null;
      this.decision.made();
    }
    if (this.view?.seat !== update.seat) return;
    this.reasons.clear();
    this.toasts.forgive();
    this.follow();
    const last = before.at(-1)?.seq ?? -1;
    const fresh = before.length ? update.events.filter((event) => event.seq > last) : [];
    this.onnews(fresh, update.view);
  }

  private follow(): void {
    if (!this.view) return;
    const suggested = this.atlas?.sheet.rules.suggested_wagons ?? 0;
    this.decision.follow(this.view, this.legal, suggested);
  }

  private anyUpdate(): Update | undefined {
    return this.updates.values().next().value;
  }

  private anyLog(): readonly Told[] {
    return this.logs.values().next().value ?? [];
  }

  /** Fetch the board and its drawing, once for each board and language. */
  private async load(info: TableInfo): Promise<void> {
    const wanted = `${info.board} ${info.variant} ${language()}`;
    if (this.loading === wanted) return;
    this.loading = wanted;
    const drawing = this.atlas?.drawing ?? api.drawing(info.board).catch(() => null);
    const [sheet, drawn] = await Promise.all([
      api.board(info.board, info.variant, language()),
      drawing,
    ]);
    if (this.loading !== wanted) return;
    this.atlas = new Atlas(sheet, drawn);
    this.follow();
  }
}
