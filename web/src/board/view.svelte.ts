/** The view on the map: what the camera shows, and how it gets elsewhere. */

import { easeOut, flight } from "../art/flight";
import * as cameras from "./camera";
import type { Camera, Size } from "./camera";
import type { Box, Drawing, Point } from "./model";
import { nearestTurn } from "./plan";

const FLIGHT = 420;
const GLIDE = 700;
/** Slower drags than this end at once, in pixels a millisecond. */
const SLOWEST_GLIDE = 0.25;
/** A glide goes as far as its speed would lead in this many milliseconds. */
const GLIDE_REACH = 190;
/** How long the picture rests before it is drawn sharply again. */
const REST = 140;
/** What is shown from near is shown this large, in pixels a unit. */
const NEAR = 0.62;

const ZOOM_STEP = 1.6;
/** How much closer than the whole a view from near begins. */
const CLOSER = 1.85;

/** What panels cover at each side of the window, in pixels. */
export interface Inset {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const NO_INSET: Inset = { top: 0, right: 0, bottom: 0, left: 0 };

export class View {
  camera: Camera = $state.raw({ x: 0, y: 0, scale: 0.1 });
  /** The free part, which no panel covers. */
  size: Size = $state.raw({ width: 0, height: 0 });
  inset: Inset = $state.raw(NO_INSET);
  #covered = cameras.UNCOVERED;
  /** While it moves, the picture is a bitmap that is only shifted and stretched. */
  moving = $state(false);
  /** The scale when the view last rested: sizes in pixels follow this one. */
  scale = $state(0.1);

  #drawing: Drawing;
  #flight = flight();
  #rest: ReturnType<typeof setTimeout> | undefined;
  #whole = true;
  #near: Point | null = null;
  /** The scale of the whole map when the window was last measured. */
  #fitting = 1;

  constructor(drawing: Drawing) {
    this.#drawing = drawing;
  }

  /** Another board, or the first one: show all of it, or begin from near round a point. */
  open(drawing: Drawing, near: Point | null): void {
    this.#flight.stop();
    this.#drawing = drawing;
    this.#whole = true;
    this.#near = near;
    // Before the page is laid out there is nothing to fit into.
    if (this.size.width) this.#begin();
  }

  #begin(): void {
    const whole = this.#wholeAt(this.size);
    const near = this.#near;
    this.#near = null;
    this.#set(near ? { x: near[0], y: near[1], scale: whole.scale * CLOSER } : whole);
    this.#settle();
  }

  /** The window or its panels have another size; what was whole stays whole, what was near near. */
  resize(window: Size, inset: Inset): void {
    const size = {
      width: window.width - inset.left - inset.right,
      height: window.height - inset.top - inset.bottom,
    };
    if (size.width <= 0 || size.height <= 0) return;
    this.#flight.stop();
    const first = !this.size.width;
    const before = this.#fitting;
    this.size = size;
    this.inset = inset;
    const whole = this.#wholeAt(size);
    this.#fitting = whole.scale;
    if (first) {
      this.#begin();
      return;
    }
    const kept = { ...this.camera, scale: (this.camera.scale * whole.scale) / before };
    this.#set(this.#whole ? whole : kept);
    this.#settle();
  }

  get fitted(): boolean {
    return cameras.isWhole(this.camera, this.#drawing, this.size, this.#covered.above);
  }

  move(right: number, down: number): void {
    this.#flight.stop();
    this.#set(cameras.moved(this.camera, right, down));
  }

  zoom(at: Point, factor: number): void {
    this.#flight.stop();
    this.#set(cameras.zoomed(this.camera, this.size, at, factor));
  }

  /** Zoom round the middle, or a point, in one smooth step. */
  zoomBy(factor: number, at: Point = [this.size.width / 2, this.size.height / 2]): void {
    const aim = cameras.zoomed(this.camera, this.size, at, factor);
    this.flyTo(cameras.held(aim, this.#drawing, this.size, this.#covered), FLIGHT / 2);
  }

  zoomIn(): void {
    this.zoomBy(ZOOM_STEP);
  }

  zoomOut(): void {
    this.zoomBy(1 / ZOOM_STEP);
  }

  fit(): void {
    const whole = this.#wholeAt(this.size);
    this.flyTo({ ...whole, x: nearestTurn(whole.x, this.camera.x, this.#drawing.turn) });
  }

  /** Fly to a part of the sheet, no closer than it is comfortable. */
  show(box: Box): void {
    this.flyTo(cameras.around(box, this.size, Math.max(NEAR, this.camera.scale)));
  }

  /** Bring a point into view, if it is not there. */
  reveal(point: Point): void {
    if (cameras.sees(this.camera, this.#drawing, this.size, point)) return;
    this.flyTo({ ...this.camera, x: point[0], y: point[1] });
  }

  /** Bring a box into the free part, by the least way. */
  revealBox(box: Box): void {
    if (!this.size.width) return;
    const aim = cameras.revealing(this.camera, this.#drawing, this.size, box, this.#covered);
    const { x, y, scale } = this.camera;
    if (Math.hypot(aim.x - x, aim.y - y) * scale > 1 || aim.scale < scale) this.flyTo(aim);
  }

  /** A panel rises over the lower edge, or sinks again: then the map sinks, too. */
  cover(covered: cameras.Covered): void {
    const { above, below } = this.#covered;
    this.#covered = covered;
    if (!this.size.width) return;
    if (covered.above !== above && this.#whole) {
      this.#set(this.#wholeAt(this.size));
      this.#settle();
    } else if (covered.below < below || covered.above < above) this.flyTo(this.camera);
  }

  /** Let a drag run out. */
  glide(right: number, down: number): void {
    if (Math.hypot(right, down) < SLOWEST_GLIDE) return;
    this.flyTo(cameras.moved(this.camera, right * GLIDE_REACH, down * GLIDE_REACH), GLIDE);
  }

  flyTo(aim: Camera, duration = FLIGHT): void {
    const from = this.camera;
    const x = nearestTurn(aim.x, from.x, this.#drawing.turn);
    const to = cameras.held({ ...aim, x }, this.#drawing, this.size, this.#covered);
    this.busy(true);
    this.#flight.start(
      duration,
      (share) => this.#set(share < 1 ? cameras.onTheWay(from, to, easeOut(share)) : to),
      () => this.busy(false),
    );
  }

  /** Something moves the picture, or has stopped moving it. */
  busy(moving: boolean): void {
    clearTimeout(this.#rest);
    if (moving) this.moving = true;
    else this.#rest = setTimeout(() => this.#settle(), REST);
  }

  stop(): void {
    this.#flight.stop();
    clearTimeout(this.#rest);
  }

  #set(camera: Camera): void {
    this.camera = cameras.held(camera, this.#drawing, this.size, this.#covered);
    this.#whole = this.fitted;
  }

  #wholeAt(size: Size): Camera {
    return cameras.fit(this.#drawing, size, this.#covered.above);
  }

  #settle(): void {
    this.moving = false;
    this.scale = this.camera.scale;
  }
}
