"""The records that a corpus implies, filled at every start: catalogue rows, uids of paths, where cohorts began."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, Update, select, update

from becivic.catalogue.seeding import Seeded, count_as_given, seed
from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.seed import SEED_FILE, SEED_LISTS
from becivic.corpus.skill import Skill
from becivic.publishing.last_changes import Artefact, Changed, MainHistory, content_id
from becivic.publishing.repository import CorpusRepository
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.targets import TargetType
from becivic.store import revision, watched
from becivic.store.inserting import or_nothing
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import moment

_LOG = logging.getLogger(__name__)

# Another replica may enter the same artefact at the same moment.
_ENTER: Final = or_nothing(ARTEFACTS)


@dataclass(frozen=True, slots=True)
class Filled:
    """What a start added to the records."""

    catalogue: Seeded
    artefacts: int


def fill_records(
    store: Store, corpus: Corpus, now: datetime, repository: CorpusRepository | None = None
) -> Filled:
    """Enter what the corpus has and the records have not, in one write. Catalogue rows that they have stand.

    With the repository, artefacts that came to main another way than by the service are followed too.
    """
    filled = store.write(lambda connection: _fill(connection, corpus, now, repository))
    if corpus.documents[SEED_FILE].schema_faults:
        _LOG.warning("%s does not satisfy its schema and is not taken; `becivic check` says why.", SEED_FILE)
    for uid in filled.catalogue.passed_over:
        _LOG.warning("%s is not taken from the corpus: the records know its uid or its name otherwise.", uid)
    return filled


def _fill(
    connection: Connection, corpus: Corpus, now: datetime, repository: CorpusRepository | None
) -> Filled:
    lists = _seed_lists(corpus)
    seeded = seed(
        connection, lists[UidPrefix.VOLATILE_VALUE], lists[UidPrefix.REFERENCE], _path_uids(corpus), now
    )
    # A snapshot in git may tell of uids that this database never gave out: an older one did.
    count_as_given(connection, (row.uid for row in corpus.snapshot if _is_uid(row.uid)))
    return Filled(seeded, catch_up(connection, corpus, repository, now))


def _seed_lists(corpus: Corpus) -> dict[UidPrefix, list[Mapping[str, Any]]]:
    document = corpus.documents[SEED_FILE]
    if document.schema_faults:
        return {prefix: [] for prefix in SEED_LISTS}
    return {
        prefix: [item.data for item in document.fields.children(key)] for prefix, key in SEED_LISTS.items()
    }


def _path_uids(corpus: Corpus) -> dict[str, str]:
    uids = {key: entry.fields.text("uid") for key, entry in corpus.paths.entries.items()}
    return {key: uid for key, uid in uids.items() if matches(UidPrefix.PATH.pattern, uid)}


def _is_uid(text: str) -> bool:
    return any(matches(prefix.pattern, text) for prefix in SEED_LISTS)


def catch_up(
    connection: Connection, corpus: Corpus, repository: CorpusRepository | None, now: datetime
) -> int:
    """How many artefacts the records did not know as they are on main: entered, or brought up to date.

    The commit job records what it merges; this is for what came to main another way. Without a repository nothing
    can be told of when they changed: what is missing is entered as of now, and the rest left as it is.
    """
    known: dict[Artefact, Row[Any]] = {
        (TargetType(row.target_type), row.target_id): row for row in connection.execute(select(ARTEFACTS))
    }
    on_main = dict(_artefacts(corpus))
    missing = {key: artefact for key, artefact in on_main.items() if key not in known}
    if repository is None or corpus.commit is None:
        entered = _enter(connection, missing, {}, now)
    else:
        behind = {key: row for key, row in known.items() if key in on_main and _differs(row, on_main[key])}
        entered = _follow(connection, on_main, behind, missing, MainHistory(repository, corpus.commit), now)
    if entered:
        revision.bump(connection)
    return entered


def _differs(row: Row[Any], artefact: Skill | PathEntry) -> bool:
    return bool(row.blob_id != content_id(artefact))


def _follow(
    connection: Connection,
    on_main: Mapping[Artefact, Skill | PathEntry],
    behind: Mapping[Artefact, Row[Any]],
    missing: Mapping[Artefact, Skill | PathEntry],
    history: MainHistory,
    now: datetime,
) -> int:
    # A corpus loaded a moment ago may be older than what the commit job has just recorded.
    older = {
        key: row for key, row in behind.items() if not (row.commit_sha and history.is_behind(row.commit_sha))
    }
    sought = {key: content_id(on_main[key]) for key in (*older, *missing)}
    changes = history.last_changes(sought) if sought else {}
    for key, row in older.items():
        connection.execute(_update(row, on_main[key], changes[key].no_later_than(now)))
        watched.mark(connection, *key, changes[key].commit)
    return len(older) + _enter(connection, missing, changes, now)


def _update(row: Row[Any], artefact: Skill | PathEntry, changed: Changed) -> Update:
    """By a push: its cohort begins there, where it has another status or major.minor than before (C-02)."""
    own = ARTEFACTS.c
    values = _said(artefact) | _made(artefact, changed)
    if (values["status"], _line(values["version"])) != (row.status, _line(row.version)):
        values |= {"cohort_started_at": moment(changed.at), "distinct_frozen": None}
    return (
        update(ARTEFACTS)
        .where(own.target_type == row.target_type, own.target_id == row.target_id)
        .where(own.blob_id.is_not_distinct_from(row.blob_id))  # another replica may have been here meanwhile
        .values(values)
    )


def _line(version: str | None) -> str:
    """Its major.minor."""
    return str(version).rpartition(".")[0]


def _enter(
    connection: Connection,
    missing: Mapping[Artefact, Skill | PathEntry],
    changes: Mapping[Artefact, Changed],
    now: datetime,
) -> int:
    known = {key: changed.no_later_than(now) for key, changed in changes.items()}
    rows = [_row(key, artefact, known.get(key), now) for key, artefact in missing.items()]
    if rows:
        connection.execute(_ENTER[connection.dialect.name], rows)
        for key in missing:
            watched.mark(connection, *key, f"entered {moment(now)}")
    return len(rows)


def _row(
    key: Artefact, artefact: Skill | PathEntry, changed: Changed | None, now: datetime
) -> dict[str, str | None]:
    kind, target_id = key
    made = _made(artefact, changed) if changed else dict.fromkeys(("commit_sha", "blob_id", "changed_at"))
    began = changed.at if changed else now
    return {
        "target_type": kind.value,
        "target_id": target_id,
        "cohort_started_at": moment(began),
        **_said(artefact),
        **made,
    }


def _said(artefact: Skill | PathEntry) -> dict[str, str | None]:
    return {"status": str(artefact.status), "version": str(artefact.version)}


def _made(artefact: Skill | PathEntry, changed: Changed) -> dict[str, str | None]:
    return {
        "commit_sha": changed.commit,
        "blob_id": content_id(artefact),
        "changed_at": moment(changed.at),
    }


def _artefacts(corpus: Corpus) -> Iterator[tuple[Artefact, Skill | PathEntry]]:
    targets: list[tuple[Artefact, Skill | PathEntry]] = [
        *(((TargetType.SKILL, key), skill) for key, skill in corpus.skills.items()),
        *(((TargetType.PATH, key), entry) for key, entry in corpus.paths.entries.items()),
    ]
    for key, artefact in targets:
        # Of one without a status or a version the checks speak; no vote can be about it.
        if artefact.status is not None and artefact.version is not None:
            yield key, artefact
