/** The places of the page, and to which of them an address belongs. */

export type PlaceId = "home" | "play" | "practise" | "you";

export interface Place {
  id: PlaceId;
  path: string;
  /** How its sign is drawn, in a square of 24. */
  icon: string;
}

/** The places that a telephone shows at its foot. */
export const PLACES: readonly Place[] = [
  {
    id: "home",
    path: "/",
    icon: "M4 11L12 4.5 20 11M6 9.5V19.5H10V14.5H14V19.5H18V9.5",
  },
  {
    id: "play",
    path: "/play",
    icon:
      "M2.5 19.5C2.5 15.5 5.2 13.5 8.5 13.5S14.5 15.5 14.5 19.5M16 5A3 3 0 0 1 16 10.8" +
      "M17.5 14C20 14.6 21.5 16.5 21.5 19.5M5.3 7.7a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0Z",
  },
  {
    id: "practise",
    path: "/practise",
    icon: "M5 8.5H9A2 2 0 1 1 12.5 8.5H16V12A2 2 0 1 1 16 15.5V19.5H5Z",
  },
  {
    id: "you",
    path: "/profile",
    icon:
      "M4.5 20C4.5 15.5 8 13.5 12 13.5S19.5 15.5 19.5 20" +
      "M12 3.8A3.7 3.7 0 1 1 12 11.2 3.7 3.7 0 1 1 12 3.8",
  },
];

const BELONGS: readonly (readonly [RegExp, PlaceId])[] = [
  [/^\/$/, "home"],
  [/^\/(play|programs)$/, "play"],
  [/^\/(practise|lesson|replay|review)(\/|$)/, "practise"],
  [/^\/(profile|games|account|u)(\/|$)/, "you"],
];

/** Return to which place an address belongs, if to any. */
export function placeAt(path: string): PlaceId | null {
  return BELONGS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
