/** A page for looking at boards: `?board=world&scene=full&theme=dark&language=de`. */

import { mount } from "svelte";
import "../../style/tokens.css";
import "../../style/base.css";
import "../../style/fonts.css";
import "../../art/palette.css";
import Demo from "./Demo.svelte";
import type { BoardData, Drawing } from "../model";

const asked = new URLSearchParams(location.search);
const name = asked.get("board") ?? "europe";
const language = asked.get("language") ?? "en";
document.documentElement.dataset["theme"] = asked.get("theme") ?? "light";

async function read<Answer>(url: string): Promise<Answer> {
  return (await (await fetch(url)).json()) as Answer;
}

const [board, drawing] = await Promise.all([
  read<BoardData>(`/api/boards/${name}?language=${language}`),
  read<Drawing>(`/api/boards/${name}/drawing`),
]);
const target = document.getElementById("demo");
if (target) {
  mount(Demo, {
    target,
    props: {
      board,
      drawing,
      mapUrl: `/api/boards/${name}/drawing.svg?language=${language}`,
      scene: asked.get("scene") ?? "middle",
    },
  });
}
