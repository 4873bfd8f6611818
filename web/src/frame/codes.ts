/** The codes of tables, as people write them. */

/** Bring a typed code into its form: capital letters, hyphens after the word and the first four. */
export function tidy(code: string): string {
  const last = code.trim().split("/").at(-1) ?? "";
  const plain = last.toUpperCase().replace(/[\s_–—]+/g, "-");
  return plain.replace(/^([A-Z]+)-?([2-9A-Z]{4})-?([2-9A-Z]{4})$/, "$1-$2-$3");
}
