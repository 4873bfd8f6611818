/** What is pointed at on the map, by mouse, finger or keyboard, and what is chosen there. */

import { onSheet, toSheet, toView } from "./camera";
import type { Gestures } from "./gestures";
import { routesAt, targetAt, type Aim, type PointerKind } from "./hit";
import type { Box, Point } from "./model";
import { extent, type Plan } from "./plan";
import { same, type Highlights, type Target } from "./state";
import type { View } from "./view.svelte";
import { placeOf } from "./walk";

const DOUBLE_TAP = 1.9;

/** Callbacks for what is pointed at and chosen. */
export interface Listeners {
  readonly onroute?: ((route: string) => void) | undefined;
  readonly onroutehover?: ((route: string | null) => void) | undefined;
  readonly oncity?: ((city: string) => void) | undefined;
  readonly oncityhover?: ((city: string | null) => void) | undefined;
}

/** What is on the map at the moment, and who listens. */
interface Shown extends Listeners {
  readonly plan: Plan;
  readonly highlights: Highlights;
}

export class Pointing {
  hovered: Target | null = $state.raw(null);
  focused: Target | null = $state.raw(null);
  /** Lanes among which one must choose, and how much of the lower edge that covers. */
  choice: { readonly routes: readonly string[]; readonly covers: number } | null = $state.raw(null);

  constructor(
    private readonly view: View,
    private readonly shown: () => Shown,
  ) {}

  /** What gestures on the map do. */
  gestures(): Gestures {
    const { view } = this;
    return {
      move: (right, down) => view.move(right, down),
      zoom: (at, factor) => view.zoom(this.freed(at), factor),
      release: (right, down) => view.glide(right, down),
      busy: (moving) => {
        view.busy(moving);
        if (moving) this.choice = null;
      },
      hover: (at) => this.hover(at && this.targetAt(this.freed(at), "mouse")),
      tap: (at, pointing) => this.tap(this.freed(at), pointing),
      doubleTap: (at, pointing) => this.doubleTap(this.freed(at), pointing),
    };
  }

  choose(target: Target): void {
    this.choice = null;
    const { onroute, oncity } = this.shown();
    if (target.kind === "route") onroute?.(target.id);
    else oncity?.(target.id);
  }

  /** The keyboard has come to something, or left the map. */
  focus(target: Target | null): void {
    this.focused = target;
    const { plan, onroutehover, oncityhover } = this.shown();
    const place = target && placeOf(plan, target);
    if (place) this.view.reveal(place);
    onroutehover?.(idOf(target, "route"));
    oncityhover?.(idOf(target, "city"));
  }

  /** Where routes lie in the free part of the map. */
  boxOf(routes: readonly string[]): Box {
    const { plan } = this.shown();
    const { camera, size } = this.view;
    const [x, y, width, height] = extent(plan, routes, []) ?? [0, 0, 0, 0];
    const middle = toView(camera, plan.drawing, size, [x + width / 2, y + height / 2]);
    const [wide, high] = [(width + 100) * camera.scale, (height + 100) * camera.scale];
    return [middle[0] - wide / 2, middle[1] - high / 2, wide, high];
  }

  private hover(target: Target | null): void {
    if (same(target, this.hovered)) return;
    const before = this.hovered;
    this.hovered = target;
    const { onroutehover, oncityhover } = this.shown();
    const concerns = (kind: Target["kind"]) => before?.kind === kind || target?.kind === kind;
    if (concerns("route")) onroutehover?.(idOf(target, "route"));
    if (concerns("city")) oncityhover?.(idOf(target, "city"));
  }

  private tap(at: Point, pointing: PointerKind): void {
    if (this.choice) {
      this.choice = null;
      return;
    }
    const target = this.targetAt(at, pointing);
    if (!target) return;
    if (target.kind === "city") {
      this.choose(target);
      return;
    }
    const { plan } = this.shown();
    const routes = routesAt(plan, this.onSheet(at), this.aim(pointing));
    if (connections(plan, routes) > 1) this.view.zoomBy(DOUBLE_TAP, at);
    else {
      const [first, ...others] = unlike(plan, routes);
      if (first && others.length) this.choice = { routes: [first, ...others].sort(), covers: 0 };
      else if (first) this.choose({ kind: "route", id: first });
    }
  }

  private doubleTap(at: Point, pointing: PointerKind): void {
    // A mouse that clicks a route twice means the route; on free ground it means the place.
    if (pointing === "mouse" && this.targetAt(at, pointing)) {
      this.tap(at, pointing);
      return;
    }
    this.choice = null;
    this.view.zoomBy(DOUBLE_TAP, at);
  }

  private targetAt(at: Point, pointing: PointerKind): Target | null {
    return targetAt(this.shown().plan, this.onSheet(at), this.aim(pointing));
  }

  private aim(pointing: PointerKind): Aim {
    const { highlights } = this.shown();
    return {
      pointing,
      scale: this.view.camera.scale,
      cities: new Set(highlights.choosable),
      routes: new Set(highlights.legal),
    };
  }

  private onSheet(at: Point): Point {
    const { camera, size } = this.view;
    return onSheet(this.shown().plan.drawing, toSheet(camera, size, at));
  }

  /** From the window to its free part. */
  private freed([x, y]: Point): Point {
    return [x - this.view.inset.left, y - this.view.inset.top];
  }
}

function idOf(target: Target | null, kind: Target["kind"]): string | null {
  return target?.kind === kind ? target.id : null;
}

/** One lane of each look: between lanes that are the same nobody needs to choose. */
function unlike(plan: Plan, routes: readonly string[]): string[] {
  const looks = new Map<string, string>();
  for (const id of routes) {
    const route = plan.lanes.get(id)?.route;
    const look = `${route?.colour} ${route?.kind}`;
    if (!looks.has(look)) looks.set(look, id);
  }
  return [...looks.values()];
}

/** Between how many pairs of cities these routes lie. */
function connections(plan: Plan, routes: readonly string[]): number {
  const ends = routes.flatMap((id) => plan.lanes.get(id)?.route ?? []);
  return new Set(ends.map(({ a, b }) => [a, b].sort().join(" "))).size;
}
