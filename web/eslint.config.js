import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import tseslint from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** The folders of `src`, in the order of their imports: each knows only those before it. */
const FOLDERS = [
  "worker",
  "protocol",
  "words",
  "art",
  "board",
  "frame",
  "notices",
  "game",
  "games",
  "rules",
  "replay",
  "review",
  "end",
  "table",
  "lesson",
  "lobby",
  "home",
  "profile",
  "practise",
  "programs",
  "account",
];

/** Refuse, in every folder, imports from those after it. */
const importOrder = FOLDERS.map((folder, place) => ({
  files: [`src/${folder}/**`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(${[...FOLDERS.slice(place + 1), "screens"].join("|")})(/|$)`,
            message: `Imports go one way: ${FOLDERS.join(" → ")}.`,
          },
        ],
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ["node_modules/", "src/protocol/types.ts"] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: tseslint.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
    rules: {
      // `let { a = $bindable() } = $props()` has to be a let.
      "prefer-const": "off",
    },
  },
  ...importOrder,
  {
    rules: {
      // Plain maps and sets that are never changed after they were made need not be reactive.
      "svelte/prefer-svelte-reactivity": "off",
      // The page has a router of its own; there is no SvelteKit to resolve addresses.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
);
