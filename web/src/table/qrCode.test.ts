import { mount } from "svelte";
import { expect, it } from "vitest";
import QrCode from "./QrCode.svelte";

/** Read back by another program: each row of an invitation as a hexadecimal number. */
const ROWS = `
  1fcc337f 104d0541 1756555d 175e0a5d 1756ef5d 105ef141 1fd5557f 1d9400 17c5787c 1a807f1
  17663050 11170aa 18590f0c 1a87cf71 ed2f93c 1a25b172 8e8680c 1d0b33f5 14792014 15b55732
  166b0ff7 17fd1f 1fc3fb5c 105a9111 175041f6 1755bf2f 1750ad7e 104a01aa 1fdd32dc`;
const RIM = 4;

it("draws an invitation with the rim that cameras need", () => {
  const props = { text: "https://stellwerk.example/t/KRONE-7", label: "invitation" };
  mount(QrCode, { target: document.body, props });
  const rows = ROWS.trim()
    .split(/\s+/)
    .map((row) => parseInt(row, 16).toString(2).padStart(29, "0"));
  const dark = rows.flatMap((row, y) =>
    [...row].flatMap((bit, x) =>
      bit === "1" ? [`M${String(x + RIM)} ${String(y + RIM)}h1v1h-1z`] : [],
    ),
  );
  const drawn = document.querySelector("path[fill='#000']")?.getAttribute("d");
  expect(drawn).toBe(dark.join(""));
  expect(document.querySelector("svg")?.getAttribute("viewBox")).toBe("0 0 37 37");
});
