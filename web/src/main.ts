import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./frame/session.svelte";
import "./art/palette.css";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";

const page = document.getElementById("page");
if (!page) throw new Error("index.html has no element #page");
await begin();
mount(App, { target: page });
