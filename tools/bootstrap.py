"""Make the virtual environment `.venv` and install Stellwerk with the packages of a lock file.

The Makefile calls this and names the file. Any Python 3 may start it: one that is too old looks for
a newer one and hands over, so this file keeps to what an old Python can read.
"""

import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
NEWER_PYTHONS = ("python3.14", "python3.13", "python3.12", "python3.11")

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENVIRONMENT = os.path.join(ROOT, ".venv")
ENVIRONMENT_PYTHON = os.path.join(ENVIRONMENT, "bin", "python")

TOO_OLD = """\
this is Python {version}, Stellwerk needs 3.11 or newer, and none was found.
Install one, or name it: make PYTHON=/path/to/python3"""

CANNOT_MAKE_ENVIRONMENT = """\
{python} cannot make a virtual environment: its venv module is missing or incomplete,
and virtualenv is not installed. One of these helps:
    Debian, Ubuntu:  apt install python3-venv
    elsewhere:       {python} -m pip install --user virtualenv
    another Python:  make PYTHON=/path/to/python3"""

PACKAGES_FAILED = """\
the packages of {lock} could not be installed; pip's last words are above.
The first install needs the network, and a Python with ready-made packages: 3.11 to 3.14,
to be named by make PYTHON=/path/to/python3. A damaged .venv is removed by make clean."""


def say(message: str) -> None:
    """Tell the person what is going on."""
    print("stellwerk: " + message, file=sys.stderr, flush=True)


def version(python: str) -> str:
    """Ask an interpreter for its version; the answer is empty where it does not run."""
    question = "import sys; print('%d.%d.%d' % sys.version_info[:3])"
    try:
        answer = subprocess.run(
            [python, "-c", question], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        return ""
    return answer.stdout.decode().strip() if answer.returncode == 0 else ""


def is_supported(version: str) -> bool:
    """Tell whether a version is one that Stellwerk runs on."""
    return bool(version) and tuple(int(part) for part in version.split(".")) >= OLDEST


def hand_over_to_a_newer_python() -> None:
    """Start this file again with a supported Python, or say that there is none."""
    for python in NEWER_PYTHONS:
        if is_supported(version(python)):
            os.execvp(python, [python, os.path.abspath(__file__), *sys.argv[1:]])
    sys.exit("stellwerk: " + TOO_OLD.format(version=version(sys.executable)))


def make_environment() -> None:
    """Make `.venv` by venv, or by virtualenv where the system left venv out."""
    ways = [[sys.executable, "-m", "venv", "--clear"], [sys.executable, "-m", "virtualenv"]]
    virtualenv = shutil.which("virtualenv")
    if virtualenv:
        ways.append([virtualenv, "--python", sys.executable])
    for way in ways:
        result = subprocess.run([*way, ENVIRONMENT], capture_output=True)
        if result.returncode == 0:
            return
        # A half-made environment would be in the way of the next try.
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    sys.exit("stellwerk: " + CANNOT_MAKE_ENVIRONMENT.format(python=sys.executable))


def pip(lock: str, *arguments: str) -> None:
    """Run pip in `.venv`; show one line of progress, and its last words only if it fails."""
    command = [ENVIRONMENT_PYTHON, "-m", "pip", "--disable-pip-version-check", "install"]
    said = []
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if sys.stderr.isatty():
                print("\r\033[K  " + line.strip()[:76], end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    if process.returncode != 0:
        sys.stderr.writelines(said[-15:])
        sys.exit("stellwerk: " + PACKAGES_FAILED.format(lock=lock))


def main(lock: str) -> None:
    """Bring `.venv` to what pyproject.toml and a lock file ask for."""
    if sys.version_info < OLDEST:
        hand_over_to_a_newer_python()
    if version(ENVIRONMENT_PYTHON) != version(sys.executable):
        say("making .venv with Python " + version(sys.executable))
        make_environment()
    say("installing the packages of " + lock + " (a minute or two the first time)")
    # Ready-made packages only: one that has to be compiled here would fail late and unclearly.
    pip(
        lock,
        "--require-hashes",
        "--only-binary",
        ":all:",
        "--requirement",
        os.path.join(ROOT, lock),
    )
    pip(lock, "--no-deps", "--no-build-isolation", "--editable", ROOT)
    say("ready")


if __name__ == "__main__":
    main(sys.argv[1])
