"""Write the tables of docs/envs.md: ``python -m tools.envs_page``."""

from __future__ import annotations

from pathlib import Path

from stellwerk.envs.describe import renewed

PAGE = Path(__file__).parents[1] / "docs" / "envs.md"


def main() -> None:
    """Renew the page."""
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
