/** Who one is here: name and language, asked for once and then remembered by a cookie. */

import { api, Refusal } from "../protocol/client";
import type { GuestInfo, Language } from "../protocol/types";
import { language, speak } from "../words/words.svelte";

const LANGUAGE = "stellwerk.language";

/** Who one is, and why nothing is to be seen here for somebody who is barred. */
export const session = $state<{ guest: GuestInfo | null; barred: string }>({
  guest: null,
  barred: "",
});

/** Find out who the visitor is, and use their language. */
export async function begin(): Promise<void> {
  const likely = wished();
  const me = api.me().catch((error: unknown) => {
    if (!(error instanceof Refusal) || !error.code.startsWith("barred")) throw error;
    session.barred = error.message;
    return null;
  });
  const [guest] = await Promise.all([me, speak(likely)]);
  session.guest = guest;
  if (guest && guest.language !== likely) await speak(guest.language);
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
