"""The records that a corpus implies, filled at every start: catalogue rows, uids of paths, where cohorts began."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from becivic.catalogue.seeding import Seeded, count_as_given, seed
from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.seed import SEED_FILE, SEED_LISTS
from becivic.corpus.skill import Skill
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.targets import TargetType
from becivic.store import revision
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


def fill_records(store: Store, corpus: Corpus, now: datetime) -> Filled:
    """Enter what the corpus has and the records have not, in one write. What the records have, stands."""
    filled = store.write(lambda connection: _fill(connection, corpus, now))
    if corpus.documents[SEED_FILE].schema_faults:
        _LOG.warning("%s does not satisfy its schema and is not taken; `becivic check` says why.", SEED_FILE)
    for uid in filled.catalogue.passed_over:
        _LOG.warning("%s is not taken from the corpus: the records know its uid or its name otherwise.", uid)
    return filled


def _fill(connection: Connection, corpus: Corpus, now: datetime) -> Filled:
    lists = _seed_lists(corpus)
    seeded = seed(
        connection, lists[UidPrefix.VOLATILE_VALUE], lists[UidPrefix.REFERENCE], _path_uids(corpus), now
    )
    # A snapshot in git may tell of uids that this database never gave out: an older one did.
    count_as_given(connection, (row.uid for row in corpus.snapshot if _is_uid(row.uid)))
    return Filled(seeded, _enter_artefacts(connection, corpus, now))


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


def _enter_artefacts(connection: Connection, corpus: Corpus, now: datetime) -> int:
    known = {
        (kind, key)
        for kind, key in connection.execute(select(ARTEFACTS.c.target_type, ARTEFACTS.c.target_id))
    }
    missing = [
        row for row in _artefacts(corpus, moment(now)) if (row["target_type"], row["target_id"]) not in known
    ]
    if missing:
        connection.execute(_ENTER[connection.dialect.name], missing)
        revision.bump(connection)
    return len(missing)


def _artefacts(corpus: Corpus, began: str) -> Iterator[dict[str, str]]:
    targets: list[tuple[TargetType, str, Skill | PathEntry]] = [
        *((TargetType.SKILL, key, skill) for key, skill in corpus.skills.items()),
        *((TargetType.PATH, key, entry) for key, entry in corpus.paths.entries.items()),
    ]
    for kind, key, artefact in targets:
        # Of one without a status or a version the checks speak; no vote can be about it.
        if artefact.status is not None and artefact.version is not None:
            yield {
                "target_type": kind.value,
                "target_id": key,
                "status": artefact.status.value,
                "version": str(artefact.version),
                "cohort_started_at": began,
            }
