import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import tseslint from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

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
  {
    rules: {
      // Plain maps and sets that are never changed after they were made need not be reactive.
      "svelte/prefer-svelte-reactivity": "off",
      // The page has a router of its own; there is no SvelteKit to resolve addresses.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
);
