/** Notifies a player who looks elsewhere that it is their turn. */

/** Ask for permission to send notifications; tells the answer. */
export async function askToNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Show a notification while the page is hidden. */
export function notify(title: string, body: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  if (document.visibilityState === "visible") return;
  const message = new Notification(title, { body, icon: "/icon.svg", tag: "stellwerk" });
  message.onclick = () => {
    window.focus();
    message.close();
  };
}
