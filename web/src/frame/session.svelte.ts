/** Who one is here: name and language, asked for once and then remembered by a cookie. */

import { api, Refusal, Unreachable } from "../protocol/client";
import type { GuestInfo, Language } from "../protocol/types";
import { language, speak } from "../words/words.svelte";

const LANGUAGE = "stellwerk.language";

interface Session {
  guest: GuestInfo | null;
  /** Whether the server could not be reached when the page was opened. */
  away: boolean;
  /** Why nothing is to be seen here for somebody who is barred. */
  barred: string;
}

export const session = $state<Session>({
  guest: null,
  away: false,
  barred: "",
});

/** Find out who the visitor is, and use their language. */
export async function begin(): Promise<void> {
  const likely = wished();
  const [guest] = await Promise.all([whoAmI(), speak(likely)]);
  session.guest = guest;
  if (guest && guest.language !== likely) await speak(guest.language);
}

/** Ask who the visitor is, if the server can be reached and lets them in. */
async function whoAmI(): Promise<GuestInfo | null> {
  try {
    return await api.me();
  } catch (error) {
    if (error instanceof Unreachable) session.away = true;
    else if (error instanceof Refusal && error.code.startsWith("barred")) {
      session.barred = error.message;
    } else throw error;
    return null;
  }
}

/** Take a name, or change it. */
export async function call(name: string): Promise<GuestInfo> {
  session.guest = session.guest
    ? await api.change({ name })
    : await api.arrive({ name, language: language() });
  return session.guest;
}

/** Speak another language from now on. */
export async function choose(wanted: Language): Promise<void> {
  try {
    localStorage.setItem(LANGUAGE, wanted);
  } catch {
    // A browser that keeps nothing is asked again next time.
  }
  if (session.guest) session.guest = await api.change({ language: wanted });
  await speak(wanted);
}

function wished(): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(LANGUAGE);
  } catch {
    // Then the browser's language counts.
  }
  return (kept ?? navigator.language).startsWith("de") ? "de" : "en";
}
