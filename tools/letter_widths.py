"""Makes the table of letter widths by which labels are measured.

The letters are EB Garamond, weight 600 (SIL Open Font License), as packed on npm:

    npm pack @fontsource/eb-garamond && tar xzf fontsource-eb-garamond-*.tgz
    pip install fonttools
    python tools/letter_widths.py package/files
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

SCRIPTS = ("latin", "latin-ext", "vietnamese", "greek", "cyrillic")
TABLE = Path(__file__).parent.parent / "src" / "stellwerk" / "drawing" / "data" / "letters.json"


def main(folder: Path) -> None:
    """Read the widths of all letters and write them, in thousandths of the font size."""
    fonts = import_module("fontTools.ttLib")
    widths: dict[str, int] = {}
    for script in SCRIPTS:
        font = fonts.TTFont(folder / f"eb-garamond-{script}-600-normal.woff")
        size = font["head"].unitsPerEm
        for code, glyph in font.getBestCmap().items():
            if chr(code).isprintable():
                widths[chr(code)] = round(1000 * font["hmtx"][glyph][0] / size)
    table = dict(sorted(widths.items()))
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    TABLE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
