/** The parts of a mean score, as they are named and coloured. */

import type { MeanParts } from "../protocol/types";

export interface ShownPart {
  id: "routes" | "gained" | "stations" | "harbours" | "longest" | "most" | "lost" | "exchange";
  points: number;
}

/** Return the parts that brought or cost something, what was gained before what was lost. */
export function shownParts(parts: MeanParts): ShownPart[] {
  const all: ShownPart[] = [
    { id: "routes", points: parts.routes },
    { id: "gained", points: parts.tickets_gained },
    { id: "stations", points: parts.stations },
    { id: "harbours", points: parts.harbours },
    { id: "longest", points: parts.longest_path },
    { id: "most", points: parts.most_tickets },
    { id: "lost", points: parts.tickets_lost },
    { id: "exchange", points: parts.exchange },
  ];
  return all
    .filter((part) => Math.abs(part.points) >= 0.05)
    .sort((first, second) => Number(first.points < 0) - Number(second.points < 0));
}

/** Return a curve through values, drawn from left to right in a box. */
export function curve(
  values: readonly number[],
  width: number,
  height: number,
  least: number,
  most: number,
): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const span = most - least || 1;
  return values
    .map((value, index) => {
      const y = height - (height * (value - least)) / span;
      return `${index ? "L" : "M"}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}
