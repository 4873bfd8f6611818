/** Days as people write them. */

import { language } from "../words/words.svelte";

/** Write the day of a moment that is given in seconds. */
export function day(seconds: number): string {
  const form = new Intl.DateTimeFormat(language(), { dateStyle: "medium" });
  return form.format(new Date(seconds * 1000));
}
