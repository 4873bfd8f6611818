/** Puts text where it can be pasted, also on a page without HTTPS, where browsers hide the API. */

export async function copy(text: string): Promise<void> {
  // The type says it is always there; over plain HTTP it is not.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    await clipboard.writeText(text);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  // Out of favour, and still the only way here.
  document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
