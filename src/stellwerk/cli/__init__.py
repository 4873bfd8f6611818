"""The command line: `stellwerk play`, `serve`, `host`, `simulate`, `replay` and `board`."""

from stellwerk.cli.app import main

__all__ = ["main"]
