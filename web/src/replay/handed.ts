/** A record on its way from one screen to another; it has no address of its own. */

let record: unknown;

/** Keep a record for the screen that is opened next. */
export function hand(given: unknown): void {
  record = given;
}

/** Take the record that was kept, if there is one. */
export function taken(): unknown {
  const given = record;
  record = undefined;
  return given;
}
