"""What is written for every submission that is published, compiled once: SQLAlchemy takes longer to say it than the
database to do it. What it means is for those who run it to say.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Table,
    Update,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from becivic.store.inserting import or_change, or_nothing
from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS, SALTS
from becivic.store.tables.signals import AMENDMENTS
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED


def _given(table: Table, *left_out: str) -> dict[str, BindParameter[Any]]:
    return {column.name: bindparam(column.name) for column in table.c if column.name not in left_out}


def _or_change(table: Table, key: list[Column[Any]], changed: tuple[str, ...], *left_out: str) -> Prepared:
    """`excluded` is the row that was not inserted, on both databases: the new values are told once."""
    change: dict[str, Any] = {name: literal_column(f"excluded.{name}") for name in changed}
    return Prepared(or_change(table, [_given(table, *left_out)], key, change))


def _claim(table: Table) -> Update:
    waits = (table.c.id == bindparam("claimed")) & table.c.payload.is_not(None) & table.c.stopped_at.is_(None)
    return (
        update(table)
        .where(waits)
        .values(
            change_request_id=bindparam("claimed"), last_commit_attempt=bindparam("tried"), last_error=None
        )
    )


def _nobody_is_at_it(table: Table) -> ColumnElement[bool]:
    """Or this run alone. Whoever has claimed it and left no error may still be at it."""
    own = table.c
    is_free = or_(own.change_request_id.is_(None), own.last_error.is_not(None))
    return or_(is_free, own.last_commit_attempt == bindparam("tried"))


CLAIM: Final = {table: Prepared(_claim(table).where(_nobody_is_at_it(table))) for table in (STAGED, HELD)}
"""By where it waits; where nobody else is at it."""

CLAIM_TOO: Final = {table: Prepared(_claim(table)) for table in (STAGED, HELD)}
"""The same, whoever is at it."""

OPEN_REQUEST: Final = _or_change(
    CHANGE_REQUESTS,
    [CHANGE_REQUESTS.c.id],
    ("title", "base_commit", "state", "resolved_at", "checks"),
    "head_commit",
    "merge_commit",
    "number",
)
TAKE_OUT: Final = Prepared(delete(STAGED).where(STAGED.c.id == bindparam("id")))
REMEMBER: Final = Prepared(insert(COMMITTED).values(_given(COMMITTED)))
AMENDED: Final = Prepared(insert(AMENDMENTS).values(_given(AMENDMENTS, "row_id", "held")))
MERGED: Final = Prepared(
    update(CHANGE_REQUESTS)
    .where(CHANGE_REQUESTS.c.id == bindparam("request"))
    .values(
        state=bindparam("became"),
        head_commit=bindparam("landed"),
        merge_commit=bindparam("landed"),
        resolved_at=bindparam("at"),
        checks="[]",
        number=func.coalesce(bindparam("told"), CHANGE_REQUESTS.c.number),
    )
)
"""Its number stays where the forge tells none."""

_ARTEFACT: Final = [ARTEFACTS.c.target_type, ARTEFACTS.c.target_id]
_CONTENT: Final = ("status", "version", "commit_sha", "blob_id", "changed_at")
_COHORT: Final = ("cohort_started_at", "distinct_frozen")
ENTER: Final = {
    False: _or_change(ARTEFACTS, _ARTEFACT, _CONTENT, "distinct_frozen"),
    True: _or_change(ARTEFACTS, _ARTEFACT, (*_CONTENT, *_COHORT), "distinct_frozen"),
}
"""By whether a cohort begins anew: then nothing of the one before is frozen."""

STATUS: Final = Prepared(
    select(ARTEFACTS.c.status, ARTEFACTS.c.cohort_started_at, ARTEFACTS.c.distinct_frozen).where(
        ARTEFACTS.c.target_type == bindparam("kind"), ARTEFACTS.c.target_id == bindparam("name")
    )
)

AUTHOR: Final = Prepared(or_nothing(SALTS, _given(SALTS, "expires_at")))
