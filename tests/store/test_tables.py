"""A closed list stands in `rules` once; the database holds it too. Here the two are compared, on both databases."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import pytest
from sqlalchemy import inspect

from becivic.rules import caps
from becivic.rules.changes import ChangeState
from becivic.rules.consensus import DecisionKind, Rule
from becivic.rules.freshness import ReadAs
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import CATALOGUE_STATUSES, Status
from becivic.rules.submissions import (
    AnalyticsEvent,
    FeedbackTopic,
    SubmissionState,
    SubmissionType,
    ValueType,
    Verdict,
)
from becivic.rules.targets import COHORT_ANCHORED, RatingAxis, TargetType
from becivic.store.engine import open_engine
from becivic.store.tables import METADATA
from becivic.store.tables.keeping import BanLevel, Queue
from becivic.store.tables.lifecycle import JUDGED, LinkKind, LinkState
from becivic.store.tables.signals import Outcome, SubmitterType
from becivic.store.tables.submissions import HeldFrom

_RECEIVED: Final[dict[str, Iterable[str]]] = {"type": SubmissionType, "target_type": TargetType}

LISTS: Final[dict[str, dict[str, Iterable[str]]]] = {
    "staged_submissions": _RECEIVED,
    "committed_submissions": _RECEIVED,
    "held_items": {
        **_RECEIVED,
        "state": (
            SubmissionState.HELD,
            SubmissionState.RELEASED,
            SubmissionState.RELEASED_AFTER_EDIT,
            SubmissionState.DISCARDED,
        ),
        "held_from": HeldFrom,
    },
    "concerns": {"target_type": SubmissionType.CONCERN.facts.targets},
    "amendments": {"target_type": SubmissionType.AMENDMENT.facts.targets, "outcome": Outcome},
    "drafts": {"target_type": SubmissionType.DRAFT.facts.targets, "outcome": Outcome},
    "validations": {
        "target_type": SubmissionType.VALIDATION.facts.targets,
        "verdict": Verdict,
        "submitter_type": SubmitterType,
    },
    "feedback_channel": {"topic": FeedbackTopic},
    "ratings": {"axis": RatingAxis},
    "analytics_events": {"event_type": AnalyticsEvent},
    "volatile_values": {"status": CATALOGUE_STATUSES, "value_type": ValueType},
    "references": {"status": CATALOGUE_STATUSES, "read_as": ReadAs},
    "catalogue_entries": {"prefix": UidPrefix},
    "uid_sequences": {"prefix": UidPrefix},
    "lifecycle_watch": {"target_type": JUDGED},
    "decisions": {
        "target_type": JUDGED,
        "kind": DecisionKind,
        "rule": Rule,
        "from_status": Status,
        "to_status": Status,
    },
    "link_checks": {"link": LinkKind, "state": LinkState},
    "artefacts": {"target_type": COHORT_ANCHORED, "status": Status},
    "bans": {"level": BanLevel},
    "review_items": {"queue": Queue},
    "change_requests": {
        "submission_type": SubmissionType,
        "state": ChangeState,
        "target_type": COHORT_ANCHORED,
    },
}

FLAGS: Final = {
    "validations": {"injection_flag", "held"},
    **{
        table: {"held"}
        for table in (
            "concerns",
            "amendments",
            "drafts",
            "feedback_channel",
            "ratings",
            "volatile_values",
            "references",
        )
    },
}

_QUOTED: Final = re.compile(r"'([^']*)'")


def _checks(url: str) -> dict[str, dict[str, str]]:
    """By table and by the column each is named after: what the database says."""
    found = inspect(open_engine(url))
    return {
        table: {
            str(check["name"]).removeprefix(f"ck_{table}_"): check["sqltext"]
            for check in found.get_check_constraints(table)
        }
        for table in METADATA.tables
    }


def test_every_closed_list_in_the_database_is_the_one_in_the_rules(database_url: str) -> None:
    held = {
        table: {name: set(_QUOTED.findall(text)) for name, text in checks.items() if "'" in text}
        for table, checks in _checks(database_url).items()
    }
    expected = {
        table: {name: set(map(str, values)) for name, values in LISTS[table].items()} for table in LISTS
    }
    assert {table: lists for table, lists in held.items() if lists} == expected


def test_every_column_that_must_come_from_a_list_says_so_about_itself(database_url: str) -> None:
    for table, checks in _checks(database_url).items():
        for name, text in checks.items():
            assert re.search(rf"\b{name}\b", text), (table, name)


def test_flags_are_nought_or_one(database_url: str) -> None:
    checks = _checks(database_url)
    for table, names in FLAGS.items():
        for name in names:
            assert re.findall(r"\d", checks[table][name]) == ["0", "1"]


def test_stars_are_within_the_cap_of_the_rules(database_url: str) -> None:
    numbers = re.findall(r"\d+", _checks(database_url)["ratings"]["stars"])
    assert tuple(map(int, numbers)) == caps.STARS


@pytest.mark.parametrize("table", sorted(METADATA.tables))
def test_a_status_a_type_or_a_target_is_never_free_text(table: str) -> None:
    """Columns by these names always have a list behind them; a review item's subject may be anything."""
    closed = {"status", "type", "target_type", "verdict", "value_type", "event_type", "state", "outcome"}
    free = {("analytics_events", "outcome"), ("review_items", "outcome")}
    for column in METADATA.tables[table].c:
        if column.name in closed and (table, column.name) not in free:
            assert column.name in LISTS[table], column
