/** How much room the window has, for pages that are laid out in one of three ways. */

export type Size = "phone" | "tablet" | "desk";

const phone = matchMedia("(max-width: 767px), (max-height: 480px)");
const desk = matchMedia("(min-width: 1200px) and (min-height: 600px)");

function measured(): Size {
  if (phone.matches) return "phone";
  return desk.matches ? "desk" : "tablet";
}

const state = $state({ size: measured() });
const measure = (): void => {
  state.size = measured();
};
phone.addEventListener("change", measure);
desk.addEventListener("change", measure);

/** Return the size class of the window; it follows the window. */
export function windowSize(): Size {
  return state.size;
}
