/** The router: keeps the address bar in step with the screen that is shown. */

export const here = $state({ path: location.pathname, query: location.search });

/** Go to another screen without loading the page again. */
export function go(address: string, replace = false): void {
  const state = replace ? "replaceState" : "pushState";
  history[state](null, "", address);
  follow();
  window.scrollTo(0, 0);
}

/** Note in the address what a screen shows now, and stay where one is on it. */
export function note(address: string): void {
  history.replaceState(null, "", address);
  follow();
}

function follow(): void {
  here.path = location.pathname;
  here.query = location.search;
}

/** Let plain links to our own screens change the screen only. */
function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link?.href || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  // Places on the same page are left to the browser.
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** Begin to listen to links and to the browser's way back. */
export function listen(): () => void {
  addEventListener("popstate", follow);
  document.addEventListener("click", onClick);
  return () => {
    removeEventListener("popstate", follow);
    document.removeEventListener("click", onClick);
  };
}
