"""Concerns as they are read: which ones, in which order, with whose votes."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection

from becivic.publishing.concern_scores import NOBODY
from becivic.publishing.published_concerns import About, published, ranked, staged
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.signals import CONCERNS
from becivic.store.tables.submissions import STAGED
from tests.factories.records import give_out, record
from tests.factories.signals import REJECT, vote
from tests.requirement import requirement

NOWHERE = About()


def concern(connection: Connection, number: int, **given: Any) -> str:
    made = record(
        CONCERNS,
        number,
        **{
            "target_id": "a-skill",
            "context": '{"country":"be"}',
            "content": '{"body":"words"}',
            "committed_at": f"2026-11-{number % 28 + 1:02d}T10:00:00.000000Z",
            **given,
        },
    )
    give_out(connection, number)
    connection.execute(CONCERNS.insert(), [made])
    return str(made["uid"])


def uids(store: Store, about: About = NOWHERE, after: str | None = None, limit: int = 50) -> list[str]:
    page = store.read(lambda connection: published(connection, about, after, limit))
    return [each.uid for each in page.concerns]


@requirement("R-CON-10")
def test_a_concern_says_everything_that_is_public(store: Store) -> None:
    store.write(lambda connection: concern(connection, 1, cohort_anchor="a-skill@0.1.0"))
    (found,) = store.read(lambda connection: published(connection, NOWHERE, None, 50)).concerns
    assert (found.uid, found.target_type, found.target_id) == ("con-00001", TargetType.SKILL, "a-skill")
    assert (found.context, found.content) == ({"country": "be"}, {"body": "words"})
    assert found.cohort_anchor == "a-skill@0.1.0"
    assert found.committed_at.isoformat() == "2026-11-02T10:00:00+00:00"
    assert found.score == NOBODY


@requirement("R-NER-07")
def test_what_is_held_or_has_lost_its_words_is_not_shown(store: Store) -> None:
    def fill(connection: Connection) -> None:
        concern(connection, 1, held=1)
        concern(connection, 2, content=None, context=None)
        concern(connection, 3, context=None)

    store.write(fill)
    (found,) = store.read(lambda connection: published(connection, NOWHERE, None, 50)).concerns
    assert (found.uid, found.context) == ("con-00003", {})


def test_pages_come_newest_first_and_go_on_after_a_uid(store: Store) -> None:
    def fill(connection: Connection) -> None:
        for number in (*range(99_997, 100_002), 100_002):
            concern(connection, number, held=int(number == 100_000))

    store.write(fill)
    whole = ["con-100002", "con-100001", "con-99999", "con-99998", "con-99997"]
    assert uids(store) == whole
    first = store.read(lambda connection: published(connection, NOWHERE, None, 2))
    assert ([each.uid for each in first.concerns], first.next) == (whole[:2], "con-100001")
    second = store.read(lambda connection: published(connection, NOWHERE, first.next, 3))
    assert ([each.uid for each in second.concerns], second.next) == (whole[2:], None)
    assert uids(store, after="con-100000") == whole[2:]
    assert uids(store, after="con-00001") == []


@pytest.mark.parametrize(
    ("about", "numbers"),
    [
        (About(), [4, 3, 2, 1]),
        (About(types=[TargetType.SKILL]), [3, 1]),
        (About(types=[TargetType.SKILL, TargetType.PATH]), [3, 2, 1]),
        (About(ids=["same-id"]), [2, 1]),
        (About(types=[TargetType.PATH], ids=["same-id", "other-id"]), [2]),
        (About(skills=["same-id"]), [1]),
        (About(skills=["same-id", "other-id"]), [3, 1]),
        (About(skills=["same-id"], types=[TargetType.PATH]), []),
        (About(since="2026-11-04T10:00:00.000000Z"), [4, 3]),
        (About(since="2026-11-04T10:00:01.000000Z"), [4]),
    ],
)
def test_every_filter_narrows_and_none_lets_a_held_one_through(
    store: Store, about: About, numbers: list[int]
) -> None:
    """C-77: whatever the filters are made of, being published holds beside them."""
    targets = [("skill", "same-id"), ("path", "same-id"), ("skill", "other-id"), ("reference", "ref-00001")]

    def fill(connection: Connection) -> None:
        for number, (kind, target_id) in enumerate(targets, start=1):
            concern(connection, number, target_type=kind, target_id=target_id)
        for number, (kind, target_id) in enumerate(targets, start=11):
            concern(connection, number, target_type=kind, target_id=target_id, held=1)

    store.write(fill)
    assert uids(store, about) == [f"con-{number:05d}" for number in numbers]


@requirement("R-READ-08")
def test_of_those_that_wait_there_is_a_number(store: Store) -> None:
    def fill(connection: Connection) -> None:
        for number, kind in enumerate(("concern", "concern", "draft"), start=1):
            made = record(STAGED, number, type=kind, target_type="skill", target_id=f"skill-{number}")
            connection.execute(STAGED.insert(), [made])

    store.write(fill)

    def counted(about: About) -> int:
        return store.read(lambda connection: staged(connection, about))

    assert counted(About()) == 2
    assert counted(About(skills=["skill-2"])) == 1
    assert counted(About(ids=["skill-3"])) == 0


@requirement("R-OBSV-03")
def test_concerns_on_many_targets_are_ranked_by_kind(store: Store) -> None:
    def fill(connection: Connection) -> None:
        for number in range(1, 5):
            concern(connection, number)
        concern(connection, 5, target_type="path", target_id="a-path")
        concern(connection, 6, target_id="another-skill")
        concern(connection, 7, held=1)
        concern(connection, 8, target_type="path", target_id="a-skill")

    store.write(fill)
    for voter in ("one", "two"):
        vote(store, (TargetType.OBSERVATION, "con-00002"), voter=voter)
    vote(store, (TargetType.OBSERVATION, "con-00004"), REJECT)
    targets = {TargetType.SKILL: ["a-skill"], TargetType.PATH: ["a-path"], TargetType.REFERENCE: []}
    found = store.read(lambda connection: ranked(connection, targets, 3))
    skill, path = found[TargetType.SKILL], found[TargetType.PATH]
    assert [each.uid for each in skill.concerns] == ["con-00002", "con-00003", "con-00001"]
    assert ([each.score.net for each in skill.concerns], skill.total) == ([2, 0, 0], 4)
    assert ([each.uid for each in path.concerns], path.total) == (["con-00005"], 1)
    assert found.keys() == {TargetType.SKILL, TargetType.PATH}
    assert store.read(lambda connection: ranked(connection, {TargetType.SKILL: ()}, 3)) == {}
