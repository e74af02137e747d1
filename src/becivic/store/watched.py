"""Whom a tick looks at: marked in the transaction of whatever may have changed the outcome, or due by the clock.

A mark is a hint and holds no count. Each is new, so that a tick takes away the one it saw and no later one.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import (
    Connection,
    Executable,
    Select,
    bindparam,
    delete,
    literal_column,
    select,
    union,
    update,
)

from becivic.rules.targets import TargetType, owner
from becivic.store.inserting import or_change
from becivic.store.prepared import Prepared
from becivic.store.tables.lifecycle import JUDGED, REMEMBERED, WATCHED
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.written import moment

_KEY: Final = [WATCHED.c.target_type, WATCHED.c.target_id]
_MARK: Final = Prepared(
    or_change(
        WATCHED,
        [{name: bindparam(name) for name in ("target_type", "target_id", "mark")}],
        _KEY,
        {"mark": literal_column("excluded.mark")},
    )
)
_SEEN: Final = Prepared(
    update(WATCHED)
    .where(
        WATCHED.c.target_type == bindparam("kind"),
        WATCHED.c.target_id == bindparam("name"),
        WATCHED.c.mark.is_not_distinct_from(bindparam("seen")),
    )
    .values(mark=None, due_at=bindparam("due"))
)


class Watched(NamedTuple):
    """One artefact to look at, and the mark it has: none where the clock alone calls."""

    target: TargetType
    id: str
    mark: str | None


def mark(connection: Connection, target: TargetType, target_id: str, because: str) -> None:
    """Something happened to it. `because` is unlike any other: the id of a vote, a commit, a moment.

    A vote on a source is one on its path. What no vote can change is not watched.
    """
    kind, owner_id = owner(target, target_id)
    if kind in JUDGED:
        _MARK.run(connection, target_type=kind.value, target_id=owner_id, mark=because)


def mark_voted_on(connection: Connection, validation_ids: Collection[str], because: str) -> None:
    """Something happened to these votes: they were looked through, held, shown again or lost their words."""
    own = VALIDATIONS.c
    query = select(own.target_type, own.target_id).where(own.validation_id.in_(validation_ids)).distinct()
    for kind, target_id in connection.execute(query).all():
        mark(connection, TargetType(kind), target_id, because)


def to_look_at(connection: Connection, now: datetime) -> list[Watched]:
    """Those marked or due, by name. Two questions in one, each with an index of its own: few are either."""
    own = WATCHED.c
    called = union(_watched().where(own.mark.is_not(None)), _watched().where(own.due_at <= moment(now)))
    return _read(connection, called)


def everything(connection: Connection) -> list[Watched]:
    """All that is watched, whether anything happened to it or not."""
    return _read(connection, _watched())


def _watched() -> Select[tuple[str, str, str | None]]:
    return select(WATCHED.c.target_type, WATCHED.c.target_id, WATCHED.c.mark)


def _read(connection: Connection, query: Executable) -> list[Watched]:
    found = (Watched(TargetType(kind), name, seen) for kind, name, seen in connection.execute(query))
    return sorted(found, key=lambda each: (each.target, each.id))


def again(watched: Watched, connection: Connection) -> Watched:
    """The same artefact with the mark it has by now."""
    is_it = (WATCHED.c.target_type == watched.target.value) & (WATCHED.c.target_id == watched.id)
    return watched._replace(mark=connection.execute(select(WATCHED.c.mark).where(is_it)).scalar())


def seen(connection: Connection, watched: Watched, due: datetime | None) -> bool:
    """It was looked at, and time alone decides nothing before `due`. False where something happened to it meanwhile."""
    done = _SEEN.run(
        connection,
        kind=watched.target.value,
        name=watched.id,
        seen=watched.mark,
        due=None if due is None else moment(due),
    )
    return bool(done)


def remembered(connection: Connection, name: str) -> str | None:
    """What a job noted of its last run."""
    found: str | None = connection.execute(
        select(REMEMBERED.c.value).where(REMEMBERED.c.name == name)
    ).scalar()
    return found


def remember(connection: Connection, name: str, value: str) -> None:
    statement = or_change(REMEMBERED, [{"name": name, "value": value}], [REMEMBERED.c.name], {"value": value})
    connection.execute(statement[connection.dialect.name])


def forget(connection: Connection, name: str) -> None:
    connection.execute(delete(REMEMBERED).where(REMEMBERED.c.name == name))
