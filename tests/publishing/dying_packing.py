"""Packings that are killed, each one step later than the one before, and each followed by a whole one.

`python -m tests.publishing.dying_packing REPOSITORY` works on copies of it and prints how many steps there were.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Final

from becivic.publishing.packing import Habit, pack
from becivic.publishing.repository import CorpusRepository
from tests.factories.death import Death

ALWAYS: Final = Habit(loose=0, packs=1)
MOST: Final = 400


def run(repository: Path, death: Death) -> int:
    """How the child ended: 0, or by which signal."""
    child = os.fork()
    if child == 0:
        try:
            pack(CorpusRepository.open(repository), death, ALWAYS)
            os._exit(0)
        finally:
            os._exit(3)
    _, outcome = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(outcome)


def main() -> int:
    repository = Path(sys.argv[1])
    for after in range(1, MOST):
        copy = repository.with_name(f"killed-{after}")
        shutil.copytree(repository, copy, copy_function=shutil.copy2)
        outcome = run(copy, Death(after))
        if outcome == 0:
            print(after - 1)
            return 0
        if outcome != -signal.SIGKILL:
            print(f"step {after}: {outcome}", file=sys.stderr)
            return 1
    return 1


if __name__ == "__main__":
    sys.exit(main())
