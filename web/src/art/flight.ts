/** Movement over time, one picture a frame; none for people who do not want any. */

export interface Flight {
  /** Start from the beginning: `draw` gets the share that has passed, from 0 to 1. */
  start(duration: number, draw: (share: number) => void, ended?: () => void): void;
  stop(): void;
}

export function flight(): Flight {
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const start: Flight["start"] = (duration, draw, ended) => {
    stop();
    if (duration <= 0 || reducedMotion()) {
      draw(1);
      ended?.();
      return;
    }
    const begin = performance.now();
    const next = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - begin) / duration));
      draw(share);
      if (share < 1) frame = requestAnimationFrame(next);
      else ended?.();
    };
    frame = requestAnimationFrame(next);
  };
  return { start, stop };
}

/** Quick at first, then slower. */
export function easeOut(share: number): number {
  return 1 - (1 - share) ** 3;
}

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
