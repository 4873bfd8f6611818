"""Draw the packages and what they import: ``python -m tools.house_picture``.

Each package stands on those it imports from; the page stands on the server's protocol. Writes
docs/pictures/house.svg.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "src" / "stellwerk"
PICTURE: Final = ROOT / "docs" / "pictures" / "house.svg"
WORDS: Final = {
    "board": "board files",
    "rules": "the rules, compiled",
    "game": "games, moves, views",
    "words": "every sentence",
    "drawing": "computed maps",
    "pages": "stand-alone pages",
    "bots": "players made of code",
    "arena": "matches",
    "review": "what moves were worth",
    "envs": "games as arrays",
    "champion": "has learned",
    "learn": "training",
    "server": "tables for everybody",
    "cli": "the command",
    "web": "the page in the browser",
}
_IMPORT: Final = re.compile(r"^\s*from stellwerk\.(\w+)", re.MULTILINE)
_WIDTH, _HEIGHT, _GAP = 170, 54, 14


def imports() -> dict[str, set[str]]:
    """Return which packages each package imports from."""
    packages = [path.name for path in PACKAGE.iterdir() if path.name in WORDS]
    found = {
        name: {
            other
            for file in (PACKAGE / name).rglob("*.py")
            for other in _IMPORT.findall(file.read_text(encoding="utf-8"))
            if other in WORDS and other != name
        }
        for name in packages
    }
    return {**found, "web": {"server"}}


def floors(found: dict[str, set[str]]) -> list[list[str]]:
    """Put each package above all that it imports from, as low as possible."""
    height: dict[str, int] = {}
    while len(height) < len(found):
        ready = [
            name for name in found if name not in height and all(o in height for o in found[name])
        ]
        assert ready, "packages import each other in a circle"
        for name in ready:
            height[name] = 1 + max((height[other] for other in found[name]), default=-1)
    rows: list[list[str]] = [[] for _ in range(1 + max(height.values()))]
    for name, row in height.items():
        rows[row].append(name)
    return [sorted(row, key=list(WORDS).index) for row in rows]


def picture(rows: list[list[str]]) -> str:
    """Return the house as SVG, the ground floor last."""
    most = max(map(len, rows))
    width = most * (_WIDTH + _GAP) + _GAP
    height = len(rows) * (_HEIGHT + _GAP) + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#f4ecdb"/>',
    ]
    for floor, row in enumerate(reversed(rows)):
        left = (width - len(row) * (_WIDTH + _GAP) + _GAP) / 2
        for place, name in enumerate(row):
            x, y = left + place * (_WIDTH + _GAP), _GAP + floor * (_HEIGHT + _GAP)
            fill = "#8c2f24" if name == "rules" else "#1f4f5c"
            middle = x + _WIDTH / 2
            parts += [
                f'<rect x="{x:g}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"'
                f' fill="{fill}"/>',
                f'<text x="{middle:g}" y="{y + 23}" fill="#fff" font-weight="bold"'
                f' font-size="16">{name}</text>',
                f'<text x="{middle:g}" y="{y + 42}" fill="#f4ecdb"'
                f' font-size="13">{WORDS[name]}</text>',
            ]
    return "\n".join((*parts, "</svg>")) + "\n"


def main() -> None:
    """Draw the house."""
    PICTURE.write_text(picture(floors(imports())), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


if __name__ == "__main__":
    main()
