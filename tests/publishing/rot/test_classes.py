"""A class of sources in doubt, and out of it again."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select

from becivic.publishing.rot.classes import doubt, doubted, paths_with, trust
from becivic.rules.routes import SourceClass
from becivic.rules.targets import TargetType
from becivic.store import revision, watched
from becivic.store.store import Store
from becivic.store.tables.keeping import AUDIT_LOG
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.path_sources import PATH
from tests.requirement import requirement

PORTALS, OFFLINE = SourceClass.FEDERAL_AUTH, SourceClass.OFFLINE
LATER = NOON + timedelta(days=1)


@requirement("R-PLC-08")
def test_a_doubt_is_kept_noted_and_makes_its_paths_looked_at(store: Store) -> None:
    before = store.read(revision.current)
    store.write(lambda connection: doubt(connection, PORTALS, [PATH], NOON, "somebody"))
    store.write(lambda connection: doubt(connection, PORTALS, [PATH], LATER, "somebody"))
    assert store.read(doubted) == {"federal-auth-handoff": LATER}
    (seen,) = store.read(lambda connection: watched.to_look_at(connection, LATER))
    assert (seen.target, seen.id) == (TargetType.PATH, PATH)
    assert store.write(lambda connection: trust(connection, PORTALS, [PATH], LATER, "somebody"))
    assert not store.write(lambda connection: trust(connection, PORTALS, [PATH], LATER, "somebody"))
    assert store.read(doubted) == {}
    notes = store.read(lambda connection: connection.execute(select(AUDIT_LOG)).all())
    assert [(row.actor, row.action, row.subject_type, row.subject_id) for row in notes] == [
        ("somebody", action, "source_class", "federal-auth-handoff")
        for action in ("doubted", "doubted", "trusted")
    ]
    assert store.read(revision.current) == before + 3


def test_the_paths_of_a_class_are_those_that_have_such_a_source() -> None:
    paths = Files.valid().load().paths
    assert paths_with(paths, PORTALS) == paths_with(paths, OFFLINE) == [PATH]
    assert paths_with(paths, SourceClass.PARTNER) == []
