// What a person sees of a table and can do there, read from the page alone.
// Kept free of the page's own code and of words, so that it reads both languages.
window.look = (payable) => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  const text = (element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const usable = (button) => !button.disabled && button.getAttribute("aria-disabled") !== "true";
  const chosen = (button) => button.getAttribute("aria-checked") === "true";

  const kindOf = (frame) => {
    if (one("[role=checkbox]", frame)) return "keep";
    if (one("input[type=range]", frame)) return "pieces";
    if (one("ol.turned", frame.parentElement)) return "tunnel";
    if (one("select", frame)) return "site";
    if (one(".trade", frame)) return "exchange";
    if (one(".piles button", frame)) return "refill";
    if (one("[role=radiogroup].switch", frame)) return "mix";
    if (one("[role=radiogroup], .mix[role=group]", frame)) return "payment";
    return one("button.confirm", frame) ? "tickets" : "route";
  };
  const frameOf = (frame) => ({
    kind: kindOf(frame),
    title: text(one("h2", frame)),
    ready: all("button.confirm", frame).some(usable),
    missing: one(".confirm.lacking", frame) !== null,
    confirms: one("button.confirm", frame) !== null,
    choices: all("[role=radio], [role=checkbox], .piles button, option[value]", frame).map(
      (choice) => ({ text: text(choice), usable: usable(choice), chosen: chosen(choice) }),
    ),
    slider: one("input[type=range]", frame)?.value ?? null,
  });

  const frame = one("section.frame");
  const seen = {
    screen: one(".curtain")
      ? "curtain"
      : one(".scores table")
        ? "end"
        : one(".table")
          ? "table"
          : "other",
    mine: one(".pill.turn.gold") !== null,
    turn: text(one(".pill.turn")),
    // A finger at a crowded place of the map zooms in first.
    map: one(".board .stage")?.style.transform ?? "",
    waiting: one(".bar .pill.danger[role=status]") !== null,
    chooser: all("[role=dialog] button.lane").map(text),
    frame: frame ? frameOf(frame) : null,
    cells: all("section.display .cell").map((cell) => ({
      text: text(one(".unseen", cell)),
      usable: usable(cell),
    })),
    actions: all(".actions button").map((button) => ({
      key: text(one("kbd", button)),
      usable: usable(button),
    })),
    hand: all("section.hand li button").map((group) => group.getAttribute("aria-label")),
    routes: all("button[data-route]")
      .filter((route) => payable.some((words) => text(route).includes(words)))
      .map((route) => route.dataset.route),
  };
  return { ...seen, sign: JSON.stringify(seen) };
};
