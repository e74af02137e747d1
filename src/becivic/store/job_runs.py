"""When each job that was run to its end began the last time: one moment a job, for whichever replica asks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, select

from becivic.store.tables.lifecycle import REMEMBERED
from becivic.store.watched import remember, remembered
from becivic.store.written import moment, read_moment

_PREFIX: Final = "job_done:"


def note(connection: Connection, job: str, began: datetime) -> None:
    """It was run to its end: the others need not."""
    remember(connection, f"{_PREFIX}{job}", moment(began))


def is_due(connection: Connection, job: str, every: timedelta, about: timedelta, now: datetime) -> bool:
    """Whether no replica has run it in about so long.

    Two machines tell the time nearly alike; a run of a time that is further ahead was by a clock that is wrong.
    """
    last = remembered(connection, f"{_PREFIX}{job}")
    return last is None or not -about <= now - read_moment(last) < every - about


def last_successes(connection: Connection) -> dict[str, datetime]:
    """By job; none that never succeeded."""
    names = REMEMBERED.c.name
    query = select(names, REMEMBERED.c.value).where(names.startswith(_PREFIX, autoescape=True))
    return {name.removeprefix(_PREFIX): read_moment(value) for name, value in connection.execute(query)}
