import re
from pathlib import Path

import pytest

from stellwerk.drawing import palette, vision
from stellwerk.drawing.model import Drawing

PAGE = Path(__file__).parents[2].joinpath("docs", "drawing.md").read_text("utf-8")


def test_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(example, {})
    assert {path.name for path in tmp_path.iterdir()} == {"europe.svg", "game.svg"}


def test_page_explains_every_field_of_a_drawing() -> None:
    section = PAGE.partition("## The file")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", section)) >= set(Drawing.__struct_fields__)


def test_page_tells_the_measured_differences() -> None:
    fills = {name: paint.fill for name, paint in palette.CARDS.items()}
    for each in vision.VISIONS:
        assert f"{vision.closest(fills, each).difference:.1f}" in PAGE
