/** Cards that fly from one place of the screen to another. */

import { reducedMotion } from "./flight";

const DURATION = 260;
const EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";
const SVG = "http://www.w3.org/2000/svg";

/** Where something is on the screen: what `getBoundingClientRect` answers. */
export type Place = Pick<DOMRect, "left" | "top" | "width" | "height">;

/**
 * Let a symbol of the sprite fly; the promise ends when it has arrived. People who want no motion
 * see none. A flying picture is only decoration: what it means must be told elsewhere.
 */
export async function fly(
  symbol: string,
  from: Place,
  to: Place,
  { delay = 0, duration = DURATION }: { delay?: number; duration?: number } = {},
): Promise<void> {
  if (reducedMotion() || !from.width || !to.width) return;
  const ghost = ghostOf(symbol, from);
  document.body.append(ghost);
  const right = to.left + to.width / 2 - (from.left + from.width / 2);
  const down = to.top + to.height / 2 - (from.top + from.height / 2);
  const end = `translate(${right}px, ${down}px) scale(${to.width / from.width})`;
  try {
    await ghost.animate([{ transform: "none" }, { transform: end }], {
      delay,
      duration,
      easing: EASE,
      fill: "both",
    }).finished;
  } finally {
    ghost.remove();
  }
}

/** Finish all flights at once: nobody has to wait for them before acting. */
export function land(): void {
  for (const animation of document.getAnimations()) {
    const { target } = animation.effect as KeyframeEffect;
    if (target?.closest("[data-motion]")) animation.finish();
  }
}

function ghostOf(symbol: string, { left, top, width, height }: Place): SVGSVGElement {
  const ghost = document.createElementNS(SVG, "svg");
  ghost.setAttribute("aria-hidden", "true");
  ghost.dataset["motion"] = "";
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    zIndex: "50",
    pointerEvents: "none",
    willChange: "transform",
    filter: "drop-shadow(0 6px 8px #2a180866)",
  });
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbol}`);
  ghost.append(use);
  return ghost;
}
