"""Versions and statuses after a change, from the specification's tables."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.corpus.fields import Fields
from becivic.publishing.changes.versioning import ChangeOrigin, Step, content_of
from becivic.rules.statuses import Version
from tests.factories.changes import SHA
from tests.requirement import requirement

COMMUNITY, DRAFT, MAINTAINER, RESTORED = ChangeOrigin
Standing = tuple[Any, Any]


def _fields(standing: Standing, **more: Any) -> Fields:
    return Fields({"status": standing[0], "version": standing[1], **more})


def _step(
    before: Standing | None,
    after: Standing,
    origin: ChangeOrigin = MAINTAINER,
    *,
    edited: bool = True,
    **more: Any,
) -> Step:
    return Step(None if before is None else _fields(before), _fields(after, **more), edited, origin)


@requirement("R-VER-01", "R-VER-02")
@pytest.mark.parametrize(
    ("before", "after", "version"),
    [
        (("draft", "0.0.4"), ("draft", "0.0.4"), "0.0.5"),
        (("alpha", "0.1.0"), ("alpha", "0.1.0"), "0.1.1"),
        (("beta", "0.2.9"), ("beta", "9.9.9"), "0.2.10"),
        (("stable", "1.0.3"), ("stable", "1.0.1"), "1.0.4"),
        (("alpha", "0.1.7"), ("beta", "0.1.7"), "0.2.0"),
        (("beta", "0.2.7"), ("stable", "0.2.8"), "1.0.0"),
        (("stable", "1.0.7"), ("alpha", "1.0.7"), "0.1.0"),
        (("stable", "1.0.7"), ("quarantined", "2.0.0"), "1.0.7"),
        (("deprecated", "0.2.7"), ("deprecated", "0.2.8"), "0.2.7"),
        (("alpha", "3.2.1"), ("alpha", "3.2.1"), "0.1.0"),
    ],
)
def test_a_maintainers_version_is_counted_whatever_is_written(
    before: Standing, after: Standing, version: str
) -> None:
    assert _step(before, after).set_by_service(SHA) == {"version": version}


@requirement("R-TAG-23", "R-CI-15")
@pytest.mark.parametrize("origin", ChangeOrigin)
def test_what_says_the_same_keeps_its_version_and_its_votes(origin: ChangeOrigin) -> None:
    step = _step(("stable", "1.0.3"), ("stable", "1.0.9"), origin, edited=False)
    assert step.set_by_service(SHA) == {"version": "1.0.3"}
    assert not step.restarts_cohort(Version(1, 0, 3))


@requirement("R-FM-20", "R-VER-10")
def test_a_strangers_change_takes_the_status_that_others_reached() -> None:
    demoted = {"status": "alpha", "version": "0.1.0"}
    stable = _step(("stable", "1.0.3"), ("stable", "1.0.3"), COMMUNITY)
    assert stable.set_by_service(SHA) == {**demoted, "previous_stable_sha": SHA}
    assert stable.set_by_service(None) == demoted
    assert _step(("beta", "0.2.3"), ("beta", "0.2.3"), COMMUNITY).set_by_service(SHA) == demoted
    alpha = _step(("alpha", "0.1.3"), ("alpha", "0.1.3"), COMMUNITY)
    assert alpha.set_by_service(SHA) == {"version": "0.1.4"}


@requirement("R-VER-03")
@pytest.mark.parametrize(
    ("origin", "before", "version", "restarts"),
    [
        (COMMUNITY, ("alpha", "0.1.3"), Version(0, 1, 4), True),
        (COMMUNITY, ("stable", "1.0.3"), Version(0, 1, 0), True),
        (MAINTAINER, ("alpha", "0.1.3"), Version(0, 1, 4), False),
        (MAINTAINER, ("stable", "1.0.3"), Version(1, 0, 4), False),
        (MAINTAINER, ("alpha", "0.1.3"), Version(0, 2, 0), True),
        (DRAFT, None, Version(0, 1, 0), True),
        (MAINTAINER, ("alpha", "one"), Version(0, 1, 0), True),
    ],
)
def test_votes_are_kept_as_long_as_they_are_about_the_same(
    origin: ChangeOrigin, before: Standing | None, version: Version, restarts: bool
) -> None:
    step = _step(before, ("alpha", str(version)), origin)
    assert step.restarts_cohort(version) is restarts


@requirement("R-CI-18", "R-FM-16")
def test_a_draft_starts_at_alpha_as_the_communitys_whatever_it_says() -> None:
    step = Step(None, _fields(("draft", "7.0.0"), origin="be-civic"), edited=True, origin=DRAFT)
    assert step.set_by_service(SHA) == {"status": "alpha", "version": "0.1.0", "origin": "community"}


@pytest.mark.parametrize(
    ("after", "fields"),
    [
        (("draft", "0.0.9"), {"version": "0.0.0"}),
        (("stable", "0.1.0"), {"version": "1.0.0"}),
        (("deprecated", "0.2.4"), {}),
        (("unheard of", "0.2.4"), {}),
    ],
)
def test_what_a_maintainer_adds_starts_its_line(after: Standing, fields: dict[str, str]) -> None:
    assert _step(None, after).set_by_service(SHA) == fields


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("alpha", "one"), ("alpha", "0.1.0")),
        (("odd", "0.1.0"), ("alpha", "0.1.0")),
        (("alpha", "0.1.0"), (7, "0.1.0")),
    ],
)
def test_nothing_follows_from_what_cannot_be_read(before: Standing, after: Standing) -> None:
    assert _step(before, after).set_by_service(SHA) == {}


@requirement("R-VER-05", "R-VER-06")
def test_a_pin_keeps_the_version_that_is_written_within_its_line() -> None:
    step = _step(("alpha", "0.1.5"), ("alpha", "0.1.1"), version_pin=True)
    assert (step.is_pinned, step.set_by_service(SHA)) == (True, {})
    assert _step(None, ("alpha", "0.1.4"), version_pin=True).set_by_service(SHA) == {}
    assert _step(("stable", "1.0.1"), ("quarantined", "1.0.0"), version_pin=True).is_pinned


@requirement("R-VER-05", "R-CI-19")
def test_a_pin_does_not_hold_against_a_change_of_status() -> None:
    flipped = _step(("alpha", "0.1.5"), ("beta", "0.1.5"), version_pin=True)
    assert (flipped.is_pinned, flipped.set_by_service(SHA)) == (False, {"version": "0.2.0"})
    demoted = _step(("beta", "0.2.5"), ("beta", "0.2.5"), COMMUNITY, version_pin=True)
    assert (demoted.is_pinned, demoted.set_by_service(SHA)["version"]) == (False, "0.1.0")
    assert not _step(("alpha", "0.1.5"), ("odd", "0.1.5"), version_pin=True).is_pinned
    assert not _step(("alpha", "0.1.5"), ("alpha", "one"), version_pin=True).is_pinned


def test_a_version_is_no_content() -> None:
    assert content_of(_fields(("alpha", "0.1.0"), title="T")) == {"status": "alpha", "title": "T"}
