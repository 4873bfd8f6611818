/** What the account page knows: read when it opens, and again after each change. */

import { session } from "../frame/session.svelte";
import { api } from "../protocol/client";
import type { AccountInfo, SignedIn } from "../protocol/types";
import { speak } from "../words/words.svelte";

export const account = $state<{ info: AccountInfo | null; entered: SignedIn | null }>({
  info: null,
  entered: null,
});

/** Read how one is known, and by what one can come back. */
export async function readAccount(): Promise<void> {
  account.info = session.guest ? await api.account() : null;
}

/** Be somebody else from now on: whoever has just signed in. */
export async function enter(entered: SignedIn): Promise<void> {
  account.entered = entered;
  session.guest = { id: entered.id, name: entered.name, language: entered.language };
  await Promise.all([speak(entered.language), readAccount()]);
}

/** Be nobody in this browser. */
export function leave(): void {
  account.info = null;
  account.entered = null;
  session.guest = null;
}
