import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SERVER = process.env["STELLWERK_SERVER"] ?? "http://127.0.0.1:8000";

/** What all screens share, and what all screens of a game share: few files come sooner than many. */
function chunkOf(file: string): string | undefined {
  if (file.includes("/board/demo/")) return undefined;
  if (/\/src\/(board|game|rules\/(sections|SectionText))/.test(file)) return "game";
  return /\/svelte\/|\/src\/(protocol|words|frame|art|style)\//.test(file) ? "page" : undefined;
}

export default defineConfig({
  plugins: [svelte()],
  build: {
    // The Python package ships what lies there, and its server serves it.
    outDir: "../src/stellwerk/server/page",
    emptyOutDir: true,
    target: "es2022",
    // The server forbids styles and scripts inside the page, so nothing may be put there.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  server: {
    // The page about programs shows the example.
    fs: { allow: [".."] },
    proxy: {
      // The server answers only pages of its own address.
      "/api": { target: SERVER, changeOrigin: true, headers: { Origin: SERVER } },
      "/ws": { target: SERVER, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
  },
  // Svelte brings a build for servers too; tests want the one for browsers.
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
});
