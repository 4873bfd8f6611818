/** This browser and web push: whether it can be called, and its subscription. */

import { workerHere } from "../frame/worker";
import { api } from "../protocol/client";
import type { NoticeSettings } from "../protocol/types";
import { say } from "../words/words.svelte";

/** What stands between this browser and being called; "ready": nothing but a click. */
export type Reach = "ready" | "insecure" | "iphone" | "blocked" | "none";

/** Tell whether this browser can be called. */
export function reach(): Reach {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    // Safari on iPhone and iPad calls only pages that were put on the home screen.
    return "standalone" in navigator ? "iphone" : "none";
  }
  return Notification.permission === "denied" ? "blocked" : "ready";
}

/** Return the subscription of this browser, if it has one. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (reach() !== "ready") return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Return the id by which the server knows a subscription: the SHA-256 of its endpoint. */
export async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Let this browser be called; null if the person does not allow it. */
export async function callHere(key: string): Promise<NoticeSettings | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const worker = await workerHere();
  const known = await worker.pushManager.getSubscription();
  // One that was made for another key of the server would never be called.
  if (known && !isFor(known, key)) await known.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys) throw new Error("a subscription has an endpoint and keys");
  return api.subscribe({
    endpoint,
    keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" },
    name: nameOf(navigator.userAgent),
  });
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const used = subscription.options.applicationServerKey;
  if (!used) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(used)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === key;
}

/** Let this browser be called no more. */
export async function callNoMore(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrom(e|ium)\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux/, "Linux"],
];

/** Return a name for a browser that its owner may know it by. */
export function nameOf(agent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1];
  if (browser && system) return say("page.notices.device", { browser, system });
  return browser ?? system ?? "";
}
