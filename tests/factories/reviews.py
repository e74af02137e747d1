"""Submissions as the records hold them while they wait, are cached or have become rows; written without the service."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Connection, Table, insert

from becivic.rules.submissions import SubmissionType
from becivic.store import written
from becivic.store.store import Store
from becivic.store.tables.catalogue import UID_SEQUENCES
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED
from tests.factories.oracle import NOW
from tests.factories.payloads import FOLDERS, payload
from tests.factories.records import record

CONCERN: Final = "concerns/valid/skill-commune-ixelles"

_NOT_STOPPED: Final[dict[str, Any]] = {
    "last_commit_attempt": None,
    "last_error": None,
    "change_request_id": None,
    "stopped_at": None,
}


def stage(store: Store, name: str = CONCERN, **given: Any) -> str:
    """A staged row of a fixture, due by now; its id comes back."""
    kind, sent = FOLDERS[name.partition("/")[0]], payload(name)
    row = record(
        STAGED,
        **_NOT_STOPPED,
        id=sent[kind.id_field],
        type=kind.value,
        target_type=sent.get("target_type"),
        target_id=sent.get("target_id", sent.get("proposed_id")),
        payload=written.document(sent),
        commit_eta=written.moment(NOW),
        submitted_at=written.moment(NOW - timedelta(days=1)),
        regex_passes="[]",
    )
    put(store, STAGED, {**row, **given})
    return str(sent[kind.id_field])


def remember(store: Store, kind: SubmissionType, number: int = 2, **given: Any) -> str:
    """An id that the cache of 48 hours knows."""
    own = an_id(kind, number)
    kept: dict[str, Any] = {
        "expires_at": written.moment(NOW + timedelta(hours=1)),
        "change_request_id": None,
        "target_type": None,
    }
    put(store, COMMITTED, {**record(COMMITTED, id=own, type=kind.value, **kept), **given})
    return own


def became(store: Store, table: Table, submission_id: str | None, **given: Any) -> None:
    """The row of a table that a submission became, and one beside it."""
    key = "validation_id" if "validation_id" in table.c else "submission_id"

    def job(connection: Connection) -> None:
        connection.execute(UID_SEQUENCES.update().where(UID_SEQUENCES.c.last < 2).values(last=2))
        for number, more in ((1, {key: submission_id}), (2, {})):
            connection.execute(insert(table), [{**record(table, number, **given), **more}])

    store.write(job)


def keep_held(store: Store, kind: SubmissionType, **given: Any) -> str:
    """A held row as it stands, whatever it took to get there."""
    own = an_id(kind, 3)
    row = record(HELD, **_NOT_STOPPED, id=own, type=kind.value, payload=None, committed_at=None)
    put(store, HELD, {**row, "reasons": "[]", "target_type": None, **given})
    return own


def an_id(kind: SubmissionType, number: int = 1) -> str:
    return f"{kind.facts.id_prefix}019a8000-0000-7000-8000-{number:012}"


def put(store: Store, table: Table, *values: dict[str, Any]) -> None:
    store.write(lambda connection: connection.execute(insert(table), list(values)))
