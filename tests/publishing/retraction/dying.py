"""Retractions that are killed, each one step later than the one before, and each finished by a second run.

`python -m tests.publishing.retraction.dying HOME PHRASE` works on copies of a home with its database in it, forks before
any thread exists, and prints how many steps there were.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Final

from becivic.publishing.retraction.retract import Decision, retract
from becivic.rules.errors import LayerTwoCategory
from becivic.store.store import open_store
from tests.factories.death import Death
from tests.publishing.retraction.scene import LATER, TEXTS, workshop_at

MOST: Final = 60


def run(home: Path, phrase: str, death: Death) -> int:
    """How the child ended: 0, or by which signal."""
    child = os.fork()
    if child == 0:
        try:
            store = open_store(f"sqlite:///{home / 'becivic.db'}")
            decision = Decision(TEXTS, LayerTwoCategory.IDENTITY, phrase, f"{os.getpid():08x}")
            retract(workshop_at(store, home), decision, LATER, death)
            store.close()
            os._exit(0)
        finally:
            os._exit(3)
    _, outcome = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(outcome)


def main() -> int:
    home, phrase = Path(sys.argv[1]), sys.argv[2]
    for after in range(1, MOST):
        copy = home.with_name(f"{home.name}-{after}")
        shutil.copytree(home, copy)
        outcome = run(copy, phrase, Death(after))
        if outcome == 0:
            print(after - 1)
            return 0
        if outcome != -signal.SIGKILL or run(copy, phrase, Death(0)) != 0:
            print(f"step {after}: {outcome}", file=sys.stderr)
            return 1
    return 1


if __name__ == "__main__":
    sys.exit(main())
