/** Positions made up to show everything that a board can show. No rule stands behind them. */

import type { BoardData } from "../model";
import type { Built, Highlights, Ring } from "../state";

export interface Scene {
  readonly owners: Readonly<Record<string, number>>;
  readonly stations: Built;
  readonly harbours: Built;
  readonly highlights: Highlights;
}

const SEATS = 5;
const NOTHING: Scene = { owners: {}, stations: {}, harbours: {}, highlights: {} };

export function sceneOf(name: string, board: BoardData): Scene {
  switch (name) {
    case "empty":
      return NOTHING;
    case "full":
      return { ...NOTHING, owners: owned(board, () => true) };
    case "legal":
      return legal(board);
    case "tickets":
      return tickets(board);
    default:
      return middle(board);
  }
}

function owned(board: BoardData, takes: (index: number) => boolean): Record<string, number> {
  const routes = board.routes.filter((_, index) => takes(index));
  return Object.fromEntries(routes.map((route, index) => [route.id, (index * 7) % SEATS]));
}

function middle(board: BoardData): Scene {
  const owners = owned(board, (index) => index % 3 === 0);
  const free = board.routes.filter((route) => !(route.id in owners));
  const [chosen, ...rest] = free;
  const cities = board.cities.filter((city) => city.name);
  const last = Object.keys(owners).slice(3, 4);
  return {
    owners,
    stations: { [cities[3]?.id ?? ""]: [1], [cities[12]?.id ?? ""]: [0] },
    harbours: board.routes.some((route) => route.kind === "ship")
      ? { [cities[8]?.id ?? ""]: [2], [cities[20]?.id ?? ""]: [3] }
      : {},
    highlights: {
      preview: chosen ? { [chosen.id]: 1 } : {},
      selected: chosen?.id ?? null,
      closed: rest.filter((_, index) => index % 9 === 0).map((route) => route.id),
      last: { routes: last },
      rings: rings(cities.map((city) => city.id).slice(5, 7)),
    },
  };
}

function legal(board: BoardData): Scene {
  const before = middle(board);
  const free = board.routes.filter((route) => !(route.id in before.owners)).map(({ id }) => id);
  const shining = free.filter((_, index) => index % 2 === 0);
  return {
    ...before,
    highlights: {
      legal: shining,
      veiled: free.filter((route) => !shining.includes(route)),
      cities: board.cities.slice(9, 12).map(({ id }) => id),
    },
  };
}

function tickets(board: BoardData): Scene {
  const before = middle(board);
  const free = board.routes.filter((route) => !(route.id in before.owners));
  const [first, second, third] = [free.slice(0, 4), free.slice(10, 13), free.slice(20, 22)];
  const ends = (routes: typeof free) => [routes[0]?.a ?? "", routes.at(-1)?.b ?? ""];
  return {
    ...before,
    highlights: {
      paths: [
        { routes: (first ?? []).map(({ id }) => id), tone: 0 },
        { routes: (second ?? []).map(({ id }) => id), tone: 1 },
        { routes: (third ?? []).map(({ id }) => id), tone: 2, dotted: true },
      ],
      borrowed: Object.fromEntries(Object.entries(before.owners).slice(0, 1)),
      rings: [
        ...rings(ends(first ?? []), "A", 0),
        ...rings(ends(second ?? []), "B", 1),
        ...rings(ends(third ?? []), "C", 2),
      ],
    },
  };
}

function rings(cities: readonly string[], letter?: string, tone: Ring["tone"] = 0): Ring[] {
  return cities.map((city) => ({ city, tone, ...(letter ? { letter } : {}) }));
}
