"""Sets up .venv: `python tools/install.py run` for the service, `dev` and `bench` for what the checks and benchmarks need.

A lock file names every package, so nothing is left to resolve and the packages can be fetched side by side: that
halves the wait. Needs nothing but Python itself, since it runs before anything is installed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
VENV: Final = ROOT / ".venv"
LOCKS: Final = {
    "run": "requirements.lock",
    "dev": "requirements-dev.lock",
    "bench": "requirements-bench.lock",
}
WHAT: Final = {
    "run": "what the service needs",
    "dev": "what the tests and checks need",
    "bench": "what the benchmarks stand beside",
}
RENDERER: Final = "merman>=0.9.2,<0.10"
"""Draws Mermaid diagrams. Not built for every machine, so the house does without it too."""
SIDE_BY_SIDE: Final = 4
LOOK_EVERY: Final = 0.5
REMOTE_PIP: Final = (22, 3)
"""The first pip that installs into another environment than its own."""


class InstallError(Exception):
    """What went wrong, and what to do."""


def main() -> int:
    """Installs one set, and says so."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=LOCKS)
    what = asked.parse_args().what
    try:
        python = environment()
        side_by_side(python, what)
        # Looking through the packages takes as long as the house itself: the two go side by side.
        looked = subprocess.Popen(pip(python, "check"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if what == "run":
            ourselves(python)
        if looked.wait():
            resolved(python, what)
        if what == "dev":
            compiled(python)
    except InstallError as trouble:
        print(trouble, file=sys.stderr)
        return 2
    return 0


def environment() -> Path:
    """The interpreter of .venv, which is made when it is missing."""
    python = VENV / "bin" / "python"
    if python.exists():
        return python
    print(f"Setting up .venv with {Path(sys.executable).name}", flush=True)
    # Bringing pip along takes longer than all the rest of the environment, and the one at hand can do its work.
    alone = ["--without-pip"] if remote_pip() else []
    if subprocess.run([sys.executable, "-m", "venv", *alone, str(VENV)], check=False).returncode:
        subprocess.run(["rm", "-rf", str(VENV)], check=True)
        raise InstallError("The venv module is missing. On Debian and Ubuntu: apt-get install python3-venv")
    return python


def remote_pip() -> bool:
    """Whether the pip of the Python that runs this can install into .venv."""
    said = subprocess.run(
        [sys.executable, "-m", "pip", "--version"], check=False, capture_output=True, text=True
    )
    version = re.match(r"pip (\d+)\.(\d+)", said.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= REMOTE_PIP


def pip(python: Path, *words: str) -> list[str]:
    """A pip command for .venv, with its own pip where it has one."""
    quiet = ["--disable-pip-version-check", "--quiet"]
    if any(VENV.glob("lib/python*/site-packages/pip")):
        return [str(python), "-m", "pip", *quiet, *words]
    return [sys.executable, "-m", "pip", "--python", str(python), *quiet, *words]


def side_by_side(python: Path, what: str) -> None:
    """Every package of the lock file, a few installers at once."""
    lines = (ROOT / LOCKS[what]).read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    # Bytecode is written when a module is first imported: most of what the packages bring never is.
    install = ("install", "--no-deps", "--no-compile")
    parts = [pins[start::SIDE_BY_SIDE] for start in range(SIDE_BY_SIDE)]
    running = [subprocess.Popen(pip(python, *install, *part)) for part in parts if part]
    renderer = (
        subprocess.Popen(pip(python, *install, RENDERER), stderr=subprocess.DEVNULL)
        if what == "run"
        else None
    )
    follow(running, what, len(pins))
    if any(one.returncode for one in running):
        raise InstallError(
            f"Some of {LOCKS[what]} could not be installed: the reason is above. Then run make again."
        )
    if renderer is not None and renderer.wait():
        print("No Mermaid renderer for this machine: diagrams are shown as text")


def follow(running: list[subprocess.Popen[bytes]], what: str, total: int) -> None:
    """Says how far the installers are, on one line where there is a terminal."""
    before, counted = installed(), sys.stdout.isatty()
    print(f"Installing {WHAT[what]}: {total} packages", end="" if counted else "\n", flush=True)
    while any(one.poll() is None for one in running):
        time.sleep(LOOK_EVERY)
        if counted:
            print(
                f"\rInstalling {WHAT[what]}: {installed() - before} of {total} packages", end="", flush=True
            )
    if counted:
        print(f"\rInstalling {WHAT[what]}: {total} packages" + " " * 12)


def installed() -> int:
    """How many packages .venv holds by now."""
    return sum(1 for _ in VENV.glob("lib/python*/site-packages/*.dist-info"))


def ourselves(python: Path) -> None:
    """The house itself, as it stands in the clone, and what would otherwise keep the first visitor waiting."""
    ours = pip(
        python, "install", "--no-deps", "--no-compile", "--no-build-isolation", "--editable", str(ROOT)
    )
    # The service is compiled, and the face of its titles cut, from the sources while the rest is installed.
    first = [str(python), "-c", "import becivic.app, becivic.cli.serve"]
    face = [str(python), "-m", "becivic.site.font"]
    beside = [subprocess.Popen(command, env=compiling()) for command in (first, face)]
    codes = [subprocess.run(ours, check=False).returncode, *(one.wait() for one in beside)]
    if any(codes):
        raise InstallError(
            "Be Civic itself could not be installed: the reason is above. `make clean` starts over."
        )


def compiling() -> dict[str, str]:
    """An environment in which the sources are importable and bytecode is kept."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT / "src")}


def compiled(python: Path) -> None:
    """All packages, for the suite: it starts so many processes that each would compile them anew side by side."""
    (packages,) = VENV.glob("lib/python*/site-packages")
    # A package may bring files that are templates and not Python: what does not compile is left.
    subprocess.run([str(python), "-m", "compileall", "-qq", "-j", "0", str(packages)], check=False)


def resolved(python: Path, what: str) -> None:
    """A machine unlike the one that wrote the lock may need a package more: let pip find which."""
    resolve = pip(python, "install", "--requirement", str(ROOT / LOCKS[what]))
    if subprocess.run(resolve, check=False).returncode:
        raise InstallError(f"{LOCKS[what]} does not fit this machine: the reason is above.")


if __name__ == "__main__":
    raise SystemExit(main())
