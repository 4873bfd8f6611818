/** Words and numbers of a review, as the reader's language has them. */

import { language } from "../words/words.svelte";

/** Points, to one place after the comma. */
export function points(value: number): string {
  return written(value, "auto");
}

/** Points won or lost, with their sign. */
export function signedPoints(value: number): string {
  return written(value, "exceptZero");
}

/** A chance in per cent. */
export function percent(chance: number): string {
  return `${String(Math.round(chance * 100))} %`;
}

function written(value: number, signDisplay: "auto" | "exceptZero"): string {
  const shape = { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay };
  // No minus before a number that is rounded to zero.
  const whole = Math.round(value * 10) / 10 || 0;
  return new Intl.NumberFormat(language(), shape).format(whole).replace("-", "−");
}

/** What is said in every language, in the one that is spoken; the map shows which lane is meant. */
export function told(words: Readonly<Record<string, string>>): string {
  const text = words[language()] ?? "";
  return text.replaceAll("–", " – ").replace(/ \(\d\)/g, "");
}
