/** The fair deal, checked here: the key that is opened now is the one that was promised. */

/** What of a record the proof needs. */
export interface Sealed {
  commitment: string;
  key: string | null;
}

/** `unknown`: this browser cannot check, since the page did not come over https. */
export type Verdict = "fair" | "broken" | "unknown";

/** Check a key against the promise of its record, and against the one seen at the table. */
export async function verdict(record: Sealed, promised: string): Promise<Verdict> {
  // A browser offers its cryptography only to pages whose origin it trusts.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return "unknown";
  if (!record.key || record.commitment !== promised) return "broken";
  const hash = await subtle.digest("SHA-256", bytes(record.key));
  return hex(new Uint8Array(hash)) === promised ? "fair" : "broken";
}

/** Write a long number in short: its beginning and its end. */
export function short(number: string): string {
  const groups = number.slice(0, 12).replace(/(.{4})(?=.)/g, "$1 ");
  return number.length > 16 ? `${groups} … ${number.slice(-4)}` : number;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const found = new Uint8Array(text.length / 2);
  for (let at = 0; at < found.length; at++) {
    found[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  }
  return found;
}

function hex(numbers: Uint8Array): string {
  return [...numbers].map((number) => number.toString(16).padStart(2, "0")).join("");
}
