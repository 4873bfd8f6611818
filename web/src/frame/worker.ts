/** The service worker: it keeps the page for when there is no connection, and takes notices. */

import { go } from "./router.svelte";

const FILE = "/sw.js";
/** Milliseconds after which even a busy page has time for it. */
const LATEST = 10_000;

/** Begin to work once the page is usable: until then the network belongs to the page. */
export function beginWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    // A notice was clicked, and this window is to show what it is about.
    if (isCall(data)) go(data.go);
  });
  const begin = (): void => {
    const work = (): void => void workerHere().catch(() => undefined);
    if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: LATEST });
    else setTimeout(work, LATEST / 5);
  };
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

function isCall(data: unknown): data is { go: string } {
  const path = (data as { go?: unknown } | null)?.go;
  return typeof path === "string" && path.startsWith("/") && !path.startsWith("//");
}

/** Return the worker of this page, once it is at work. */
export async function workerHere(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(FILE);
  return navigator.serviceWorker.ready;
}
