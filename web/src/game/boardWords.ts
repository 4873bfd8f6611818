/** The words on the controls of a board. */

import type { BoardWords } from "../board/state";
import { say } from "../words/words.svelte";

export function boardWords(name: string): BoardWords {
  return {
    board: name,
    controls: say("page.board.controls"),
    zoomIn: say("page.board.zoom_in"),
    zoomOut: say("page.board.zoom_out"),
    fit: say("page.board.fit"),
    routes: say("page.board.routes"),
    chooseLane: say("page.board.lane"),
    close: say("page.decide.close"),
    overview: say("page.board.overview"),
  };
}
