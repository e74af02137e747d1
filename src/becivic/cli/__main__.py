"""The process of the command line: `becivic`, or `python -m becivic.cli`."""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from typing import Final

from becivic.cli import main

_LEAVING_MUCH: Final = ("build", "check")
"""Commands that leave a whole library in memory, and nothing that is still at work."""


def run() -> None:
    try:
        main()
    except SystemExit as left:
        if sys.argv[1:2] and sys.argv[1] in _LEAVING_MUCH and isinstance(left.code, int | None):
            _leave(left.code or 0)
        raise


def _leave(code: int) -> None:
    """At once, when all is said: to be taken apart, thing by thing, a library of thousands takes a twentieth of the time.

    What cannot be said is for Python to find out in its own way: it complains, and leaves with another code."""
    atexit._run_exitfuncs()  # noqa: SLF001  there is no other door to them
    with suppress(OSError):
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # nobody ever listened
                stream.flush()
        os._exit(code)


if __name__ == "__main__":
    run()
