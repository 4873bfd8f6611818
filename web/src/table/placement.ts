/** Where a panel is put over the map so that it hides nothing that matters. */

export interface Size {
  width: number;
  height: number;
}

export interface Rectangle extends Size {
  x: number;
  y: number;
}

const MARGIN = 14;

/** Return the first usual place that covers nothing of what is to be seen, or the one that covers least. */
export function place(panel: Size, stage: Size, seen: Rectangle | null): { x: number; y: number } {
  const right = Math.max(MARGIN, stage.width - panel.width - MARGIN);
  const bottom = Math.max(MARGIN, stage.height - panel.height - MARGIN);
  const middle = { x: (stage.width - panel.width) / 2, y: (stage.height - panel.height) / 2 };
  const places = [
    { x: middle.x, y: bottom },
    { x: middle.x, y: MARGIN },
    { x: right, y: middle.y },
    { x: MARGIN, y: middle.y },
    { x: MARGIN, y: bottom },
    { x: right, y: bottom },
    { x: MARGIN, y: MARGIN },
    { x: right, y: MARGIN },
  ];
  const hidden = places.map((at) => (seen ? overlap({ ...at, ...panel }, seen) : 0));
  const least = Math.min(...hidden);
  return places[hidden.indexOf(least)] ?? { x: middle.x, y: bottom };
}

/** The area that two rectangles share. */
export function overlap(one: Rectangle, other: Rectangle): number {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, wide) * Math.max(0, high);
}
