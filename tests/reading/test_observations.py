"""The block of a skill or a path: what it is about, in which groups and order, and what is never in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from becivic.corpus.fields import Fields
from becivic.reading import observations
from becivic.reading.observations import observed, targets_of_path, targets_of_skill
from becivic.rendering.observed import GROUPS, ObservedBlock, said_in
from becivic.rules.consensus import POLICY
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.signals import FEEDBACK_CHANNEL
from tests.factories.corpora import APPLICATION, Files
from tests.factories.homes import NOON
from tests.factories.readers import amended_value, reading
from tests.factories.records import record
from tests.factories.signals import REJECT, concern, vote
from tests.requirement import requirement

OWNER = (TargetType.SKILL, "demo-application")
CITED = ("ref-00001", "val-00001", "val-00002")


def targets(files: Files | None = None) -> Mapping[TargetType, Any]:
    corpus = (files or Files.valid()).load()
    return targets_of_skill(corpus.skills["demo-application"], corpus, CITED)


def block(store: Store) -> ObservedBlock:
    return store.read(lambda connection: observed(connection, OWNER, targets(), POLICY))


def bodies(store: Store) -> dict[str, list[str]]:
    return {group.target_type.value: [item.body for item in group.items] for group in block(store).groups}


@requirement("R-OBSV-01")
def test_a_skill_is_asked_about_with_all_it_cites_and_without_other_skills() -> None:
    assert targets() == {
        TargetType.SKILL: ("demo-application",),
        TargetType.VOLATILE_VALUE: ("val-00001", "val-00002"),
        TargetType.REFERENCE: ("ref-00001",),
        TargetType.PATH: ("demo-certificate",),
        TargetType.PATH_SOURCE: ("demo-certificate:federal-portal", "demo-certificate:commune-desk"),
    }
    unknown = targets(
        Files.valid().replaced(APPLICATION, '<Path id="demo-certificate" />', '<Path id="no-path" />')
    )
    assert (unknown[TargetType.PATH], unknown[TargetType.PATH_SOURCE]) == ((), ())


@requirement("R-OBSV-09")
def test_a_path_is_asked_about_with_its_sources_and_counted_over_them(store: Store) -> None:
    house = reading(store)
    entry = house.corpus.paths.entries["demo-certificate"]
    source = (TargetType.PATH_SOURCE, "demo-certificate:commune-desk")
    vote(store, source, voter="one")
    concern(store, source, content={"body": "The desk has moved."})
    owner = (TargetType.PATH, "demo-certificate")
    found = store.read(lambda connection: observed(connection, owner, targets_of_path(entry), POLICY))
    told = found.as_json()
    assert (told["path_id"], told["cohort_stats"]["affirms"]) == ("demo-certificate", 1)
    assert "skill_quality_avg" not in told["cohort_stats"]
    assert [len(group["items"]) for group in told["groups"]] == [0, 0, 0, 0, 1]


@requirement("R-OBSV-02", "R-OBSV-03", "R-OBSV-11")
def test_what_is_said_stands_in_groups_of_which_every_one_is_there(store: Store) -> None:
    reading(store)
    said: list[tuple[tuple[TargetType, str], dict[str, Any]]] = [
        (OWNER, {"body": "Of the skill."}),
        ((TargetType.VOLATILE_VALUE, "val-00001"), {"observed_value": 25, "note": "At the counter."}),
        ((TargetType.REFERENCE, "ref-00001"), {"body": "Of the law."}),
        ((TargetType.PATH, "demo-certificate"), {"report": "Of the path."}),
        ((TargetType.PATH_SOURCE, "demo-certificate:commune-desk"), {"body": "Of the desk."}),
        ((TargetType.SKILL, "demo-clock"), {"body": "Of another skill."}),
        ((TargetType.VOLATILE_VALUE, "val-00003"), {"observed_value": "x"}),
    ]
    for target, content in said:
        concern(store, target, content=content)
    concern(store, OWNER, content={"body": "Held."}, held=1)
    store.write(
        lambda connection: connection.execute(FEEDBACK_CHANNEL.insert(), [record(FEEDBACK_CHANNEL)]).rowcount
    )
    assert bodies(store) == {
        "skill": ["Of the skill."],
        "volatile_value": ["25: At the counter."],
        "reference": ["Of the law."],
        "path": ["Of the path."],
        "path_source": ["Of the desk."],
    }
    assert tuple(group.target_type for group in block(store).groups) == GROUPS


@requirement("R-OBSV-03", "R-OBSV-04", "R-OBSV-06")
def test_the_best_stands_first_then_the_newest_and_the_worst_is_folded_away(store: Store) -> None:
    reading(store)
    old = concern(store, OWNER, content={"body": "Old."})
    new = concern(store, OWNER, content={"body": "New."}, at=NOON + timedelta(hours=1))
    best, worst = (concern(store, OWNER, content={"body": body}) for body in ("Best.", "Worst."))
    vote(store, (TargetType.OBSERVATION, best), voter="one")
    for voter in ("one", "two", "three"):
        vote(store, (TargetType.OBSERVATION, worst), REJECT, voter=voter)
    items = block(store).groups[0].items
    assert [item.uid for item in items] == [best, new, old, worst]
    assert [(item.score, item.hidden) for item in items] == [(1, False), (0, False), (0, False), (-3, True)]


def test_an_amendment_that_waits_stands_among_the_concerns(store: Store) -> None:
    reading(store)
    amended_value(store, 25)
    value = (TargetType.VOLATILE_VALUE, "val-00001")
    concern(store, value, content={"observed_value": "€25"}, at=NOON - timedelta(hours=1))
    assert bodies(store)["volatile_value"] == ["Proposed: €25.", "€25"]
    vote(store, value, REJECT, voter="one")
    assert bodies(store)["volatile_value"] == ["€25", "Proposed: €25."]


def test_of_very_many_the_foremost_are_shown_and_the_rest_are_counted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading(store)
    monkeypatch.setattr(observations, "PAGE", 2)
    amended_value(store, 25)
    for number in range(3):
        concern(store, OWNER, content={"body": f"{number}"}, at=NOON + timedelta(hours=number))
        concern(store, (TargetType.VOLATILE_VALUE, "val-00001"), content={"observed_value": number})
    skill, value, *others = block(store).groups
    assert ([item.body for item in skill.items], skill.more) == (["2", "1"], 1)
    assert (len(value.items), value.more) == (2, 2)
    assert {group.more for group in others} == {0}


@requirement("R-OBSV-07")
def test_of_what_the_records_do_not_know_there_are_no_numbers(store: Store) -> None:
    assert block(store).cohort_stats is None
    reading(store)
    stats = block(store).cohort_stats
    assert stats is not None
    assert stats["n"] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"body": "Two\n lines."}, "Two lines."),
        ({"body": "Here.", "scope": "general", "specifier": "all"}, "Here."),
        (
            {"body": "Here.", "scope": "commune-specific", "specifier": "21009"},
            "Here. (commune-specific: 21009)",
        ),
        ({"observed_value": 0}, "0"),
        ({}, ""),
    ],
)
def test_a_concern_is_one_line_and_says_for_whom_it_holds(content: dict[str, Any], said: str) -> None:
    assert said_in(Fields(content)) == said
