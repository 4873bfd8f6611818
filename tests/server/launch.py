"""Run the real server with any settings: ``python -m tests.server.launch '{"port": 8000}'``.

The command line offers only what a host chooses; tests and measurements also need other limits.
"""

from __future__ import annotations

import sys

import msgspec

from stellwerk.server.run import bind, run
from stellwerk.server.settings import Settings


def main() -> None:
    """Serve until the end."""
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    run(settings, bind(settings.host, settings.port), json=True)


if __name__ == "__main__":
    main()
