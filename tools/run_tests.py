"""Runs the suite with branch coverage and holds the gates of each package.

Each line of the runner is shown as it comes, and its closing one last of all.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
GATES = {
    "rules": ("src/becivic/rules/*", 100),
    "the scrub engine": ("src/becivic_scrub/*,src/becivic/scrub/*", 100),
    "lifecycle": ("src/becivic/lifecycle/*", 100),
    "intake": ("src/becivic/intake/*", 100),
    "everything": ("src/*", 95),
}
"""The law and what protects people is covered whole; the rest nearly so."""

MEMORY = Path("/dev/shm")  # noqa: S108  a folder of our own is made in it
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ROOM = 2 << 30
"""Bytes of it that must be free. What a test wrote goes when it has passed."""
WORKERS: Final = str((os.cpu_count() or 1) + 1)
"""A fifth of the time a test waits: for a browser, a process that it started, a database."""
COMPILED: Final = {"PYTHONDONTWRITEBYTECODE": ""}
"""Many a test starts a process of its own: whatever the machine prefers, modules are compiled once and not in each."""


@contextmanager
def _somewhere_quick() -> Iterator[dict[str, str]]:
    """Where the tests write: in memory where there is room, for on a disk they mostly wait for it.

    And where a browser keeps what it would otherwise leave in the home of whoever runs them.
    """
    is_roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOM
    with tempfile.TemporaryDirectory(
        prefix="becivic-tests-", dir=MEMORY if is_roomy else None, ignore_cleanup_errors=True
    ) as folder:
        of_browsers = {"XDG_CACHE_HOME": f"{folder}/cache", "XDG_CONFIG_HOME": f"{folder}/config"}
        yield {"TMPDIR": folder, **of_browsers}


def _say_what_is_missing() -> None:
    """A browser is not ours to install: without one its tests are passed over, and that must not go unseen."""
    if not any(shutil.which(name) for name in BROWSERS):
        print(
            "No browser was found: the tests that look at pages in one are passed over."
            " On Debian and Ubuntu: apt-get install chromium"
        )


def _holds(name: str, pattern: str, least: int) -> bool:
    """Whether a package is covered as its gate asks; prints the figure, and the gaps where it is not."""
    report = [sys.executable, "-m", "coverage", "report", f"--include={pattern}"]
    total = subprocess.run(
        [*report, "--format=total", "--precision=2"], check=False, cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    print(f"branch coverage of {name}: {total or 'nothing was measured'} % (gate {least} %)", flush=True)
    if total and float(total) >= least:
        return True
    subprocess.run(report, check=False, cwd=ROOT)
    return False


def streamed(command: list[str], env: Mapping[str, str]) -> tuple[int, str]:
    """Runs it and prints each line as it comes, all but the closing one: how it ended, and that line."""
    held = ""
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip():
                print(held, end="", flush=True)
                held = ""
            held += line
    return process.returncode, held.rstrip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", default=WORKERS, help="pytest-xdist workers; 0 runs in this process")
    parser.add_argument("rest", nargs="*", help="passed on to pytest")
    arguments = parser.parse_args()
    _say_what_is_missing()
    suite = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        arguments.workers,
        "--dist=worksteal",  # a worker that is done takes over from one with the long tests
        "--cov",
        "--cov-report=",
        *arguments.rest,
    ]
    with _somewhere_quick() as where:
        code, closing = streamed(suite, {**os.environ, **where, **COMPILED})
    if code == 0:
        held = [_holds(name, *gate) for name, gate in GATES.items()]
        code = 0 if all(held) else 1
    print(closing)
    return code


if __name__ == "__main__":
    sys.exit(main())
