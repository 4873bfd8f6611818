/** Tells somebody who looks elsewhere that it is his turn. */

/** Ask whether messages of the system are welcome; tells the answer. */
export async function askToNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Show a message of the system while the page is not seen. */
export function notify(title: string, body: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  if (document.visibilityState === "visible") return;
  const message = new Notification(title, { body, icon: "/icon.svg", tag: "stellwerk" });
  message.onclick = () => {
    window.focus();
    message.close();
  };
}
