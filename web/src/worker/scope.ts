/** What a service worker finds around it, as far as ours needs it. */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface Fetching extends Extendable {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface Pushed extends Extendable {
  readonly data: { json(): unknown } | null;
}

export interface Clicked extends Extendable {
  readonly notification: Notification;
}

export interface Resubscribed extends Extendable {
  readonly oldSubscription: PushSubscription | null;
}

export interface Window {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<Window>;
  postMessage(message: unknown): void;
}

export interface Scope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(wanted: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(path: string): Promise<Window | null>;
  };
  addEventListener(kind: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(kind: "push", listener: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: Clicked) => void): void;
  addEventListener(kind: "pushsubscriptionchange", listener: (event: Resubscribed) => void): void;
}
