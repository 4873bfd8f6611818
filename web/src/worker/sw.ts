/**
 * The service worker: shows notices, and keeps the page and the boards for bad connections.
 *
 * It never keeps an answer about a game: a table is shown as it is, or not at all. A new version of
 * the page brings a new worker, which waits until no window of the old one is open and then clears
 * away what that had kept.
 */

import type { Scope, Fetching } from "./scope";

/** The files of the page, and a name that changes with them: written in when the page is built. */
declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const scope = self as unknown as Scope;
const SHELL = `page-${__VERSION__}`;
const BOARDS = "boards";
/** Sentences and boards: the newest where there is a connection, else what was seen last. */
const KEPT = /^\/api\/(words\/\w+|bots|boards(\/(?!own:)[\w%-]+(\/drawing(\.svg)?|\/picture)?)?)$/;
const MOST_KEPT = 80;
const FIRST = ["/", "/icon.svg", "/icons/icon-192.png", "/icons/badge-96.png"];
const WORDS = ["/api/words/en", "/api/words/de", "/api/boards"];
const files = new Set(__FILES__);

scope.addEventListener("install", (event) => {
  event.waitUntil(keepPage());
});
scope.addEventListener("activate", (event) => {
  event.waitUntil(begin());
});
scope.addEventListener("fetch", answer);
scope.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() as Notice));
});
scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path: string }).path));
});
scope.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(event.oldSubscription));
});

async function keepPage(): Promise<void> {
  const shell = await caches.open(SHELL);
  await shell.addAll([...FIRST, ...files]);
  await (await caches.open(BOARDS)).addAll(WORDS).catch(() => undefined);
}

async function begin(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name !== SHELL && name !== BOARDS);
  await Promise.all(old.map((name) => caches.delete(name)));
  // Without it every page would wait for the worker to wake up before it is asked for.
  await scope.registration.navigationPreload?.enable();
}

function answer(event: Fetching): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (files.has(pathname)) event.respondWith(file(request));
  else if (KEPT.test(pathname)) event.respondWith(newest(request));
}

/** The page comes from the server; without a connection it is the one that was kept. */
async function page(event: Fetching): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const kept = await caches.match("/", { cacheName: SHELL });
    if (kept) return kept;
    throw error;
  }
}

/** Files are named after their content: what was kept is never out of date. */
async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: SHELL })) ?? fetch(request);
}

async function newest(request: Request): Promise<Response> {
  const boards = await caches.open(BOARDS);
  try {
    const found = await fetch(request);
    if (found.ok) {
      await boards.put(request, found.clone());
      const kept = await boards.keys();
      await Promise.all(kept.slice(0, -MOST_KEPT).map((each) => boards.delete(each)));
    }
    return found;
  } catch (error) {
    const kept = await boards.match(request);
    if (kept) return kept;
    throw error;
  }
}

interface Notice {
  id: string;
  title: string;
  body: string;
  path: string;
  tag: string;
  language: string;
}

/** Show a notice in place of the one before it about the same table; sound only once for each. */
async function show(notice: Notice): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const looks = windows.some(
    (each) =>
      each.focused && each.visibilityState === "visible" && pathOf(each.url) === notice.path,
  );
  if (looks) return;
  const shown = await scope.registration.getNotifications({ tag: notice.tag });
  const again = shown.some((each) => (each.data as { id: string }).id === notice.id);
  const options: NotificationOptions & { renotify: boolean } = {
    body: notice.body,
    tag: notice.tag,
    lang: notice.language,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    renotify: !again,
    data: { id: notice.id, path: notice.path },
  };
  await scope.registration.showNotification(notice.title, options);
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

/** Show what a notice is about: in a window that shows it already, in any other, or in a new one. */
async function open(path: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => pathOf(each.url) === path);
  const any = there ?? windows[0];
  if (!any) {
    await scope.clients.openWindow(path);
    return;
  }
  if (!there) any.postMessage({ go: path });
  await any.focus();
}

/** The browser has given up its subscription: make a new one, with the same choices. */
async function subscribeAgain(old: PushSubscription | null): Promise<void> {
  const key = old?.options.applicationServerKey;
  if (!old || !key) return;
  const made = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(old.endpoint));
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0"));
  const { endpoint, keys } = made.toJSON();
  await fetch("/api/me/notices/devices", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys, replaces: hex.join("") }),
  });
}
