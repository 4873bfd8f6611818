/**
 * The live connection to a table. It reconnects by itself, resumes where it broke, and resends what
 * the server has not answered: a move's id makes that harmless.
 */

import type {
  AskPayments,
  AskRoutes,
  AskWhy,
  ChatMessage,
  ClientMessage,
  Move,
  Payments,
  Problem,
  Reason,
  RouteReasons,
  SendMove,
  ServerMessage,
  TableMessage,
  Update,
} from "./types";

/**
 * The state of the connection: not yet up, up, up with an answer overdue, reconnecting, or
 * ended by the server.
 */
export type Line = "connecting" | "live" | "silent" | "waiting" | "ended";

export interface Listener {
  line(line: Line, retry: number): void;
  table(message: TableMessage): void;
  update(message: Update): void;
  chat(message: ChatMessage): void;
  /** A refusal that answers no request; the last one comes before the server hangs up. */
  refused(problem: Problem): void;
}

/** A move was refused; nothing has changed. */
export class MoveRefused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text);
  }
}

type Socket = Pick<WebSocket, "send" | "close" | "readyState"> & {
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;
};
type Answer = number | Payments | Reason | RouteReasons;
type Waiting = {
  message: SendMove | AskPayments | AskWhy | AskRoutes;
  done: (answer: Answer) => void;
  failed: (error: Error) => void;
};

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** How long the connection may be silent before a ping; longer while the page is hidden. */
const HEARTBEAT = 5_000;
const RARE_HEARTBEAT = 20_000;
/** An answer that takes longer is overdue, and one that takes longer still never comes. */
const OVERDUE = 1_800;
const SILENCE = 12_000;
/** Close codes after which reconnecting is of no use. */
const FINAL = new Set([4400, 4401, 4404]);
/** The close code for too many requests: reconnecting at once would make it worse. */
const TOO_MUCH = 4429;

export class TableSocket {
  private socket: Socket | undefined;
  private readonly waiting = new Map<string, Waiting>();
  private since = -1;
  private chat = 0;
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setTimeout> | undefined;
  private overdue: ReturnType<typeof setTimeout> | undefined;
  private silent = false;
  private ended = false;
  private up = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly connect: (address: string) => Socket = (to) => new WebSocket(to),
  ) {}

  /** Open the connection; it stays up until `close`. */
  open(): void {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.hurry);
    this.dial();
  }

  /** Close the connection for good. */
  close(): void {
    this.end();
    this.socket?.close();
  }

  /** Make a move; resolves with its step once the server has stored it. */
  move(move: Move, seq: number): Promise<number> {
    return this.play({ move, seq });
  }

  /** Make a move that is given in words; a sparing one asks before it spends locomotives. */
  text(text: string, seat: number, seq: number, sparing = false): Promise<number> {
    return this.play({ text, seat, seq, sparing });
  }

  /** Take the last move back. */
  undo(seat: number, seq: number): Promise<number> {
    return this.play({ undo: true, seat, seq });
  }

  /** Ask for every way to pay. */
  payments(ask: Omit<AskPayments, "type" | "id">): Promise<Payments> {
    const id = newId();
    return this.await(id, { type: "payments", id, ...ask }) as Promise<Payments>;
  }

  /** Ask why a move cannot be made. */
  why(move: Move): Promise<Reason> {
    const id = newId();
    return this.await(id, { type: "why", id, move }) as Promise<Reason>;
  }

  /** Ask why free routes cannot be claimed now. */
  routes(seat: number): Promise<RouteReasons> {
    const id = newId();
    return this.await(id, { type: "routes", id, seat }) as Promise<RouteReasons>;
  }

  /** Write to the others. */
  say(text: string): boolean {
    return this.send({ type: "say", text });
  }

  private play(move: Omit<SendMove, "type" | "move_id">): Promise<number> {
    const id = newId();
    return this.await(id, { type: "move", move_id: id, ...move }) as Promise<number>;
  }

  private await(id: string, message: Waiting["message"]): Promise<Answer> {
    return new Promise((done, failed) => {
      this.waiting.set(id, { message, done, failed });
      if (this.send(message)) this.expect();
    });
  }

  private send(message: ClientMessage): boolean {
    if (!this.up) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  private dial(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const socket = this.connect(this.address);
    this.socket = socket;
    socket.onopen = () => {
      if (socket === this.socket) this.greet();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  private greet(): void {
    this.up = true;
    this.send({ type: "resume", since: this.since, chat: this.chat });
    for (const { message } of this.waiting.values()) this.send(message);
    this.listener.line("live", 0);
    this.beat();
  }

  private hear(message: ServerMessage): void {
    this.attempts = 0;
    this.beat();
    clearTimeout(this.overdue);
    this.overdue = undefined;
    if (this.silent) {
      this.silent = false;
      this.listener.line("live", 0);
    }
    switch (message.type) {
      case "table":
        return this.listener.table(message);
      case "update":
        this.since = Math.max(this.since, message.seq);
        return this.listener.update(message);
      case "chat":
        this.chat = message.lines.at(-1)?.number ?? this.chat;
        return this.listener.chat(message);
      case "accepted":
        return this.settle(message.move_id)?.done(message.seq);
      case "payments":
      case "reason":
      case "routes":
        return this.settle(message.id)?.done(message);
      case "refused": {
        const asked = message.move_id ? this.settle(message.move_id) : undefined;
        if (asked) asked.failed(new MoveRefused(message.problem));
        else this.listener.refused(message.problem);
        return;
      }
      case "pong":
        return;
    }
  }

  private settle(id: string): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    return found;
  }

  private lost(code: number): void {
    this.up = false;
    this.silent = false;
    clearTimeout(this.heart);
    clearTimeout(this.overdue);
    this.overdue = undefined;
    if (this.ended) return;
    if (FINAL.has(code)) {
      this.end();
      this.listener.line("ended", 0);
      return;
    }
    const soon = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts);
    const wait = code === TOO_MUCH ? LONGEST_WAIT : soon;
    this.attempts += 1;
    // Jitter, so that not everybody reconnects at the same moment.
    const retry = wait * (0.75 + Math.random() / 2);
    this.listener.line("waiting", retry);
    this.timer = setTimeout(() => this.dial(), retry);
  }

  /** The network is back, or the page is visible again: try at once. */
  private readonly hurry = (): void => {
    if (this.timer === undefined || document.visibilityState === "hidden") return;
    this.dial();
  };

  /** The network is gone: do not wait for a timeout. */
  private readonly cut = (): void => {
    if (this.up) this.hangUp();
  };

  /** An answer is expected now; tell when it is overdue. */
  private expect(): void {
    this.overdue ??= setTimeout(() => {
      this.silent = true;
      this.listener.line("silent", 0);
    }, OVERDUE);
  }

  /** Ping after a while, and hang up when no answer comes. */
  private beat(): void {
    clearTimeout(this.heart);
    const hidden = document.visibilityState === "hidden";
    this.heart = setTimeout(
      () => {
        if (this.send({ type: "ping" })) this.expect();
        this.heart = setTimeout(() => this.hangUp(), SILENCE);
      },
      hidden ? RARE_HEARTBEAT : HEARTBEAT,
    );
  }

  private hangUp(): void {
    const silent = this.socket;
    this.socket = undefined;
    silent?.close();
    this.lost(1006);
  }

  private end(): void {
    this.ended = true;
    this.up = false;
    clearTimeout(this.timer);
    clearTimeout(this.heart);
    clearTimeout(this.overdue);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.hurry);
  }
}

/** The address of a table's socket. */
export function lineTo(code: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/ws/tables/${encodeURIComponent(code)}`;
}

function newId(): string {
  // `crypto.randomUUID` exists only on secure origins; a game in the local network has none.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
