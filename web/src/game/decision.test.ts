import { describe, expect, it } from "vitest";
import type { Move, View } from "../protocol/types";
import { Decision, type Bank } from "./decision.svelte";
import { Legal, type Cards } from "./legal";
import { ticksOf } from "./ticks";

const claim = (route: string, cards: Record<string, number>): Move => ({
  move: "claim",
  seat: 0,
  route,
  cards,
});

function view(changes: Partial<View> = {}): View {
  return {
    phase: "turn",
    hand: { red: 4, blue: 3, locomotive: 1 },
    offer: null,
    ...changes,
  } as View;
}

function decide(
  moves: Move[],
  given: Partial<View> = {},
  bank: Bank = { payments: async () => [] },
) {
  const decision = new Decision(bank);
  decision.follow(view(given), new Legal(moves), 20);
  return decision;
}

describe("a claim", () => {
  const moves = [claim("a-b", { red: 2 }), claim("a-b", { blue: 2 }), claim("c-d", { red: 1 })];

  it("begins with the first way to pay and ends in a move", () => {
    const decision = decide(moves);
    decision.route("a-b");
    expect(decision.move).toMatchObject({ move: "claim", route: "a-b", cards: { red: 2 } });
    decision.pick(1);
    expect(decision.move).toMatchObject({ cards: { blue: 2 } });
  });

  it("begins with the way that spends the fewest locomotives", () => {
    const decision = decide([
      claim("a-b", { purple: 1, locomotive: 1 }),
      claim("a-b", { red: 2 }),
      claim("a-b", { locomotive: 2 }),
    ]);
    decision.route("a-b");
    expect(decision.move).toMatchObject({ cards: { red: 2 } });
  });

  it("begins with the cards that were laid ready", () => {
    const decision = decide(moves);
    decision.lay("blue");
    decision.route("a-b");
    expect(decision.move).toMatchObject({ cards: { blue: 2 } });
  });

  it("gets every way to pay from the server and keeps what was chosen", async () => {
    const ways: Cards[] = [{ red: 2 }, { red: 1, locomotive: 1 }, { blue: 2 }];
    const decision = decide(moves, {}, { payments: async () => ways });
    decision.route("a-b");
    decision.pick(1);
    await Promise.resolve();
    await Promise.resolve();
    expect(decision.move).toMatchObject({ cards: { blue: 2 } });
    const { step } = decision;
    expect(step.kind === "claim" && step.paying.ways).toHaveLength(3);
  });

  it("of a route that cannot be had only shows the route", () => {
    const decision = decide(moves);
    decision.route("x-y");
    expect(decision.step).toEqual({ kind: "route", route: "x-y" });
    expect(decision.move).toBeUndefined();
  });

  it("closes when the route is gone", () => {
    const decision = decide(moves);
    decision.route("a-b");
    decision.follow(view(), new Legal([]), 20);
    expect(decision.step.kind).toBe("none");
  });

  it("with an own mix is a move only if the mix pays", () => {
    const decision = decide(moves);
    decision.route("a-b");
    decision.mixOwn();
    const { step } = decision;
    if (step.kind !== "claim") throw new Error("no claim");
    step.paying.own = { red: 1 };
    expect(decision.move).toBeUndefined();
    step.paying.own = { blue: 2 };
    expect(decision.move).toMatchObject({ cards: { blue: 2 } });
  });
});

describe("keeping tickets", () => {
  const keep = (...tickets: string[]): Move => ({ move: "keep", seat: 0, tickets });
  const offer = {
    keep: 1,
    tickets: [{ ticket: "a" }, { ticket: "b" }],
  } as unknown as View["offer"];
  const moves = [keep("a"), keep("b"), keep("a", "b")];

  it("is demanded, and needs as many as the server asks for", () => {
    const decision = decide(moves, { offer });
    expect(decision.step.kind).toBe("keep");
    expect(decision.demands).toBe(true);
    expect(decision.move).toBeUndefined();
    decision.toggle("b");
    expect(decision.move).toEqual(keep("b"));
    decision.toggle("a");
    expect(decision.move).toEqual(keep("a", "b"));
  });

  it("cannot be put off", () => {
    const decision = decide(moves, { offer });
    expect(decision.back()).toBe(false);
    expect(decision.step.kind).toBe("keep");
  });

  it("does not forget what was chosen when others decide", () => {
    const decision = decide(moves, { offer });
    decision.toggle("a");
    decision.follow(view({ offer }), new Legal(moves), 20);
    expect(decision.move).toEqual(keep("a"));
  });

  it("goes on after a reload where it was, with the same tickets and no others", () => {
    sessionStorage.clear();
    const opened = (given: View["offer"], table = "ABCD") => {
      const decision = new Decision({ payments: async () => [] }, ticksOf(table));
      decision.follow(view({ offer: given }), new Legal(moves), 20);
      return decision;
    };
    opened(offer).toggle("b");
    expect(opened(offer).move).toEqual(keep("b"));
    expect(opened(offer, "EFGH").move).toBeUndefined();
    const other = { keep: 1, tickets: [{ ticket: "b" }, { ticket: "c" }] };
    expect(opened(other as unknown as View["offer"]).move).toBeUndefined();
    opened(offer).toggle("b");
    expect(opened(offer).move).toBeUndefined();
  });
});

describe("taking a card", () => {
  const take = (refill: "train" | "ship"): Move => ({ move: "take", seat: 0, place: 2, refill });

  it("is a move at once where one pile fills the gap", () => {
    expect(decide([take("train")]).take(2)).toEqual(take("train"));
  });

  it("asks for the pile where there are two, the last one first", () => {
    const decision = decide([take("train"), take("ship")]);
    decision.remember(take("ship"));
    expect(decision.take(2)).toBeUndefined();
    expect(decision.move).toEqual(take("ship"));
  });
});

describe("building", () => {
  const moves: Move[] = [{ move: "station", seat: 0, city: "paris", cards: { red: 1 } }];

  it("asks for the city first, and goes back to it", () => {
    const decision = decide(moves);
    decision.site("station");
    decision.build("station", "paris");
    expect(decision.move).toMatchObject({ move: "station", city: "paris" });
    decision.back();
    expect(decision.step.kind).toBe("site");
    decision.back();
    expect(decision.step.kind).toBe("none");
  });
});

describe("cards laid ready", () => {
  it("are those that can be paid together", () => {
    const decision = decide([
      claim("a-b", { red: 2, locomotive: 1 }),
      claim("a-b", { blue: 2, locomotive: 1 }),
    ]);
    decision.lay("red");
    decision.lay("locomotive");
    expect(decision.cards).toEqual(["red", "locomotive"]);
    decision.lay("blue");
    expect(decision.cards).toEqual(["locomotive", "blue"]);
    decision.lay("blue");
    expect(decision.cards).toEqual(["locomotive"]);
  });

  it("are taken back when they were paid", () => {
    const decision = decide([]);
    decision.lay("red");
    decision.follow(view({ hand: { blue: 1 } }), new Legal([]), 20);
    expect(decision.cards).toEqual([]);
  });
});

describe("tickets from two piles", () => {
  const draw = (second: number): Move => ({ move: "tickets", seat: 0, second });

  it("ask for the mix, and begin in the middle", () => {
    const decision = decide([0, 1, 2, 3, 4].map(draw));
    decision.tickets();
    expect(decision.move).toEqual(draw(2));
    expect(decision.demands).toBe(false);
  });

  it("need no mix where there is one pile", () => {
    const decision = decide([draw(0)]);
    decision.tickets();
    expect(decision.step.kind).toBe("tickets");
    expect(decision.move).toEqual(draw(0));
  });
});

describe("choosing pieces", () => {
  it("begins with what the board suggests", () => {
    const decision = decide([10, 20, 25].map((wagons) => ({ move: "pieces", seat: 0, wagons })));
    expect(decision.move).toEqual({ move: "pieces", seat: 0, wagons: 20 });
  });

  it("waits for what the board suggests, and then begins with it", () => {
    const moves = [10, 20, 25].map((wagons): Move => ({ move: "pieces", seat: 0, wagons }));
    const decision = new Decision({ payments: async () => [] });
    decision.follow(view(), new Legal(moves), 0);
    expect(decision.move).toBeUndefined();
    decision.follow(view(), new Legal(moves), 20);
    expect(decision.move).toMatchObject({ wagons: 20 });
    decision.follow(view(), new Legal(moves), 20);
    expect(decision.move).toMatchObject({ wagons: 20 });
  });
});

describe("a tunnel", () => {
  it("that cannot be paid can still be left", () => {
    const decision = decide([{ move: "withdraw", seat: 0 }], { phase: "tunnel" });
    expect(decision.step.kind).toBe("tunnel");
    expect(decision.move).toBeUndefined();
  });
});
