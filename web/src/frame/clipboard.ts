/** Puts text where it can be pasted, also on a page without HTTPS, where browsers hide the API. */

export async function copy(text: string): Promise<void> {
  // Typed as always present, but missing over plain HTTP.
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
  // Deprecated, but the only way without HTTPS.
  document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
