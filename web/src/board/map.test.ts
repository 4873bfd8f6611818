import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadMap, PARTS, readMap } from "./map";

const layers = PARTS.map((name) => `<g data-part="${name}"><title>x</title><rect/></g>`).join("");
const text = (inside: string, rules = ".land{fill:red}") =>
  `<svg xmlns="http://www.w3.org/2000/svg"><style>${rules}</style><defs/>${inside}</svg>`;

const sheets: string[] = [];

beforeEach(() => {
  vi.stubGlobal(
    "CSSStyleSheet",
    class {
      replaceSync(rules: string): void {
        sheets.push(rules);
      }
    },
  );
  Object.defineProperty(document, "adoptedStyleSheets", { value: [], writable: true });
});

describe("a map", () => {
  it("is taken apart into its layers, without titles", () => {
    const { parts, definitions } = readMap(text(layers));
    expect(Object.keys(parts)).toEqual([...PARTS]);
    expect(parts.ground.querySelector("title")).toBeNull();
    expect(definitions?.localName).toBe("defs");
  });

  it("brings its style as a sheet, which the content policy allows, and only once", () => {
    sheets.length = 0;
    readMap(text(layers, ".sea{fill:blue}"));
    readMap(text(layers, ".sea{fill:blue}"));
    expect(sheets).toEqual([".sea{fill:blue}"]);
  });

  it("keeps styles of single elements", () => {
    const styled = layers.replace("<rect/>", '<rect style="fill:blue"/>');
    const rect = readMap(text(styled)).parts.ground.querySelector("rect");
    expect(rect?.style.fill).toBe("blue");
  });

  it("without a layer is refused", () => {
    expect(() => readMap(text("<g/>"))).toThrow('no layer "ground"');
  });

  it("is fetched once, and again after a failure", async () => {
    const get = vi
      .fn()
      .mockResolvedValueOnce({ ok: false, status: 503 })
      .mockResolvedValue({ ok: true, text: () => Promise.resolve(text(layers)) });
    vi.stubGlobal("fetch", get);
    await expect(loadMap("/map")).rejects.toThrow("503");
    await loadMap("/map");
    await loadMap("/map");
    expect(get).toHaveBeenCalledTimes(2);
  });
});
