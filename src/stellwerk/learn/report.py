"""The curves of training runs as one self-contained HTML file.

``python -m stellwerk.learn.report runs/*.jsonl --out curves.html``
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

_WIDTH, _HEIGHT, _EDGE = 640, 260, 48
_STYLE: Final = """
body{font:15px/1.5 system-ui,sans-serif;max-width:720px;margin:2rem auto;padding:0 1rem;
color-scheme:light dark}
svg{width:100%;height:auto}table{border-collapse:collapse}
td,th{padding:.15rem .8rem .15rem 0;text-align:right}
.line{fill:none;stroke:#2a7ab8;stroke-width:2}.band{fill:#2a7ab8;opacity:.2}
.grid{stroke:currentColor;opacity:.2}text{font-size:12px;fill:currentColor}
"""


def points_of(file: Path) -> list[dict[str, Any]]:
    """Return the measurements of strength in a run's log."""
    lines = (json.loads(line) for line in file.read_text().splitlines())
    return [line["strength"] for line in lines if "strength" in line]


def _chart(points: Sequence[dict[str, Any]]) -> str:
    """Draw the share of wins over the seconds, with its interval."""
    last = max(point["seconds"] for point in points) or 1.0
    low = min(0.5, *(point["wins"] - point["interval"] for point in points)) - 0.02
    high = max(0.5, *(point["wins"] + point["interval"] for point in points)) + 0.02

    def place(seconds: float, wins: float) -> str:
        x = _EDGE + (_WIDTH - _EDGE - 10) * seconds / last
        y = 10 + (_HEIGHT - _EDGE) * (high - wins) / (high - low)
        return f"{x:.1f},{y:.1f}"

    upper = [place(point["seconds"], point["wins"] + point["interval"]) for point in points]
    lower = [place(point["seconds"], point["wins"] - point["interval"]) for point in points]
    line = " ".join(place(point["seconds"], point["wins"]) for point in points)
    parts = [f'<polygon class="band" points="{" ".join((*upper, *reversed(lower)))}"/>']
    for tenth in range(int(low * 20) + 1, int(high * 20) + 1):
        x, y = place(0, tenth / 20).split(",")
        parts.append(f'<line class="grid" x1="{x}" x2="{_WIDTH - 10}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="4" y="{float(y) + 4:.1f}">{5 * tenth} %</text>')
    parts.append(f'<polyline class="line" points="{line}"/>')
    parts.append(f'<text x="{_EDGE}" y="{_HEIGHT - 8}">0 s</text>')
    parts.append(f'<text x="{_WIDTH - 10}" y="{_HEIGHT - 8}" text-anchor="end">{last:.0f} s</text>')
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">{"".join(parts)}</svg>'


def report(runs: dict[str, Sequence[dict[str, Any]]]) -> str:
    """Return the page for runs by name."""
    parts = []
    for name, points in runs.items():
        rows = "".join(
            f"<tr><td>{point['seconds']:.0f}</td><td>{point['decisions'] / 1e6:.0f}</td>"
            f"<td>{100 * point['wins']:.1f} ± {100 * point['interval']:.1f}</td>"
            f"<td>{point['points']:.1f}</td><td>{point['games']}</td></tr>"
            for point in points
        )
        parts.append(
            f"<h2>{escape(name)}</h2>{_chart(points)}<table><tr><th>seconds</th>"
            "<th>decisions, millions</th><th>wins, %</th><th>points</th><th>games</th></tr>"
            f"{rows}</table>"
        )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Training of the champion</title><style>{_STYLE}</style>"
        "<h1>Training of the champion</h1><p>Wins of the network alone against planners; the band "
        f"is the 95 % interval.</p>{''.join(parts)}</html>"
    )


def main() -> None:
    """Write the report."""
    parser = argparse.ArgumentParser(prog="python -m stellwerk.learn.report", description=__doc__)
    parser.add_argument("logs", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    runs: dict[str, Sequence[dict[str, Any]]] = {}
    for log in given.logs:
        if points := points_of(log):
            runs[log.stem] = points
    given.out.write_text(report(runs), encoding="utf-8")


if __name__ == "__main__":
    main()
