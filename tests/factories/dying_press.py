"""A process that runs the commit job again and again, each run killed one step later than the one before.

`python -m tests.factories.dying_press DATABASE_URL HOME NOW` forks a child for each run, before any thread exists, and
prints at the end how many runs it took: the last one lived.
"""

from __future__ import annotations

import os
import signal
import sys
from datetime import datetime
from pathlib import Path
from typing import Final, NoReturn

from becivic.corpus.load import Loader
from becivic.publishing.commit.job import commit
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.screening.screen import screen_for
from becivic.publishing.workshop import Workshop
from becivic.store.store import open_store
from tests.factories.death import Death
from tests.factories.names import plain_names

MOST_RUNS: Final = 400


def run(database: str, home: Path, now: datetime, death: Death, loader: Loader) -> NoReturn:
    store = open_store(database)
    repository = CorpusRepository.open(home / REPOSITORY)
    forge = LocalForge(repository)
    workshop = Workshop(store, repository, forge, home, "http://becivic.test", plain_names(), loader=loader)
    commit(workshop, screen_for(workshop), now, death)
    store.close()
    os._exit(0)


def _warm(home: Path) -> Loader:
    """What every child would find out again: names, and what the files of main say."""
    plain_names()
    repository, loader = CorpusRepository.open(home / REPOSITORY), Loader()
    loader.load(repository.at(repository.head()))
    return loader


def main() -> int:
    database, home, now = sys.argv[1], Path(sys.argv[2]), datetime.fromisoformat(sys.argv[3])
    loader = _warm(home)
    for runs in range(1, MOST_RUNS):
        child = os.fork()
        if child == 0:
            try:
                run(database, home, now, Death(runs), loader)
            finally:
                os._exit(3)  # anything but a kill or a whole run is a fault of the test
        _, outcome = os.waitpid(child, 0)
        if outcome == 0:
            print(runs)
            return 0
        if os.waitstatus_to_exitcode(outcome) != -signal.SIGKILL:
            return 1
    return 1


if __name__ == "__main__":
    sys.exit(main())
