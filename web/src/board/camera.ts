/**
 * Which part of the map is seen, and how large: moving, zooming and fitting.
 *
 * All is measured in the free part of the window, which no panel covers; the map goes on beyond it.
 */

import { between, modulo } from "./geometry";
import type { Box, Drawing, Point } from "./model";
import { nearestTurn } from "./plan";

/** The point of the sheet in the middle of the free part, and pixels per unit. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The free part's size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A space is never shown longer than this, in pixels. */
const LONGEST_SPACE = 150;
/** Room round what is flown to, as a share of the free part. */
const MARGIN = 0.16;
/** Pixels round what is spoken of, and where there is little room: the rings of tickets. */
const ROUND = 40;
const CLOSE_ROUND = 14;
const NEARLY_WHOLE = 1.25;
/** Room round the whole map, in pixels: less where there is little. */
const RIM = 5;
const SMALL_RIM = 2;
const SMALL = 620;

/** The camera that shows the whole map, below what covers the upper `above` pixels. */
export function fit(drawing: Drawing, size: Size, above = 0): Camera {
  const [x, y, width, height] = drawing.frame;
  const rim = 2 * (size.width < SMALL ? SMALL_RIM : RIM);
  const fitting = Math.min((size.width - rim) / width, (size.height - above - rim) / height);
  const scale = Math.max(fitting, 1e-3);
  return { x: x + width / 2, y: y + height / 2 - above / 2 / scale, scale };
}

/** Whether the whole map is seen, so that it is shown with its frame and does not turn. */
export function isWhole(camera: Camera, drawing: Drawing, size: Size, above = 0): boolean {
  const whole = fit(drawing, size, above);
  const x = nearestTurn(whole.x, camera.x, drawing.turn);
  return camera.scale <= whole.scale * 1.001 && Math.abs(camera.x - x) < 0.5;
}

/** What panels that come and go cover of the free part, in pixels. */
export interface Covered {
  readonly above: number;
  readonly below: number;
}

export const UNCOVERED: Covered = { above: 0, below: 0 };

/** The scale at which what is not covered shows the whole map. */
function least(drawing: Drawing, size: Size, { above, below }: Covered): number {
  return fit(drawing, { ...size, height: size.height - below }, above).scale;
}

/**
 * The nearest allowed camera: never smaller than the whole map, never beside it. Where something
 * covers an edge of the free part, the map may be moved out from under it.
 */
export function held(
  camera: Camera,
  drawing: Drawing,
  size: Size,
  covered: Covered = UNCOVERED,
): Camera {
  const smallest = least(drawing, size, covered);
  const scale = between(smallest, camera.scale, Math.max(LONGEST_SPACE / 100, smallest));
  const [left, top, width, height] = drawing.frame;
  const { above, below } = covered;
  const middle = within(camera.y, top, height, size.height / scale);
  const y = below
    ? between(middle - above / scale, camera.y, middle + below / scale)
    : uncovered(camera.y, drawing, size, covered, scale);
  // A world that turns has no edge on the left or right.
  const x = drawing.turn ? camera.x : within(camera.x, left, width, size.width / scale);
  return { x, y, scale };
}

/** Zoom by a factor, leaving one point of the view where it is. */
export function zoomed(camera: Camera, size: Size, at: Point, factor: number): Camera {
  const [x, y] = toSheet(camera, size, at);
  const scale = camera.scale * factor;
  return {
    x: x - (at[0] - size.width / 2) / scale,
    y: y - (at[1] - size.height / 2) / scale,
    scale,
  };
}

/** Move by pixels. */
export function moved(camera: Camera, right: number, down: number): Camera {
  return { ...camera, x: camera.x - right / camera.scale, y: camera.y - down / camera.scale };
}

/** The camera that shows a box with room round it, no larger than `most` pixels per unit. */
export function around(box: Box, size: Size, most: number): Camera {
  const [x, y, width, height] = box;
  const scale = Math.min(
    (size.width * (1 - 2 * MARGIN)) / Math.max(width, 1),
    (size.height * (1 - 2 * MARGIN)) / Math.max(height, 1),
    most,
  );
  return { x: x + width / 2, y: y + height / 2, scale };
}

/** Whether a point of the sheet is well inside the free part. */
export function sees(camera: Camera, drawing: Drawing, size: Size, point: Point): boolean {
  const x = nearestTurn(point[0], camera.x, drawing.turn) - camera.x;
  const y = point[1] - camera.y;
  return (
    Math.abs(x) * camera.scale < size.width * (0.5 - MARGIN / 2) &&
    Math.abs(y) * camera.scale < size.height * (0.5 - MARGIN / 2)
  );
}

/**
 * The camera that has a box in the free part with some pixels round it: moved by the least way, and
 * only if that is not enough, further away.
 */
export function revealing(
  camera: Camera,
  drawing: Drawing,
  size: Size,
  box: Box,
  covered: Covered = UNCOVERED,
): Camera {
  const { above, below } = covered;
  const high = size.height - above - below;
  const roomy = Math.min(
    (size.width - 2 * ROUND) / Math.max(box[2], 1),
    (high - 2 * ROUND) / Math.max(box[3], 1),
  );
  const smallest = least(drawing, size, covered);
  // Rather the whole map above a panel than nearly all of it.
  const enough = below && roomy < smallest * NEARLY_WHOLE ? smallest : Math.max(roomy, smallest);
  const scale = Math.min(camera.scale, enough);
  const left = nearestTurn(box[0] + box[2] / 2, camera.x, drawing.turn) - box[2] / 2;
  const [across, down] = [size.width / 2 / scale, size.height / 2 / scale];
  const round = ROUND / scale;
  const rows = (y: number, room: number): number => {
    const lowest = box[1] + box[3] + (room + below) / scale - down;
    const highest = box[1] - (room + above) / scale + down;
    // What has not that much room is nearly as high as the map, all of which has room then.
    return below && lowest > highest ? y : nearestWithin(lowest, y, highest);
  };
  const y = rows(camera.y, ROUND);
  return {
    x: nearestWithin(left + box[2] + round - across, camera.x, left - round + across),
    y: below ? rows(uncovered(y, drawing, size, covered, scale), CLOSE_ROUND) : y,
    scale,
  };
}

/** The nearest height at which as much of the map as can be lies out from under the panels. */
function uncovered(
  y: number,
  { frame: [, top, , height] }: Drawing,
  size: Size,
  { above, below }: Covered,
  scale: number,
): number {
  const shift = (above - below) / 2 / scale;
  return within(y + shift, top, height, (size.height - above - below) / scale) - shift;
}

/** The nearest value between two; in the middle of them where there is no room for both. */
function nearestWithin(low: number, value: number, high: number): number {
  return low > high ? (low + high) / 2 : between(low, value, high);
}

/** From a point of the free part to the sheet. */
export function toSheet(camera: Camera, size: Size, [x, y]: Point): Point {
  return [
    camera.x + (x - size.width / 2) / camera.scale,
    camera.y + (y - size.height / 2) / camera.scale,
  ];
}

/** From a point of the sheet to the free part; on a world that turns, of the nearest copy. */
export function toView(camera: Camera, drawing: Drawing, size: Size, [x, y]: Point): Point {
  return [
    size.width / 2 + (nearestTurn(x, camera.x, drawing.turn) - camera.x) * camera.scale,
    size.height / 2 + (y - camera.y) * camera.scale,
  ];
}

/** The same point on the sheet as it is stored: inside its first turn. */
export function onSheet(drawing: Drawing, [x, y]: Point): Point {
  const { turn } = drawing;
  return turn ? [seam(drawing) + modulo(x - seam(drawing), turn), y] : [x, y];
}

/** Where one turn of the world ends and the next begins. */
export function seam(drawing: Drawing): number {
  return drawing.frame[0] + (drawing.frame[2] - drawing.turn) / 2;
}

/**
 * The turns of the world that are in view, also left and right of the free part; without turning
 * there is one.
 */
export function copies(
  camera: Camera,
  drawing: Drawing,
  size: Size,
  beyond: { left: number; right: number } = { left: 0, right: 0 },
): number[] {
  const { turn } = drawing;
  if (!turn) return [0];
  const left = camera.x - (size.width / 2 + beyond.left) / camera.scale;
  const right = camera.x + (size.width / 2 + beyond.right) / camera.scale;
  const first = Math.floor((left - seam(drawing)) / turn);
  const last = Math.floor((right - seam(drawing)) / turn);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** A camera on the way from one to another; it pulls back a little on long ways. */
export function onTheWay(from: Camera, to: Camera, share: number): Camera {
  const mix = (a: number, b: number) => a + (b - a) * share;
  const scale = Math.exp(mix(Math.log(from.scale), Math.log(to.scale)));
  // Move so that the picture seems to travel evenly while its size changes.
  const travelled =
    Math.abs(from.scale - to.scale) < 1e-6
      ? share
      : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return {
    x: from.x + (to.x - from.x) * travelled,
    y: from.y + (to.y - from.y) * travelled,
    scale,
  };
}

function within(value: number, start: number, length: number, seen: number): number {
  if (seen >= length) return start + length / 2;
  return between(start + seen / 2, value, start + length - seen / 2);
}
