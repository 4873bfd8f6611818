import { createHash } from "node:crypto";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const SERVER = process.env["STELLWERK_SERVER"] ?? "http://127.0.0.1:8000";

/** What all screens share, and what all screens of a game share: few files come sooner than many. */
function chunkOf(file: string): string | undefined {
  if (file.includes("/board/demo/")) return undefined;
  if (/\/src\/(board|game|rules\/(sections|SectionText))/.test(file)) return "game";
  return /\/svelte\/|\/src\/(protocol|words|frame|art|style)\//.test(file) ? "page" : undefined;
}

/** Whether a file is kept for when there is no connection: letters of rare languages are not. */
function isShell(name: string): boolean {
  return name.startsWith("assets/") && !name.includes("-latin-ext-");
}

/** Tell the service worker the files of the page, and give them all together a name. */
function workerFiles(): Plugin {
  return {
    name: "worker-files",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("the page has a service worker");
      const files = Object.keys(bundle).filter(isShell);
      const told = JSON.stringify(files.sort().map((name) => `/${name}`));
      const index = bundle["index.html"];
      const hash = createHash("sha256").update(told).update(worker.code);
      if (index?.type === "asset") hash.update(index.source);
      const version = JSON.stringify(hash.digest("hex").slice(0, 16));
      worker.code = worker.code
        .replaceAll("__FILES__", () => told)
        .replaceAll("__VERSION__", () => version);
    },
  };
}

/** What is built: the page with its service worker; in the mode `demo` whatever vite is pointed at. */
const INPUT = { index: "index.html", sw: "src/worker/sw.ts" };

export default defineConfig(({ mode }) => ({
  plugins: mode === "demo" ? [svelte()] : [svelte(), workerFiles()],
  build: {
    // The Python package ships what lies there, and its server serves it.
    outDir: "../src/stellwerk/server/page",
    emptyOutDir: true,
    target: "es2022",
    // The server forbids styles and scripts inside the page, so nothing may be put there.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      ...(mode === "demo" ? {} : { input: INPUT }),
      output: {
        manualChunks: chunkOf,
        // The worker rules over all addresses below its own.
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
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
}));
