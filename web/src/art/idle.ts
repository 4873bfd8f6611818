/** Work that can wait until the page is painted. */

/** After this many milliseconds it is done even if the browser is busy. */
const PATIENCE = 500;

/** Do something as soon as the browser has nothing else to do; returns a function that cancels it. */
export function whenIdle(action: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(action, PATIENCE / 5);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(action, { timeout: PATIENCE });
  return () => cancelIdleCallback(idle);
}
