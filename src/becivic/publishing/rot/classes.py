"""A class of sources that a maintainer doubts as a whole: each must be confirmed again (lifecycle 11.1; R-PLC-08)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, select

from becivic.corpus.directory import PathDirectory
from becivic.rules.routes import SourceClass
from becivic.rules.targets import TargetType
from becivic.store import reviews, revision, watched
from becivic.store.inserting import or_change
from becivic.store.tables.lifecycle import SOURCE_CLASS_FLAGS
from becivic.store.written import moment, read_moment

SUBJECT: Final = "source_class"


def doubt(
    connection: Connection, source_class: SourceClass, paths: Collection[str], now: datetime, actor: str
) -> None:
    """From now on its sources are stale until somebody confirms them. Doubted again, it counts from the later moment."""
    at = moment(now)
    row = {"source_class": source_class.value, "flagged_at": at}
    statement = or_change(SOURCE_CLASS_FLAGS, [row], [SOURCE_CLASS_FLAGS.c.source_class], {"flagged_at": at})
    connection.execute(statement[connection.dialect.name])
    _told(connection, source_class, paths, now, reviews.Act(actor, "doubted", SUBJECT, source_class.value))


def trust(
    connection: Connection, source_class: SourceClass, paths: Collection[str], now: datetime, actor: str
) -> bool:
    """The doubt is over; whether there was one."""
    gone = delete(SOURCE_CLASS_FLAGS).where(SOURCE_CLASS_FLAGS.c.source_class == source_class.value)
    if not connection.execute(gone).rowcount:
        return False
    _told(connection, source_class, paths, now, reviews.Act(actor, "trusted", SUBJECT, source_class.value))
    return True


def doubted(connection: Connection) -> dict[str, datetime]:
    """The classes in doubt, each since when."""
    rows = connection.execute(select(SOURCE_CLASS_FLAGS.c.source_class, SOURCE_CLASS_FLAGS.c.flagged_at))
    return {name: read_moment(since) for name, since in rows}


def paths_with(directory: PathDirectory, source_class: SourceClass) -> list[str]:
    """The paths that have such a source."""
    return sorted(
        key
        for key, entry in directory.entries.items()
        if any(source.source_class == source_class for source in entry.sources)
    )


def _told(
    connection: Connection, source_class: SourceClass, paths: Collection[str], now: datetime, act: reviews.Act
) -> None:
    for path_id in paths:
        watched.mark(connection, TargetType.PATH, path_id, f"{source_class.value} {moment(now)}")
    reviews.note(connection, act, now)
    revision.bump(connection)
