"""The range that holds the sources of one path, whatever order the database's own language has."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.voters import on_sources, source_range
from tests.factories.signals import vote


def test_postgresql_is_told_to_compare_bytes_and_sqlite_need_not_be() -> None:
    asked = select(VALIDATIONS.c.row_id).where(on_sources(*source_range("a-path")))
    told = asked.compile(dialect=postgresql.dialect())  # type: ignore[no-untyped-call]
    assert 'target_id COLLATE "C" > ' in str(told)
    assert "COLLATE" not in str(asked.compile(dialect=sqlite.dialect()))


@pytest.mark.parametrize("other", ["a-path-b:desk", "a-pat:desk", "a-patho:desk"])
def test_only_the_sources_of_the_path_are_found(store: Store, other: str) -> None:
    for target_id in ("a-path:desk", "a-path:0-portal", other):
        vote(store, (TargetType.PATH_SOURCE, target_id))
    vote(store, (TargetType.PATH, "a-path"))
    asked = select(VALIDATIONS.c.target_id).where(on_sources(*source_range("a-path")))
    found = store.read(lambda connection: set(connection.execute(asked).scalars()))
    assert found == {"a-path:desk", "a-path:0-portal"}
