"""Records of any size for the tick: artefacts that stand as long voting has left them, their votes, and what changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count, islice
from typing import Any, Final

from sqlalchemy import Connection, insert, text

from becivic.catalogue.seeding import count_as_given
from becivic.corpus.load import Corpus
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType, ValueType, Verdict
from becivic.rules.targets import TargetType
from becivic.store import watched
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.lifecycle import WATCHED
from becivic.store.tables.signals import VALIDATIONS, SubmitterType
from becivic.store.written import moment

VOTES: Final = 10
"""On each artefact."""
FEW: Final = 2
"""On those of which one more vote decides something."""
_FIRST: Final = 1000
_AT_ONCE: Final = 20_000
_IDS: Final = count(1)
_PREFIX: Final = SubmissionType.VALIDATION.facts.id_prefix

Target = tuple[TargetType, str]


@dataclass(frozen=True, slots=True)
class Records:
    """What is in them, by how it was made: `steady` ones hold whatever one more vote says, `ripe` ones move by it."""

    steady: dict[TargetType, list[str]]
    ripe: dict[TargetType, list[str]]


def fill(store: Store, corpus: Corpus, artefacts: int, ripe: int, began: datetime) -> Records:
    """So many steady artefacts: those that main holds, and rows of the catalogue for the rest. Ripe ones besides."""
    held = {
        TargetType.SKILL: sorted(name for name in corpus.skills if name.startswith("generated-")),
        TargetType.PATH: sorted(name for name in corpus.paths.entries if name.startswith("generated-")),
    }
    rows = artefacts + 4 * ripe - sum(map(len, held.values()))
    named = {
        TargetType.VOLATILE_VALUE: [f"val-{_FIRST + number:05d}" for number in range(rows // 2)],
        TargetType.REFERENCE: [f"ref-{_FIRST + number:05d}" for number in range(rows - rows // 2)],
    }
    every = held | named
    steady = {kind: names[ripe:] for kind, names in every.items()}
    moving = {kind: names[:ripe] for kind, names in every.items()}
    store.write(lambda connection: count_as_given(connection, (names[-1] for names in named.values())))
    _write(store, VOLATILE_VALUES, (_value(uid, began) for uid in named[TargetType.VOLATILE_VALUE]))
    _write(store, REFERENCES, (_reference(uid, began) for uid in named[TargetType.REFERENCE]))
    _write(store, VALIDATIONS, _votes(steady, VOTES, corpus, began))
    _write(store, VALIDATIONS, _votes(moving, FEW, corpus, began))
    watching = ({"target_type": kind.value, "target_id": name} for kind in named for name in named[kind])
    _write(store, WATCHED, watching)
    store.write(_look_over)
    return Records(steady, moving)


def vote_on(store: Store, corpus: Corpus, targets: Sequence[Target], now: datetime) -> None:
    """One confirm on each, from an address that nobody else has, marked as intake marks it."""

    def write(connection: Connection) -> None:
        for kind, target_id in targets:
            anchor = _anchor(kind, target_id, corpus)
            row = _vote(kind, target_id, anchor, moment(now), Verdict.CONFIRM)
            connection.execute(insert(VALIDATIONS).values(row))
            watched.mark(connection, kind, target_id, row["validation_id"])

    store.write(write)


def _write(store: Store, table: Any, rows: Iterator[dict[str, Any]]) -> None:
    while some := list(islice(rows, _AT_ONCE)):
        store.write(lambda connection, some=some: connection.execute(insert(table), some))  # type: ignore[misc]


def _look_over(connection: Connection) -> None:
    """A server's databases know their own sizes; these were filled a moment ago."""
    connection.execute(text("ANALYZE"))


def _votes(
    artefacts: dict[TargetType, list[str]], each: int, corpus: Corpus, began: datetime
) -> Iterator[dict[str, Any]]:
    """Three of ten against it, so that nothing moves; two of two for it."""
    cast = [
        (
            moment(began + timedelta(hours=number + 1)),
            Verdict.REJECT if number % VOTES > 6 else Verdict.CONFIRM,
        )
        for number in range(each)
    ]
    for kind, names in artefacts.items():
        for name in names:
            anchor = _anchor(kind, name, corpus)
            for at, verdict in cast:
                yield _vote(kind, name, anchor, at, verdict)


def _anchor(kind: TargetType, name: str, corpus: Corpus) -> str | None:
    if kind is TargetType.SKILL:
        return f"{name}@{corpus.skills[name].version}"
    if kind is TargetType.PATH:
        return f"{name}@{corpus.paths.entries[name].version}"
    return None


def _vote(kind: TargetType, target_id: str, anchor: str | None, at: str, verdict: Verdict) -> dict[str, Any]:
    number = next(_IDS)
    return {
        "validation_id": f"{_PREFIX}01a1de76-3050-7000-8000-{number:012x}",
        "target_type": kind.value,
        "target_id": target_id,
        "verdict": verdict.value,
        "cohort_anchor": anchor,
        "submission_contract_version": "2.1.0",
        "submitter_type": SubmitterType.AGENT.value,
        "regex_passes": "[]",
        "validated_at": at,
        "voter_hash": f"{number:064x}",
        "names_scanned": "bench",
    }


def _row(uid: str, began: datetime) -> dict[str, Any]:
    return {
        "uid": uid,
        "name": f"bench-{uid}",
        "status": Status.ALPHA.value,
        "committed_at": moment(began),
        "submission_contract_version": "2.1.0",
    }


def _value(uid: str, began: datetime) -> dict[str, Any]:
    return {**_row(uid, began), "value": "20", "value_type": ValueType.INTEGER.value}


def _reference(uid: str, began: datetime) -> dict[str, Any]:
    return {**_row(uid, began), "title": "A law", "url": f"https://example.org/{uid}"}
