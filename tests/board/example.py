"""The example of the documentation, to be changed at will."""

import tomllib
from pathlib import Path
from typing import Any

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "boards.md"


def example_text() -> str:
    """Return the board file that the documentation shows."""
    return DOCUMENTATION.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]


def example() -> dict[str, Any]:
    """Return its tables."""
    return tomllib.loads(example_text())
