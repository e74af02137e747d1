"""The commit job over staged submissions, screening and all, durable, on SQLite and the local forge.

Beside it, in the same run: bare durable transactions of one row each, and bare commits of the same kind by pygit2 and
by nothing else. Whether cost grows with the corpus is judged by processor time, which neighbours disturb least.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import pygit2
from pygit2.enums import FileMode

from becivic.names.packaged import packaged_name_finder
from becivic.publishing.commit.job import commit
from becivic.publishing.screening.screen import Screen, screen_for
from becivic.publishing.workshop import Workshop
from becivic.store.tables.submissions import STAGED
from bench.publishing_home import home_of
from bench.publishing_items import NOW, Item, bodies, drafts, paths, rows, stage
from bench.publishing_texts import Words

SIZES: Final = (100, 1000, 3000)
SKILLS: Final = 1000
ITEMS: Final = 1000
CHANGES: Final = 500
DRAFTS: Final = 50
PATHS: Final = 200
PATH_CHANGES: Final = 20
AT_EACH_SIZE: Final = 60
WARM: Final = 20
"""Published before the clock starts: the model is loaded, statements are compiled, main has been read."""

_GROWTH: Final = 1.3


class Took(NamedTuple):
    """Per item."""

    wall: float
    processor: float

    @property
    def per_second(self) -> float:
        return 1 / self.wall

    def as_json(self) -> dict[str, float]:
        return {
            "per_second": round(self.per_second, 1),
            "ms": round(self.wall * 1000, 2),
            "processor_ms": round(self.processor * 1000, 2),
        }


def run() -> dict[str, Any]:
    finder = packaged_name_finder()
    sizes: dict[int, Took] = {}
    for size in SIZES:
        with home_of(size, finder) as workshop:
            sizes[size] = _published(
                workshop, bodies(workshop.corpus(), Words(), _names(workshop, AT_EACH_SIZE))
            )
    with home_of(SKILLS, finder, PATHS) as workshop:
        words = Words(seed=6)
        changes = _published(workshop, bodies(workshop.corpus(), words, _names(workshop, CHANGES)))
        drafted = _published(workshop, drafts(workshop.corpus(), words, DRAFTS))
        routed = _published(workshop, paths(workshop.corpus(), words, PATH_CHANGES), warm=1)
        as_rows = _published(workshop, rows(workshop.corpus(), words, ITEMS))
    transactions, commits = _bare_transactions(), _bare_commits(SKILLS)
    growth = sizes[SIZES[-1]].processor / sizes[SIZES[0]].processor
    return {
        "rows": as_rows.as_json(),
        "bare_transactions_per_second": round(transactions),
        "a_row_costs_bare_transactions": round(as_rows.wall * transactions, 2),
        "change_requests": changes.as_json(),
        "bare_commits_per_second": round(commits),
        "a_change_request_costs_bare_commits": round(changes.wall * commits, 2),
        "drafts": drafted.as_json(),
        f"path_changes_among_{PATHS}": routed.as_json(),
        "by_skills": {str(size): took.as_json() for size, took in sizes.items()},
        "growth_of_cost_per_change": round(growth, 2),
        "bars": {
            "at least 100 rows a second": as_rows.per_second >= 100,
            "at least 20 change requests a second": changes.per_second >= 20,
            f"a change among {SIZES[-1]} skills costs less than {_GROWTH} of one among {SIZES[0]}": growth
            < _GROWTH,
        },
    }


def _names(workshop: Workshop, number: int) -> list[str]:
    """So many skills, none of them twice: what is measured is not how conflicts are met."""
    return [name for name in sorted(workshop.corpus().skills) if name.startswith("generated-")][:number]


def _published(workshop: Workshop, items: Sequence[Item], warm: int = WARM) -> Took:
    screen = screen_for(workshop)
    _publish(workshop, screen, items[:warm])
    return _publish(workshop, screen, items[warm:])


def _publish(workshop: Workshop, screen: Screen, items: Sequence[Item]) -> Took:
    stage(workshop.store, items)
    took = _timed(lambda: commit(workshop, screen, NOW), len(items))
    left = workshop.store.read(lambda connection: connection.execute(STAGED.select()).first())
    assert left is None, "everything that is sent here can be published"
    return took


def _timed(work: Callable[[], object], items: int) -> Took:
    started, spent = time.perf_counter(), time.process_time()
    work()
    return Took((time.perf_counter() - started) / items, (time.process_time() - spent) / items)


def _bare_transactions(number: int = 500) -> float:
    """Rows a second, each in a transaction of its own that has reached the disk."""
    with TemporaryDirectory(prefix="becivic-bench-") as parent:
        database = sqlite3.connect(Path(parent) / "bare.db", isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, said TEXT)")
        said = Words().text("en", 4)

        def work() -> None:
            for _ in range(number):
                database.execute("INSERT INTO bare (said) VALUES (?)", (said,))

        took = _timed(work, number)
        database.close()
        return took.per_second


def _bare_commits(skills: int, number: int = 100) -> float:
    """Commits a second that change one file of a folder in a folder of so many, and nothing more."""
    with TemporaryDirectory(prefix="becivic-bench-") as parent:
        git = pygit2.init_repository(parent, bare=True)
        folder = _folder(git, {"canonical.md": (git.create_blob(b"first\n"), FileMode.BLOB)})
        names = [f"generated-{number:05d}" for number in range(skills)]
        below = git[_folder(git, dict.fromkeys(names, (folder, FileMode.TREE)))].peel(pygit2.Tree)
        who = pygit2.Signature("Bench", "bench@example.org", 0, 0)
        text = Words().paragraphs("en", 15).encode()

        def work() -> None:
            tree = below
            for each in range(number):
                blob = git.create_blob(text + b"%d\n" % each)
                builder = git.TreeBuilder(tree)
                builder.insert(
                    names[each], _folder(git, {"canonical.md": (blob, FileMode.BLOB)}), FileMode.TREE
                )
                tree = git[builder.write()].peel(pygit2.Tree)
                root = _folder(git, {"skills": (tree.id, FileMode.TREE)})
                before = [] if git.is_empty else [git.references["refs/heads/main"].target]
                git.create_commit("refs/heads/main", who, who, "bare\n", root, before)

        return _timed(work, number).per_second


def _folder(git: pygit2.Repository, entries: dict[str, tuple[pygit2.Oid, FileMode]]) -> pygit2.Oid:
    builder = git.TreeBuilder()
    for name, (number, mode) in entries.items():
        builder.insert(name, number, mode)
    return builder.write()


if __name__ == "__main__":
    import json

    print(json.dumps(run(), indent=2))
