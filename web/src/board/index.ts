/** The board for the rest of the page. */

export { default as Board } from "./Board.svelte";
export { default as HeatMap } from "./HeatMap.svelte";
export { heatOf, HEATS } from "./heat";
export { UNCOVERED, type Covered } from "./camera";
export type { BoardData, City, Drawing, Route } from "./model";
export type { BoardWords, Built, Highlights, Path, Ring, Spoken, Target, Tone } from "./state";
export { NO_INSET, type Inset } from "./view.svelte";
