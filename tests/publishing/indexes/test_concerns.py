"""Concerns are counted with what they are about; how varied they are is told by context, since addresses are not."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import update

from becivic.publishing.indexes.concerns import (
    Concerns,
    Lately,
    concerns_by_artefact,
    concerns_since,
    in_all,
)
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.signals import CONCERNS
from becivic.store.written import moment
from tests.factories.homes import NOON
from tests.factories.signals import concern
from tests.requirement import requirement

APPLY = (TargetType.SKILL, "demo-application")
CERTIFICATE = (TargetType.PATH, "demo-certificate")
PORTAL = (TargetType.PATH_SOURCE, "demo-certificate:federal-portal")
LATER = NOON + timedelta(days=1)
ROLE = {"scope": "role-specific", "body": "A form more.", "specifier": "student"}


@requirement("R-IDX-01", "R-IDX-03")
def test_concerns_about_a_source_are_about_its_path(store: Store) -> None:
    concern(store, APPLY)
    concern(store, CERTIFICATE, at=LATER)
    concern(store, PORTAL)
    found = store.read(concerns_by_artefact)
    assert found == {APPLY: Concerns(1, moment(NOON)), CERTIFICATE: Concerns(2, moment(LATER))}
    assert in_all(found.items()) == {"path": 2, "skill": 1}


def test_a_held_concern_is_not_counted_anywhere(store: Store) -> None:
    concern(store, APPLY, held=1)
    assert store.read(concerns_by_artefact) == {}
    assert store.read(lambda connection: concerns_since(connection, moment(NOON))) == {}


@requirement("R-IDX-01")
def test_lately_counts_from_a_moment_and_tells_situations_apart(store: Store) -> None:
    ixelles = {"language_used": "fr", "region": "brussels", "commune": "21009-ixelles"}
    concern(store, APPLY, at=NOON - timedelta(seconds=1))
    concern(store, APPLY, context=ixelles)
    concern(store, APPLY, context={**ixelles, "language_used": "nl"})
    concern(store, APPLY, context=ixelles, content=ROLE)
    concern(store, APPLY, context={"language_used": "fr", "region": "flanders"})
    concern(store, PORTAL, context=ixelles)
    found = store.read(lambda connection: concerns_since(connection, moment(NOON)))
    assert found == {APPLY: Lately(4, 3), CERTIFICATE: Lately(1, 1)}


def test_a_concern_that_lost_its_words_still_counts(store: Store) -> None:
    concern(store, APPLY)
    emptied = update(CONCERNS).values(context=None, content=None)
    store.write(lambda connection: connection.execute(emptied).rowcount)
    found = store.read(lambda connection: concerns_since(connection, moment(NOON)))
    assert found == {APPLY: Lately(1, 1)}
