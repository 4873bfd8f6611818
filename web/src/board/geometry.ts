/** Points, lines and angles on the sheet. */

import type { Box, Point, Space } from "./model";

/** A line through points, written for SVG. */
export function polyline(points: readonly Point[]): string {
  return "M" + points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
}

/** A circle as a path. */
export function circle(x: number, y: number, radius: number): string {
  const half = `a${radius} ${radius} 0 1 0 `;
  return `M${round(x - radius)} ${round(y)}${half}${2 * radius} 0${half}${-2 * radius} 0Z`;
}

/** One decimal is all that a picture needs. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function between(low: number, value: number, high: number): number {
  return Math.min(Math.max(low, value), high);
}

/** The remainder, never negative. */
export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

export function distance(first: Point, second: Point): number {
  return Math.hypot(first[0] - second[0], first[1] - second[1]);
}

/** How far a point is from a line of straight parts. */
export function distanceToLine(point: Point, line: readonly Point[]): number {
  let nearest = Infinity;
  for (let i = 1; i < line.length; i++) {
    nearest = Math.min(nearest, toSegment(point, line[i - 1] as Point, line[i] as Point));
  }
  return nearest;
}

/** How far a point is from a box; 0 inside. */
export function distanceToBox([x, y]: Point, [left, top, width, height]: Box): number {
  return Math.hypot(
    Math.max(left - x, 0, x - left - width),
    Math.max(top - y, 0, y - top - height),
  );
}

/** The middles of a space's two short sides. */
export function ends([x, y, angle, length]: Space): [Point, Point] {
  const across = (Math.cos(radians(angle)) * length) / 2;
  const down = (Math.sin(radians(angle)) * length) / 2;
  return [
    [x - across, y - down],
    [x + across, y + down],
  ];
}

/** The angle, or its opposite, at which nothing stands on its head. */
export function upright(angle: number): number {
  const turned = modulo(angle + 180, 360) - 180;
  if (turned > 90) return turned - 180;
  return turned < -90 ? turned + 180 : turned;
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function toSegment(point: Point, first: Point, last: Point): number {
  const alongX = last[0] - first[0];
  const alongY = last[1] - first[1];
  const length = alongX ** 2 + alongY ** 2;
  const share = length
    ? ((point[0] - first[0]) * alongX + (point[1] - first[1]) * alongY) / length
    : 0;
  const at = between(0, share, 1);
  return Math.hypot(point[0] - first[0] - at * alongX, point[1] - first[1] - at * alongY);
}
