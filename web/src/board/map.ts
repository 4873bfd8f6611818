/** The map that no game changes: fetched once a board, taken apart into its layers. */

export const PARTS = ["ground", "routes", "places"] as const;
export type Part = (typeof PARTS)[number];

/** The layers of a map as templates; clone what you insert. */
export interface MapParts {
  readonly definitions: Element | null;
  readonly parts: Readonly<Record<Part, Element>>;
}

const loaded = new Map<string, Promise<MapParts>>();
const adopted = new Set<string>();
const STYLE_SHEETS = /<style>([\s\S]*?)<\/style>/g;

/** Fetch and read a map; a second call with the same address answers with the same map. */
export function loadMap(url: string): Promise<MapParts> {
  const known = loaded.get(url);
  if (known) return known;
  const coming = fetchMap(url);
  loaded.set(url, coming);
  // After a failure the next call tries again.
  coming.catch(() => loaded.delete(url));
  return coming;
}

/**
 * Take a map's text apart. The server's content policy forbids styles inside a page, but allows
 * those that a script sets; so they are taken out before the text is parsed.
 */
export function readMap(text: string): MapParts {
  const plain = text.replace(STYLE_SHEETS, (_, rules: string) => {
    adopt(rules);
    return "";
  });
  const svg = new DOMParser().parseFromString(
    plain.replaceAll(" style=", " data-style="),
    "image/svg+xml",
  ).documentElement;
  const part = (name: Part): Element => {
    const found = svg.querySelector(`[data-part="${name}"]`);
    if (!found) throw new Error(`the map has no layer "${name}"`);
    return dressed(document.adoptNode(found));
  };
  const definitions = svg.querySelector(":scope > defs");
  const parts = Object.fromEntries(PARTS.map((name) => [name, part(name)])) as Record<
    Part,
    Element
  >;
  lowerGuides(parts);
  return { definitions: definitions && document.adoptNode(definitions), parts };
}

/**
 * Put the guide lines on the ground. On a world that turns they would otherwise lie over the spaces
 * of the turn beside theirs.
 */
function lowerGuides({ ground, routes }: Record<Part, Element>): void {
  const clipped = routes.cloneNode(false) as Element;
  clipped.removeAttribute("data-part");
  clipped.append(...routes.querySelectorAll(".guide"));
  ground.append(clipped);
}

async function fetchMap(url: string): Promise<MapParts> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return readMap(await answer.text());
}

function adopt(rules: string): void {
  if (adopted.has(rules)) return;
  adopted.add(rules);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Set the styles that were taken out, and leave out titles: the page tells names itself. */
function dressed(layer: Element): Element {
  for (const element of layer.querySelectorAll<SVGElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
  }
  for (const title of layer.querySelectorAll("title")) title.remove();
  return layer;
}
