/** Lets a control that cannot be used say why, as soon as one points at it or comes to it. */

import type { Attachment } from "svelte/attachments";
import { wished, type Control } from "./actions";
import type { Table } from "./table.svelte";

/** Attach the reason to a control. */
export function saysWhy(table: Table, control: Control): Attachment<HTMLElement> {
  return (element) => {
    const tell = async (): Promise<void> => {
      const move = element.ariaDisabled === "true" ? wished(table, control) : null;
      const reason = move ? await table.why(move) : null;
      if (reason) {
        element.title = reason;
        element.setAttribute("aria-description", reason);
      } else {
        element.removeAttribute("title");
        element.removeAttribute("aria-description");
      }
    };
    const listener = (): void => void tell();
    element.addEventListener("pointerenter", listener);
    element.addEventListener("focus", listener);
    return () => {
      element.removeEventListener("pointerenter", listener);
      element.removeEventListener("focus", listener);
    };
  };
}
