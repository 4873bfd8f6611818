// What a person can read of the map at this size: measured from the page alone.
window.measureTable = () => {
  const box = (element) => element.getBoundingClientRect();
  const shown = (element) => box(element).width > 0;
  const table = document.querySelector(".table");
  const side = (name) => parseFloat(getComputedStyle(table).getPropertyValue(name));
  const outer = box(table);
  const free = {
    left: outer.left + side("--left"),
    top: outer.top + side("--top"),
    right: outer.right - side("--right"),
    bottom: outer.bottom - side("--bottom"),
  };
  const scale = box(document.querySelector("svg.sheet")).width /
    document.querySelector("svg.sheet").viewBox.baseVal.width;
  const cities = new Map();
  for (const text of document.querySelectorAll("text.name[data-city]")) {
    const size = parseFloat(text.getAttribute("font-size")) * scale;
    const drawn = box(text);
    const middle = (drawn.top + drawn.bottom) / 2;
    const line = { left: drawn.left, right: drawn.right, top: middle - 0.4 * size, bottom: middle + 0.4 * size };
    // A map that goes round the world has each name several times.
    const copies = cities.get(text.dataset.city)?.copies ?? new Map();
    const copy = text.closest("g");
    copies.set(copy, [...(copies.get(copy) ?? []), line]);
    cities.set(text.dataset.city, { size, copies });
  }
  const touches = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const inside = (line) =>
    line.left >= free.left - 6 && line.right <= free.right + 6 && line.top >= free.top - 6 && line.bottom <= free.bottom + 6;
  const lines = [...cities].flatMap(([city, { copies }]) =>
    [...copies.values()].flat().map((line) => [city, line]),
  );
  const clashes = [];
  lines.forEach(([city, line], index) => {
    for (const [other, another] of lines.slice(index + 1)) {
      if (city !== other && touches(line, another)) clashes.push(`${city} on ${other}`);
    }
  });
  const panels = [...document.querySelectorAll(".dock > .panel, .dock .halves .panel, .dock .beside .panel")].filter(shown);
  const covering = panels.filter((panel) => {
    const { left, right, top, bottom } = box(panel);
    return touches({ left: left + 1, right: right - 1, top: top + 1, bottom: bottom - 1 }, free);
  });
  // Of a map that is shown whole, the controls hide no name.
  const whole = document.querySelector(".controls .fit:disabled, .controls:not(:has(.fit))");
  const controls = whole && [...document.querySelectorAll(".controls button")].filter(shown).map(box);
  const hides = (thing) => controls?.some((button) => touches(thing, button)) ?? false;
  const under = [...cities]
    .filter(([, { copies }]) => [...copies.values()].every((lines) => lines.some(hides)))
    .map(([city]) => `${city} under the controls`);
  return {
    cities: [...cities.keys()],
    seen: [...cities]
      .filter(([, { copies }]) => [...copies.values()].some((lines) => lines.every(inside)))
      .map(([city]) => city),
    smallest: Math.min(...[...cities.values()].map(({ size }) => size)),
    clashes: [...clashes, ...under],
    free: ((free.right - free.left) * (free.bottom - free.top)) / (outer.width * outer.height),
    freeBox: free,
    covering: covering.map((panel) => panel.className),
    wide: document.documentElement.scrollWidth > window.innerWidth,
  };
};

// What the open decision is about on the map: whether all of it is in sight, or what hides it.
window.measureSubject = (cities) => {
  const hidden = new Map();
  const lights = ".stage .envelope path.core, .stage path.ring.shining";
  const rings = (cities ?? []).map((city) => `.stage .ringed[data-city="${city}"] .stop:not(.casing)`);
  for (const path of document.querySelectorAll([lights, ...rings].join())) {
    const matrix = path.getScreenCTM();
    const length = path.getTotalLength();
    const over = Array.from({ length: 25 }, (_, part) => {
      const { x, y } = path.getPointAtLength((length * part) / 24).matrixTransform(matrix);
      const top = document.elementFromPoint(x, y);
      if (!top) return "the edge of the window";
      if (top.closest(".board .view")) return null;
      return top.closest("[class]")?.getAttribute("class") ?? top.tagName;
    });
    // A map that goes round the world has it several times: each part need be in sight in one of them.
    const shape = path.getAttribute("d") ?? path.closest("[data-city]").dataset.city;
    const known = hidden.get(shape) ?? over;
    hidden.set(shape, over.map((what, part) => what && known[part]));
  }
  const covers = [...hidden.values()].flatMap((parts) => [...new Set(parts.filter(Boolean))]);
  return { shapes: hidden.size, hidden: covers };
};
