"""A home in which a text slipped through: in files, messages, branches and every kind of record. All of it is invented."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pygit2
from pygit2.enums import ObjectType
from sqlalchemy import Connection

from becivic.corpus.load import Loader
from becivic.publishing.forge.forge import Author, Proposed
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.last_changes import content_id
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.retraction.looking import Look, look
from becivic.publishing.retraction.marks import MARKED
from becivic.publishing.retraction.records import DELETED, ERASED, REPLACED
from becivic.publishing.retraction.texts import Texts
from becivic.publishing.workshop import Workshop
from becivic.store.engine import snapshot
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS, NAME_SCANS
from becivic.store.tables.submissions import STAGED
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.homes import NOON, filled_home
from tests.factories.names import plain_names
from tests.factories.records import give_out, record

NAME: Final = "Zénobie Quatrepont"
TEXTS: Final = Texts([NAME])
ESCAPED: Final = json.dumps(NAME)[1:-1]
NEEDLES: Final = (NAME.encode(), ESCAPED.encode(), b"Quatrepont")
REPORT: Final = "docs/report.md"
DRAFT: Final = "submissions/drf_one"
SETTLED: Final = "submissions/amd_closed"


def workshop_at(store: Store, home: Path) -> Workshop:
    repository = CorpusRepository.open(home / REPOSITORY)
    return Workshop(
        store, repository, LocalForge(repository), home, "http://becivic.test", plain_names(), Loader()
    )


def spoilt(store: Store, home: Path) -> Workshop:
    """Clean, then spoilt, then corrected in part: the text is on main, in history, and on two branches."""
    filled_home(home)
    workshop = workshop_at(store, home)
    publish(workshop, {"docs/before.md": b"clean\n"})
    stable = publish(
        workshop, spoilt_files(), message=f"amendment: for {NAME}\n", author=Author(NAME, "a@b.be")
    )
    publish(workshop, {REPORT: f"As it was at {stable}, a full id.\n".encode()})
    publish(workshop, {APPLICATION: Files.valid()[APPLICATION]})
    for branch in (DRAFT, SETTLED):
        base = workshop.forge.main()
        files = {f"docs/{branch[-3:]}.md": f"{NAME} again\n".encode()}
        workshop.forge.open(Proposed(branch, base, files, "draft: another\n", NOON))
    workshop.forge.close(SETTLED)
    _tag(home, stable)
    with store.engine.begin() as connection:
        _fill(connection, workshop, stable)
    return workshop


def spoilt_files() -> dict[str, bytes]:
    files = (
        Files.valid()
        .replaced(APPLICATION, "## Process", f"{NAME} says so.\n\n## Process")
        .replaced(CLOCK, "summary: How long", f"summary: {NAME} says how long")
        .replaced(PATHS, "A certificate that exists", f"{ESCAPED} has a certificate")
    )
    return {path: files[path] for path in (APPLICATION, CLOCK, PATHS)}


def publish(
    workshop: Workshop, files: dict[str, bytes], message: str = "a change\n", author: Author | None = None
) -> str:
    base = workshop.forge.main()
    workshop.forge.open(Proposed("x", base, files, message, NOON, author or Author()))
    merged = workshop.forge.merge("x", base)
    workshop.forge.forget("x")
    return merged


def _tag(home: Path, commit: str) -> None:
    git = pygit2.Repository(str(home / REPOSITORY))
    who = pygit2.Signature("Somebody", "somebody@example.org", 1_763_200_000, 0)
    inner = git.create_tag("v1", pygit2.Oid(hex=commit), ObjectType.COMMIT, who, f"Thanks to {NAME}\n")
    git.create_tag("v2", inner, ObjectType.TAG, who, "a tag of a tag\n")


def _fill(connection: Connection, workshop: Workshop, stable: str) -> None:
    """In every table that can hold words, a row that holds the text and one that does not."""
    give_out(connection, 50)
    for ways in (MARKED, ERASED, REPLACED, DELETED):
        for table, names in ways.items():
            connection.execute(table.insert(), record(table, 7))
            words: dict[str, Any] = dict.fromkeys(names, f"before {NAME} after")
            if table is STAGED:
                words["payload"] = json.dumps({"skill_commit": stable, "note": NAME}, ensure_ascii=False)
            if "value" in words:
                words["value"] = json.dumps(f"of {NAME}")
            held = {"held": 0} if "held" in table.c else {}
            connection.execute(table.insert(), record(table, 8, **words, **held))
    connection.execute(CHANGE_REQUESTS.insert(), record(CHANGE_REQUESTS, 9, head_commit=stable))
    corpus = workshop.corpus()
    path = corpus.paths.entries["demo-certificate"]
    skill = corpus.skills["demo-clock"]
    for row in (
        record(ARTEFACTS, 1, target_type="path", target_id="demo-certificate", blob_id=content_id(path)),
        record(ARTEFACTS, 2, target_type="skill", commit_sha=stable, blob_id=content_id(skill)),
    ):
        connection.execute(ARTEFACTS.insert(), row)
    connection.execute(NAME_SCANS.insert(), record(NAME_SCANS, 1, content=content_id(skill)))


def looked(workshop: Workshop, texts: Texts = TEXTS, submission: str | None = None) -> Look:
    with snapshot(workshop.store.engine) as connection:
        return look(workshop.repository, connection, texts, workshop.loader, submission=submission)


def every_byte(home: Path) -> Iterator[tuple[str, bytes]]:
    """Every file under a home as it lies there, and every object of its repository in the clear."""
    for path in home.rglob("*"):
        if path.is_file():
            yield str(path), path.read_bytes()
    git = pygit2.Repository(str(home / REPOSITORY))
    for key in git:
        yield str(key), git.read(key)[1]
    for reference in git.references:
        yield "a ref", reference.encode()


def where_it_stands(home: Path) -> list[str]:
    return [place for place, raw in every_byte(home) if any(needle in raw for needle in NEEDLES)]


LATER: Final = NOON + timedelta(hours=1)


def unwatched(_: str) -> None:
    """Nobody is told of the steps."""
