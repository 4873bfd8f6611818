"""The command line: `stellwerk play`, `serve`, `simulate`, `replay` and `board`."""

from stellwerk.cli.app import main

__all__ = ["main"]
