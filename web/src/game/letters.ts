/** The letters of tickets, as numbers: a reload of the page does not change them. */

/** Remembers which number each ticket has. */
export interface Letters {
  read(): ReadonlyMap<string, number>;
  write(numbers: ReadonlyMap<string, number>): void;
}

/** The letters at a table, kept by this tab of the browser. */
export function lettersAt(table: string): Letters {
  const key = `stellwerk.letters.${table}`;
  return {
    read() {
      try {
        return new Map(JSON.parse(sessionStorage.getItem(key) ?? "[]") as [string, number][]);
      } catch {
        return new Map();
      }
    },
    write(numbers) {
      try {
        sessionStorage.setItem(key, JSON.stringify([...numbers]));
      } catch {
        // A browser that keeps nothing gives them new letters.
      }
    },
  };
}
