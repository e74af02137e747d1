"""A plan as a calendar, read by a strict reader."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from becivic_harness.ics import calendar, escaped, uid_of
from becivic_harness.plan_parts import Done
from becivic_harness.planning import NOTHING_DONE, plan
from tests.becivic_harness.ics_reader import Component, plain, read, unfolded
from tests.becivic_harness.profiles import PROFILES
from tests.becivic_harness.served import graph, graph_with, node, paths, skills
from tests.becivic_harness.test_planning import DONE, FACTS, PROCEDURES

STAMP = datetime(2026, 11, 18, 9, 30, tzinfo=timezone(timedelta(hours=1)))
TODAY = date(2026, 11, 18)
LETTER = {
    "deadline_date": "2026-12-05",
    "subject_category": "refusal",
    "issuing_authority_category": "commune",
}


def made(
    name: str = "nationality-application",
    *,
    profile: Any = None,
    facts: Any = None,
    done: Done = NOTHING_DONE,
    **more: Any,
) -> str:
    found = plan([name], graph(), skills(), paths(), profile or {}, today=TODAY, facts=facts or {}, done=done)
    return calendar(found, STAMP, **more)


@given(st.sampled_from(PROCEDURES), PROFILES, FACTS, DONE)
@settings(max_examples=60, deadline=None)
def test_every_plan_is_a_calendar(
    name: str, profile: dict[str, Any], facts: dict[str, Any], done: Done
) -> None:
    read(made(name, profile=profile, facts=facts, done=done))


@given(st.text(max_size=300))
def test_any_text_comes_back_as_it_was_but_for_what_cannot_be_seen(text: str) -> None:
    visible = "\n".join("".join(each for each in line if each.isprintable()) for line in text.splitlines())
    assert plain(escaped(text)) == visible


@given(st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=200))
def test_long_lines_are_folded_between_characters(title: str) -> None:
    page = {"id": "main", "title": title}
    found = plan(["main"], graph_with(node("main")), {"main": page}, {}, {}, today=TODAY, facts={})
    (task,) = read(calendar(found, STAMP)).all_of("VTODO")
    assert plain(task.properties["SUMMARY"]) == plain(escaped(f"1. {' '.join(title.split()) or 'main'}"))


def test_a_day_is_an_event_of_one_day_with_two_alarms() -> None:
    (event,) = read(made(facts={"deadlines": [LETTER]})).all_of("VEVENT")
    assert (event.properties["DTSTART"], event.properties["DTEND"]) == ("20261205", "20261206")
    assert event.properties["SUMMARY"] == "Last day set in a refusal of your commune"
    assert [alarm.properties["TRIGGER"] for alarm in event.all_of("VALARM")] == ["-P7D", "-P1D"]
    assert event.properties["DTSTAMP"] == "20261118T083000Z"


def test_a_window_is_a_task_for_as_long_as_it_lasts() -> None:
    profile = {"document_inventory": {"validity_end_residence_card": "2027-02"}}
    told = read(made("residence-card-renewal", profile=profile))
    first, _ = [each for each in told.all_of("VTODO") if each.properties["CATEGORIES"] == "Deadline"]
    assert (first.properties["DTSTART"], first.properties["DUE"]) == ("20261218", "20270129")
    assert [alarm.properties["TRIGGER"] for alarm in first.all_of("VALARM")] == ["-P7D", "-P1D"]
    other = read(made(profile=profile))
    assert all(each.properties["CATEGORIES"] != "Deadline" for each in other.inside)


def test_a_month_is_a_task_for_as_long_as_it_lasts() -> None:
    page = {"id": "main", "title": "Renew", "tags": ["residence-card"], "recurring": True}
    profile = {"document_inventory": {"validity_end_residence_card": "2027-02"}}
    found = plan(["main"], graph_with(node("main")), {"main": page}, {}, profile, today=TODAY, facts={})
    (task,) = [
        each
        for each in read(calendar(found, STAMP)).all_of("VTODO")
        if each.properties["CATEGORIES"] == "Deadline"
    ]
    assert (task.properties["DTSTART"], task.properties["DUE"]) == ("20270201", "20270228")
    assert [alarm.properties["TRIGGER"] for alarm in task.all_of("VALARM")] == ["-P30D"]


def test_what_is_over_is_left_out_and_what_is_done_is_marked() -> None:
    told = read(
        made(
            profile={"document_inventory": {"validity_end_residence_card": "2026-01"}},
            facts={"filing_month": "2027-06"},
            done=Done(frozenset({"nationality-residence-clock"})),
        )
    )
    assert all(each.properties["CATEGORIES"] == "Be Civic" for each in told.inside)
    done = [each for each in told.inside if each.properties["STATUS"] == "COMPLETED"]
    assert [each.properties["PERCENT-COMPLETE"] for each in done] == ["100"]
    assert all("DUE" in each.properties for each in told.inside)


def uids(text: str) -> dict[str, str]:
    return {_title(each): each.properties["UID"] for each in read(text).inside}


def _title(component: Component) -> str:
    return (
        component.properties["SUMMARY"].partition(". ")[2].removesuffix(" (?)")
        or component.properties["SUMMARY"]
    )


def test_a_step_keeps_its_uid_whoever_makes_the_plan_and_whenever() -> None:
    facts = {"inputs.route": "1.3-spouse-of-belgian", "inputs.birth_country": "be", "deadlines": [LETTER]}
    one = uids(made(facts=facts))
    other = uids(
        made(
            profile={"region": "Flanders", "residency_status": "registered"},
            facts={
                **facts,
                "filing_month": "2027-06",
                "deadlines": [{**LETTER, "deadline_date": "2027-01-09"}],
            },
        )
    )
    assert one == other
    assert uid_of("step", "a") != uid_of("step", "b")


def test_nothing_that_somebody_said_about_themselves_is_in_it() -> None:
    profile = {
        "region": "Flanders",
        "commune_nis5": "11002",
        "residency_status": "non-EU-permit",
        "nationality_status": "non-EU",
        "civic_status": "divorced",
        "document_inventory": {"has_id_card": "yes"},
    }
    facts = {
        "inputs.route": "1.3-spouse-of-belgian",
        "inputs.birth_country": "ma",
        "note": "Fatima El Amrani",
        "deadlines": [{**LETTER, "subject_category": "Fatima", "label": "Rue de la Loi 16"}],
    }
    told = " ".join(unfolded(made(profile=profile, facts=facts)))
    for personal in (
        "Fatima",
        "Rue de la Loi",
        "11002",
        "divorced",
        "you live in",
        "because",
        "registered at a commune",
    ):
        assert personal not in told
