import type { Component } from "svelte";

/** A screen of the page: which addresses lead to it, and how it is fetched when it is needed. */
export interface Screen {
  pattern: RegExp;
  /** Whether it can be read without a connection. */
  offline?: true;
  load: () => Promise<{ default: Component<{ code: string }> | Component<Record<string, never>> }>;
}

/** All screens; the first group of a pattern is handed to the screen as its `code`. */
export const SCREENS: Screen[] = [
  { pattern: /^\/()$/, load: () => import("./home/HomePage.svelte") },
  { pattern: /^\/play()$/, load: () => import("./lobby/Start.svelte") },
  { pattern: /^\/games()$/, load: () => import("./games/GamesPage.svelte") },
  { pattern: /^\/profile()$/, load: () => import("./profile/ProfilePage.svelte") },
  { pattern: /^\/u\/([^/]+)$/, load: () => import("./profile/PublicPage.svelte") },
  { pattern: /^\/practise()$/, load: () => import("./practise/PractisePage.svelte") },
  { pattern: /^\/t\/([^/]+)$/, load: () => import("./table/TablePage.svelte") },
  { pattern: /^\/replay(?:\/([^/]+))?$/, load: () => import("./replay/ReplayPage.svelte") },
  { pattern: /^\/review(?:\/([^/]+))?$/, load: () => import("./review/ReviewPage.svelte") },
  {
    pattern: /^\/rules(?:\/([^/]+))?$/,
    load: () => import("./rules/RulesPage.svelte"),
    offline: true,
  },
  { pattern: /^\/lesson(?:\/([^/]+))?$/, load: () => import("./lesson/LessonPage.svelte") },
  { pattern: /^\/programs()$/, load: () => import("./programs/ProgramsPage.svelte") },
  { pattern: /^\/account()$/, load: () => import("./account/AccountPage.svelte") },
  { pattern: /^\/move\/([^/]+)$/, load: () => import("./account/DeviceLink.svelte") },
  { pattern: /^\/confirm\/([^/]+)$/, load: () => import("./account/MailPage.svelte") },
  { pattern: /^\/mail\/(stop\/[^/]+)$/, load: () => import("./account/MailPage.svelte") },
];

/** Find the screen of an address. */
export function screenAt(path: string): { screen: Screen; code: string } | undefined {
  for (const screen of SCREENS) {
    const match = screen.pattern.exec(path);
    if (match) return { screen, code: decodeURIComponent(match[1] ?? "") };
  }
  return undefined;
}
