"""Every rule of the page is named where it is kept, and by a test; so is every example."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
IDS = re.findall(r"^\| ([A-Z]-\d\d) \|", PAGE, re.MULTILINE)
EXAMPLES = re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)
FAMILIES = {"C": 26, "U": 5, "E": 13, "G": 8, "W": 18, "L": 1}


def _docstrings() -> Iterator[str]:
    """Yield the docstring of every test of the rules."""
    for file in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


TESTED = "\n".join(_docstrings())
PACKAGE = HERE.parent.parent / "src" / "stellwerk"
KEPT = "\n".join(
    file.read_text(encoding="utf-8")
    for file in (
        *sorted((PACKAGE / "board" / "data").glob("*.toml")),
        *sorted((PACKAGE / "board").glob("*.py")),
        *sorted((PACKAGE / "rules").glob("*.py")),
    )
)


@pytest.mark.parametrize("rule", IDS)
def test_every_rule_of_the_page_has_a_test(rule: str) -> None:
    assert re.search(rf"\b{rule}\b", TESTED), f"no test in tests/rules names {rule}"


@pytest.mark.parametrize("rule", IDS)
def test_every_rule_of_the_page_is_named_where_it_is_kept(rule: str) -> None:
    assert re.search(rf"\b{rule}\b", KEPT), f"no rule or board names {rule}"


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_page_has_a_test(example: str) -> None:
    assert re.search(rf"\bexample {example}\b", TESTED), f"no test names example {example}"


def test_the_page_has_every_rule_once() -> None:
    assert sorted(IDS) == sorted(
        f"{family}-{number:02}"
        for family, count in FAMILIES.items()
        for number in range(1, count + 1)
    )
    assert sorted(EXAMPLES, key=int) == [str(number) for number in range(1, 19)]


def test_tests_name_only_rules_of_the_page() -> None:
    named = set(re.findall(rf"\b[{''.join(FAMILIES)}]-\d\d\b", TESTED))
    assert named <= set(IDS), f"not on the rules page: {sorted(named - set(IDS))}"
