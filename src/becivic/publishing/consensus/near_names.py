"""What can be asked about by its name, for whoever mistyped one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from sqlalchemy import Connection, select

from becivic.rules.targets import COHORT_ANCHORED, TargetType
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES, CATALOGUES
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import CONCERNS

_MOST: Final = 5


def near_names(
    connection: Connection, target: TargetType, asked: str, sources: Iterable[str] = ()
) -> list[str]:
    """The ids that it may have been meant for, the nearest first. A value is found by its name too."""
    known = _known(connection, target, sources)
    if asked in known:
        return [known[asked]]
    found = get_close_matches(asked, list(known), n=_MOST)
    return list(dict.fromkeys(known[each] for each in found))


def _known(connection: Connection, target: TargetType, sources: Iterable[str]) -> dict[str, str]:
    """Ids, by everything that they are called."""
    if target in COHORT_ANCHORED:
        own = ARTEFACTS.c
        return _themselves(
            connection.execute(select(own.target_id).where(own.target_type == target.value)).scalars()
        )
    if target in CATALOGUES:
        table = CATALOGUES[target]
        query = select(table.c.uid, CATALOGUE_ENTRIES.c.name).where(
            table.c.superseded_at.is_(None), CATALOGUE_ENTRIES.c.uid == table.c.uid
        )
        rows = connection.execute(query).all()
        return {**_themselves(uid for uid, _ in rows), **{name: uid for uid, name in rows}}
    if target is TargetType.PATH_SOURCE:
        return _themselves(sources)
    return _themselves(connection.execute(select(CONCERNS.c.uid).where(CONCERNS.c.held == 0)).scalars())


def _themselves(ids: Iterable[str]) -> dict[str, str]:
    return {each: each for each in sorted(ids)}
