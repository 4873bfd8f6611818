/** Turns fingers, mouse and wheel into moves, zooms and taps. */

import type { PointerKind } from "./hit";
import type { Point } from "./model";

export interface Gestures {
  /** The picture was dragged, in pixels. */
  move(right: number, down: number): void;
  /** The picture was stretched round a point of the view. */
  zoom(at: Point, factor: number): void;
  /** Something was pointed at and let go. */
  tap(at: Point, pointing: PointerKind): void;
  /** Twice, quickly, at the same place. */
  doubleTap(at: Point, pointing: PointerKind): void;
  /** A mouse moves over the picture, or leaves it. */
  hover(at: Point | null): void;
  /** A drag ended, with its speed in pixels a millisecond. */
  release(right: number, down: number): void;
  /** Something is under way, or has ended. */
  busy(moving: boolean): void;
}

/** A pointer that moves less than this is a tap, in pixels. */
const STEADY = { mouse: 5, touch: 10 } as const;
const DOUBLE_TIME = 320;
const DOUBLE_PLACE = 32;
const WHEEL = 0.0016;
/** A line of a wheel that counts lines, in pixels. */
const WHEEL_LINE = 18;
const WHEEL_REST = 180;
/** Only the end of a drag tells how fast it was, in milliseconds. */
const RECENT = 80;

interface Trace {
  readonly start: Point;
  at: Point;
  time: number;
  moved: boolean;
  /** How fast it goes, in pixels a millisecond. */
  speed: Point;
}

/** Listen to an element until the returned function is called. */
export function listen(view: HTMLElement, gestures: Gestures): () => void {
  const pointers = new Map<number, Trace>();
  let lastTap: { at: Point; time: number } | null = null;
  let pinched = false;
  let wheeling = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const place = (event: MouseEvent): Point => {
    const box = view.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  const down = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const at = place(event);
    pointers.set(event.pointerId, {
      start: at,
      at,
      time: event.timeStamp,
      moved: false,
      speed: [0, 0],
    });
    pinched = pointers.size > 1;
    gestures.hover(null);
  };

  const move = (event: PointerEvent) => {
    const at = place(event);
    const trace = pointers.get(event.pointerId);
    if (!trace) {
      if (event.pointerType === "mouse" && !pointers.size) gestures.hover(at);
      return;
    }
    const steady = STEADY[pointingOf(event)];
    if (!trace.moved && apart(trace.start, at) < steady) return;
    if (!trace.moved) {
      trace.moved = true;
      view.setPointerCapture(event.pointerId);
      gestures.busy(true);
    }
    if (pointers.size === 2) pinch(event.pointerId, trace, at);
    else if (pointers.size === 1) {
      gestures.move(at[0] - trace.at[0], at[1] - trace.at[1]);
      const passed = Math.max(1, event.timeStamp - trace.time);
      trace.speed = [(at[0] - trace.at[0]) / passed, (at[1] - trace.at[1]) / passed];
    }
    trace.at = at;
    trace.time = event.timeStamp;
  };

  const pinch = (id: number, trace: Trace, at: Point) => {
    for (const [other, { at: still }] of pointers) {
      if (other === id) continue;
      const before = apart(trace.at, still);
      const middle = (point: Point): Point => [
        (point[0] + still[0]) / 2,
        (point[1] + still[1]) / 2,
      ];
      const [from, to] = [middle(trace.at), middle(at)];
      gestures.move(to[0] - from[0], to[1] - from[1]);
      if (before > 0) gestures.zoom(to, apart(at, still) / before);
    }
  };

  const up = (event: PointerEvent) => {
    const trace = pointers.get(event.pointerId);
    if (!trace) return;
    pointers.delete(event.pointerId);
    if (trace.moved) {
      const fresh = event.timeStamp - trace.time < RECENT;
      if (!pinched && fresh) gestures.release(...trace.speed);
      if (!pointers.size) gestures.busy(false);
    } else if (!pinched && event.type === "pointerup") {
      tap(trace.start, event);
    }
  };

  const tap = (at: Point, event: PointerEvent) => {
    const pointing = pointingOf(event);
    const again =
      lastTap &&
      event.timeStamp - lastTap.time < DOUBLE_TIME &&
      apart(lastTap.at, at) < DOUBLE_PLACE;
    lastTap = again ? null : { at, time: event.timeStamp };
    if (again) gestures.doubleTap(at, pointing);
    else gestures.tap(at, pointing);
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (!wheeling) gestures.busy(true);
    wheeling = true;
    rest();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      gestures.move(-event.deltaX * unit, -event.deltaY * unit);
      return;
    }
    // A pinch on a touchpad comes as a wheel with the control key, in small steps.
    const fine = event.ctrlKey ? 6 : 1;
    gestures.zoom(place(event), Math.exp(-event.deltaY * unit * fine * WHEEL));
  };

  /** The wheel has stopped when a frame was shown and no turn has followed for a while. */
  const rest = () => {
    clearTimeout(resting);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      resting = setTimeout(() => {
        wheeling = false;
        gestures.busy(false);
      }, WHEEL_REST);
    });
  };

  const leave = () => gestures.hover(null);

  view.addEventListener("pointerdown", down);
  view.addEventListener("pointermove", move);
  view.addEventListener("pointerup", up);
  view.addEventListener("pointercancel", up);
  view.addEventListener("pointerleave", leave);
  view.addEventListener("wheel", wheel, { passive: false });
  return () => {
    clearTimeout(resting);
    cancelAnimationFrame(frame);
    view.removeEventListener("pointerdown", down);
    view.removeEventListener("pointermove", move);
    view.removeEventListener("pointerup", up);
    view.removeEventListener("pointercancel", up);
    view.removeEventListener("pointerleave", leave);
    view.removeEventListener("wheel", wheel);
  };
}

function pointingOf(event: PointerEvent): PointerKind {
  return event.pointerType === "touch" ? "touch" : "mouse";
}

function apart(first: Point, second: Point): number {
  return Math.hypot(first[0] - second[0], first[1] - second[1]);
}
