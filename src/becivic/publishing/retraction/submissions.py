"""One published submission without its words, whatever they are: as a discard leaves it (R-NER-07)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select, update

from becivic.publishing.retraction.marks import MARKED, marked
from becivic.publishing.review.published import EVERYTHING, Became


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
    """Rows of the catalogue keep their words when they are discarded; here they lose them too."""
    return {"held": 1, **became.erased, **{name: marked(name) for name in MARKED.get(became.table, ())}}
