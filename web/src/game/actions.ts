/** What the controls do: make the move if it may be made, otherwise say why not. */

import { settings } from "../frame/settings.svelte";
import type { Move } from "../protocol/types";
import type { BuildKind } from "./legal";
import type { Table } from "./table.svelte";

/** A control that can be used or not. */
export type Control =
  | { kind: "take"; place: number }
  | { kind: "draw"; pile: "train" | "ship" }
  | { kind: "tickets" }
  | { kind: "build" }
  | { kind: "exchange" };

/** Use a control. */
export function use(table: Table, control: Control): void {
  const wish = wished(table, control);
  if (!wish || table.pending) return;
  const move = possible(table, control);
  if (move === undefined) void table.explain(wish);
  else if (move !== null) void table.play(move);
}

/** A click on a route: to decide on it, or to confirm what was decided on it. */
export function chooseRoute(table: Table, route: string): void {
  const { decision } = table;
  const again = decision.step.kind === "claim" && decision.step.route === route;
  if (!again) decision.route(route);
  const { step } = decision;
  const only = !settings.confirm && step.kind === "claim" && step.paying.ways.length === 1;
  if (again || only) void table.confirm();
}

/** A click on a city: to build there, while a place is asked for. */
export function chooseCity(table: Table, city: string): void {
  const { step } = table.decision;
  if (step.kind === "site" || step.kind === "build") table.decision.build(step.build, city);
}

/** The move a control stands for in its plainest form; asked about it, the server says why not. */
export function wished(table: Table, control: Control): Move | null {
  const seat = table.view?.seat;
  if (seat === null || seat === undefined) return null;
  switch (control.kind) {
    case "take":
      return { move: "take", seat, place: control.place, refill: "train" };
    case "draw":
      return { move: "draw", seat, pile: control.pile };
    case "tickets":
      return { move: "tickets", seat, second: 0 };
    case "build": {
      const build = buildKind(table);
      return build && { move: build, seat, city: likelySite(table, build, seat), cards: {} };
    }
    case "exchange":
      return table.atlas?.sheet.rules.exchange
        ? { move: "exchange", seat, given: "wagon", number: 1 }
        : null;
  }
}

/** What can be built on the board at all. */
export function buildKind(table: Table): BuildKind | null {
  const rules = table.atlas?.sheet.rules;
  if (rules?.stations) return "station";
  return rules?.harbours ? "harbour" : null;
}

/** The move to be made at once; null if a decision was opened instead, undefined if none may be. */
function possible(table: Table, control: Control): Move | null | undefined {
  const { decision, legal } = table;
  switch (control.kind) {
    case "take":
      return legal.takes.has(control.place) ? (decision.take(control.place) ?? null) : undefined;
    case "draw":
      if (decision.step.kind === "refill") {
        decision.step.pile = control.pile;
        return decision.move;
      }
      return legal.draws.get(control.pile);
    case "tickets":
      if (!legal.ticketDraws.length) return undefined;
      decision.tickets();
      return null;
    case "build": {
      const build = buildKind(table);
      if (!build || !legal.builds(build).size) return undefined;
      decision.site(build);
      return null;
    }
    case "exchange":
      if (!legal.exchanges.length) return undefined;
      decision.exchange();
      return null;
  }
}

/** The place one would most likely build at: where one has a route already. */
function likelySite(table: Table, kind: BuildKind, seat: number): string {
  const sheet = table.atlas?.sheet;
  const fits = sheet?.cities.filter((city) => kind === "station" || city.port) ?? [];
  const own = new Set(
    sheet?.routes
      .filter((route) => table.view?.owners[route.id] === seat)
      .flatMap((route) => [route.a, route.b]),
  );
  return (fits.find((city) => own.has(city.id)) ?? fits[0])?.id ?? "";
}
