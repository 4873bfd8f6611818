/** Every sentence of the page, from the one catalogue that the server has too. */

import type { Language } from "../protocol/types";

export type Sentence = string | [one: string, other: string];
export type Catalogue = Record<string, Sentence>;
export type Parameters = Record<string, string | number>;

const state = $state<{ language: Language; catalogue: Catalogue }>({
  language: "en",
  catalogue: {},
});

/** Return the language that is spoken. */
export function language(): Language {
  return state.language;
}

/** Speak a language; the whole page follows. */
export async function speak(wanted: Language): Promise<void> {
  const answer = await fetch(`/api/words/${wanted}`);
  if (!answer.ok) throw new Error(`no words for ${wanted}: ${String(answer.status)}`);
  use(wanted, (await answer.json()) as Catalogue);
}

/** Speak with the words of a given catalogue. */
export function use(wanted: Language, catalogue: Catalogue): void {
  state.language = wanted;
  state.catalogue = catalogue;
  document.documentElement.lang = wanted;
}

/** Return the sentence of a key; where it has a plural, `count` chooses the form. */
export function say(key: string, parameters: Parameters = {}): string {
  const sentence = state.catalogue[key];
  if (sentence === undefined) return key;
  const form =
    typeof sentence === "string" ? sentence : sentence[parameters["count"] === 1 ? 0 : 1];
  return fill(form, parameters);
}

/** Put parameters where a sentence has their names in braces; numbers get a true minus. */
export function fill(sentence: string, parameters: Parameters): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? counted(value) : value;
  });
}

/** Join parts as a person would: "a, b and c". */
export function join(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  if (parts.length < 2) return last;
  return say("list.end", { most: parts.slice(0, -1).join(", "), last });
}

/** Write a number, with a true minus. */
export function counted(number: number): string {
  return number < 0 ? `−${String(-number)}` : String(number);
}

/** Write a number with its sign. */
export function signed(number: number): string {
  return number < 0 ? counted(number) : `+${String(number)}`;
}
