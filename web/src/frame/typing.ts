/** Whether the focus is in a field for text, where letters are text and not commands. */
export function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return (
    element !== null &&
    (/^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) || element.isContentEditable) &&
    (element as HTMLInputElement).type !== "range" &&
    (element as HTMLInputElement).type !== "checkbox"
  );
}
