"""The version of the rules: records of another version are refused."""

from __future__ import annotations

from typing import Final

RULES_VERSION: Final = "1"
"""Raised whenever the same key and the same moves would give another game."""
