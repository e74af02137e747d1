"""What main holds and when it last changed, as the records remember it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, select

from becivic.rules.targets import TargetType
from becivic.store.tables.keeping import ARTEFACTS


class LastChange(NamedTuple):
    """Of one skill or path, with the commit that it came in."""

    kind: TargetType
    target_id: str
    status: str
    version: str
    commit: str
    at: str


def last_changes(connection: Connection) -> list[LastChange]:
    """Of everything that has a commit, whether the corpus still has it or not."""
    own = ARTEFACTS.c
    query = select(
        own.target_type, own.target_id, own.status, own.version, own.commit_sha, own.changed_at
    ).where(own.commit_sha.is_not(None), own.changed_at.is_not(None))
    return [LastChange(TargetType(kind), *rest) for kind, *rest in connection.execute(query)]
