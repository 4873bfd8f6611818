/** What can wait until the first picture is there. */

/** Milliseconds after which nobody waits any longer for the browser to be idle. */
const PATIENCE = 500;

/** Do something as soon as the browser has nothing else to do; returns how to call it off. */
export function whenIdle(action: () => void): () => void {
  // Safari does not know idle times.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(action, PATIENCE / 5);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(action, { timeout: PATIENCE });
  return () => cancelIdleCallback(idle);
}
