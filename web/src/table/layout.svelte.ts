/** How much room there is: a phone, a tablet, or a desk. */

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

/** Tell how much room there is. */
export function room(): Size {
  return state.size;
}
