import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MoveRefused, TableSocket, type Line } from "./socket";
import type { ClientMessage, ServerMessage } from "./types";

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: ClientMessage[] = [];
  readyState = 0;
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    (this.onopen as () => void)();
  }

  say(message: Partial<ServerMessage>): void {
    (this.onmessage as (event: { data: string }) => void)({ data: JSON.stringify(message) });
  }

  drop(code = 1006): void {
    (this.onclose as (event: { code: number }) => void)({ code });
  }
}

const last = (): FakeSocket => {
  const found = FakeSocket.all.at(-1);
  if (!found) throw new Error("nobody has called");
  return found;
};

describe("the line to a table", () => {
  let lines: Line[];
  let socket: TableSocket;

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    lines = [];
    const nothing = (): void => undefined;
    socket = new TableSocket(
      "ws://here/ws/tables/X",
      {
        line: (line) => lines.push(line),
        table: nothing,
        update: nothing,
        chat: nothing,
        refused: nothing,
      },
      () => new FakeSocket(),
    );
    socket.open();
  });

  afterEach(() => {
    socket.close();
    vi.useRealTimers();
  });

  it("asks for everything at first, and for what is new after a break", () => {
    last().open();
    expect(last().sent[0]).toEqual({ type: "resume", since: -1, chat: 0 });
    last().say({ type: "update", seq: 7 } as ServerMessage);
    last().say({ type: "chat", lines: [{ number: 3 }] } as unknown as ServerMessage);
    last().drop();
    vi.advanceTimersByTime(2000);
    last().open();
    expect(FakeSocket.all).toHaveLength(2);
    expect(last().sent[0]).toEqual({ type: "resume", since: 7, chat: 3 });
    expect(lines).toEqual(["live", "waiting", "live"]);
  });

  it("sends a move again, by the same id, until it is answered", async () => {
    last().open();
    const moved = socket.move({ move: "draw", seat: 0, pile: "train" }, 4);
    const first = last().sent[1];
    last().drop();
    vi.advanceTimersByTime(2000);
    last().open();
    expect(last().sent[1]).toEqual(first);
    last().say({ type: "accepted", move_id: (first as { move_id: string }).move_id, seq: 5 });
    await expect(moved).resolves.toBe(5);
    last().drop();
    vi.advanceTimersByTime(2000);
    last().open();
    expect(last().sent).toHaveLength(1);
  });

  it("keeps a move that is made while it is down", () => {
    void socket.move({ move: "pass", seat: 0 }, 1);
    expect(last().sent).toEqual([]);
    last().open();
    expect(last().sent.map((message) => message.type)).toEqual(["resume", "move"]);
  });

  it("tells why a move was refused", async () => {
    last().open();
    const moved = socket.move({ move: "pass", seat: 0 }, 1);
    const { move_id } = last().sent[1] as { move_id: string };
    const problem = { code: "can_act", params: {}, text: "no" };
    last().say({ type: "refused", move_id, problem });
    await expect(moved).rejects.toBeInstanceOf(MoveRefused);
  });

  it("waits longer after every failure, but never for ever", () => {
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const before = FakeSocket.all.length;
      last().drop();
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(50);
        waited += 50;
      }
      waits.push(waited);
    }
    expect(waits[0]).toBeLessThan(1000);
    expect(waits[7]).toBeGreaterThan(5000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(12_600);
  });

  it("does not come back when the server says that it is of no use", () => {
    last().open();
    last().drop(4404);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(lines.at(-1)).toBe("ended");
  });

  it("leaves the server alone for a while when it says that this was too much", () => {
    last().open();
    last().drop(4429);
    vi.advanceTimersByTime(7000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(6000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("hangs up and calls again when no sign of life comes", () => {
    last().open();
    vi.advanceTimersByTime(5_000);
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(12_000 + 1000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("tells within two seconds that an answer is overdue, and when it has come", () => {
    last().open();
    void socket.move({ move: "pass", seat: 0 }, 1);
    vi.advanceTimersByTime(2000);
    expect(lines).toEqual(["live", "silent"]);
    last().say({ type: "pong" } as ServerMessage);
    expect(lines).toEqual(["live", "silent", "live"]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("knows at once that the network is gone, and comes back with it", () => {
    last().open();
    dispatchEvent(new Event("offline"));
    expect(lines).toEqual(["live", "waiting"]);
    dispatchEvent(new Event("online"));
    last().open();
    expect(lines).toEqual(["live", "waiting", "live"]);
  });
});
