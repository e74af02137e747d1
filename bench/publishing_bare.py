"""What publishing cannot do without: durable transactions of one row each, and commits of one file, by nothing but SQLite and pygit2."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import pygit2
from pygit2.enums import FileMode

from bench.publishing_texts import Words
from bench.rounds import seconds_of


def bare_transactions(number: int = 500) -> float:
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

        took = seconds_of(work)
        database.close()
        return number / took


def bare_commits(skills: int, number: int = 100) -> float:
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

        return number / seconds_of(work)


def _folder(git: pygit2.Repository, entries: dict[str, tuple[pygit2.Oid, FileMode]]) -> pygit2.Oid:
    builder = git.TreeBuilder()
    for name, (number, mode) in entries.items():
        builder.insert(name, number, mode)
    return builder.write()
