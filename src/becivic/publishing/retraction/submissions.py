"""One published submission without its words, whatever they are: as a discard leaves it (R-NER-07)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, select, update

from becivic.publishing.retraction.texts import MARK
from becivic.publishing.review.published import EVERYTHING, Became
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.written import document

_MARKED: Final[Mapping[Table, Mapping[str, str]]] = {
    VOLATILE_VALUES: {"value": document(MARK), "note": MARK},
    REFERENCES: {"title": MARK, "url": MARK, "note": MARK},
}
"""Rows of the catalogue keep their words when they are discarded; here they lose them too."""


def rows_of_submission(connection: Connection, submission: str) -> dict[str, int]:
    """Where it was published; nothing where it never was."""
    return {
        became.table.name: 1
        for became in EVERYTHING
        if connection.execute(select(1).select_from(became.table).where(became.is_it(submission))).first()
    }


def erase_submission(connection: Connection, submission: str) -> dict[str, int]:
    touched = {}
    for became in EVERYTHING:
        change = delete(became.table) if became.goes else update(became.table).values(_left(became))
        touched[became.table.name] = connection.execute(change.where(became.is_it(submission))).rowcount
    return {name: count for name, count in touched.items() if count}


def _left(became: Became) -> dict[str, Any]:
    return {"held": 1, **became.erased, **_MARKED.get(became.table, {})}
