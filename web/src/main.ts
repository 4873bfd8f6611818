// Every screen's own styles come after these.
import "./art/palette.css";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { here } from "./frame/router.svelte";
import { begin } from "./frame/session.svelte";
import { beginWorker } from "./frame/worker";
import { screenAt } from "./screens";

const page = document.getElementById("page");
if (!page) throw new Error("index.html has no element #page");
// The screen is fetched while words and name are; App waits for it, and tells if it does not come.
void screenAt(here.path)
  ?.screen.load()
  .catch(() => undefined);
await begin();
mount(App, { target: page });
beginWorker();
