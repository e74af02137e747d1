"""Plans over the packaged corpus and over small ones: what is in them, in which order, and what is asked."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic_harness.audiences import REGION
from becivic_harness.plan_parts import Done
from becivic_harness.plan_text import plan_text
from becivic_harness.planning import Plan, plan
from becivic_harness.predicates import Truth
from becivic_harness.question_words import FIELDS as PROFILE_FIELDS
from becivic_harness.questions import Question
from becivic_harness.required import AXIS_QUESTIONS
from tests.becivic_harness.profiles import PROFILES
from tests.becivic_harness.served import corpus, graph, graph_with, node, paths, skills
from tests.requirement import requirement

TODAY = date(2026, 11, 18)
PROCEDURES = sorted(name for name, skill in corpus().skills.items() if not skill.is_meta)
NATIONALITY = "nationality-application"
SPOUSE = {"inputs.route": "1.3-spouse-of-belgian", "inputs.birth_country": "be"}
TIMINGS = ("months-before-filing", "pre-filing", "any", "at-filing", "filing", "post-filing")


def planned(
    *names: str, profile: dict[str, Any] | None = None, facts: dict[str, Any] | None = None, **kwargs: Any
) -> Plan:
    return plan(names, graph(), skills(), paths(), profile or {}, today=TODAY, facts=facts or {}, **kwargs)


def small(
    page: dict[str, Any], *others: dict[str, Any], facts: dict[str, Any] | None = None, **kwargs: Any
) -> Plan:
    pages = {each["id"]: each for each in (page, *others)}
    catalogue = {
        name: {"id": name, "title": {"en": name, "nl": f"{name}-nl"}, "applies_to": {}, "sources": []}
        for each in pages.values()
        for name in (edge["id"] for edge in each.get("requires_paths", []))
    }
    within = graph_with(*(node(name) for name in pages))
    return plan(
        [page["id"]], within, pages, {"paths": catalogue}, {}, today=TODAY, facts=facts or {}, **kwargs
    )


def ids(found: Plan) -> list[str]:
    return [step.id for step in found.steps]


def fields(found: Plan) -> list[str]:
    return [each.question.field for each in found.unknown]


def path(name: str, timing: str = "pre-filing", role: str = "submission", **more: Any) -> dict[str, Any]:
    return {"id": name, "role": role, "timing": timing, **more}


@requirement("R-GRAPH-01", "R-GRAPH-02")
def test_what_a_procedure_requires_comes_before_it() -> None:
    found = planned(NATIONALITY, facts=SPOUSE)
    order = ids(found)
    assert order[-1] == NATIONALITY
    assert order.index("nationality-residence-clock") < order.index(NATIONALITY)
    assert order.index("apostille-foreign-document-hague") < order.index(NATIONALITY)
    assert [step.number for step in found.steps] == list(range(1, len(order) + 1))


@requirement("R-GRAPH-02", "R-GRAPH-03")
def test_an_edge_counts_where_its_axis_does_and_is_asked_about_where_nobody_knows() -> None:
    assert "nationality-certificate" in ids(planned(NATIONALITY, facts=SPOUSE))
    born = planned(NATIONALITY, facts={**SPOUSE, "inputs.route": "1.1-born-in-belgium"})
    assert {"nationality-certificate", "sworn-translation"}.isdisjoint(ids(born))
    assert "nationality-certificate" in [each.id for each in born.left_out]
    unknown = planned(NATIONALITY)
    question = next(each for each in unknown.unknown if each.question.field == "inputs.route")
    assert {"nationality-certificate", "sworn-translation"} <= set(question.settles)
    assert question.question.ask == "The route that seems to fit you"
    assert unknown.unknown[0] == question


@requirement("R-GRAPH-03")
def test_the_axes_are_those_of_the_corpus() -> None:
    types = json.loads(corpus().tree.read("schemas/types.json"))
    assert {*AXIS_QUESTIONS, REGION} == {*types["selects_on"], "origin_country"}


def test_a_country_said_once_settles_the_edge_and_whom_the_procedure_is_for() -> None:
    found = planned(NATIONALITY, facts={**SPOUSE, "inputs.birth_country": "ma"})
    (step,) = [each for each in found.steps if each.id == "birth-certificate-morocco"]
    assert step.applies is Truth.YES
    assert "birth-certificate-morocco" not in ids(planned(NATIONALITY, facts=SPOUSE))
    alone = planned("birth-certificate-morocco")
    assert fields(alone) == ["region", "inputs.document_country"]
    assert planned("birth-certificate-morocco", facts={"document_country": "fr"}).steps == ()


def test_a_region_selects_by_the_profile_and_somebody_abroad_is_asked_where_they_will_live() -> None:
    def answer(region: str) -> str:
        found = planned(
            "birth-certificate-morocco", profile={"region": region}, facts={"document_country": "ma"}
        )
        return next(
            (step.applies.value for step in found.steps if step.id == "sworn-translation"), "left out"
        )

    assert answer("Flanders") == "yes"
    assert answer("Wallonia") == "left out"
    assert answer("not-in-belgium-yet") == "unknown"


def test_a_note_that_narrows_is_a_question_and_its_answer_settles_it() -> None:
    name = "applies.birth-certificate-belgian"
    asked = planned(NATIONALITY, facts=SPOUSE)
    assert name in fields(asked)
    assert (
        next(step for step in asked.steps if step.id == "birth-certificate-belgian").applies is Truth.UNKNOWN
    )
    yes, no = (planned(NATIONALITY, facts={**SPOUSE, name: said}) for said in (True, False))
    assert next(step for step in yes.steps if step.id == "birth-certificate-belgian").applies is Truth.YES
    assert "birth-certificate-belgian" not in ids(no)
    assert name not in fields(yes) + fields(no)


@requirement("R-PATH-09")
def test_what_prepares_comes_first_then_documents_by_timing_then_the_filing_then_what_follows() -> None:
    page = {
        "id": "main",
        "requires_paths": [
            path("proof", "post-filing"),
            path("form", "at-filing"),
            path("extract", "pre-filing"),
            path("early-paper", "months-before-filing"),
            path("booking", "pre-filing", "preparation"),
            path("lookup", "months-before-filing", "tool"),
            path("reading", "any", "informational"),
        ],
    }
    found = small(page)
    assert ids(found) == ["booking", "lookup", "extract", "early-paper", "form", "main", "proof"]
    assert [step.id for step in found.also] == ["reading"]


def test_a_path_that_two_want_is_got_once_and_again_where_it_is_handed_in() -> None:
    found = planned(NATIONALITY, facts=SPOUSE)
    uses = [
        (step.role, step.needed_by) for step in found.steps if step.id == "certificate-of-residence-history"
    ]
    assert uses == [("preparation", ("nationality-residence-clock",)), ("submission", (NATIONALITY,))]
    both = {"id": "main", "requires": [{"id": "before"}], "requires_paths": [path("paper")]}
    before = {"id": "before", "requires_paths": [path("paper", notes="Only if you moved.")]}
    merged = small(both, before)
    (step,) = [each for each in merged.steps if each.id == "paper"]
    assert (step.needed_by, step.applies, merged.unknown) == (("before", "main"), Truth.YES, ())


def test_what_an_uncertain_procedure_requires_is_uncertain_too_and_the_same_question_settles_it() -> None:
    main = {
        "id": "main",
        "requires": [{"id": "maybe", "selects_on": {"entry_type": ["visa-exempt"]}}, {"id": "sure"}],
    }
    maybe = {"id": "maybe", "requires": [{"id": "deep"}, {"id": "shared"}], "requires_paths": [path("paper")]}
    found = small(
        main, maybe, {"id": "sure", "requires": [{"id": "shared"}]}, {"id": "deep"}, {"id": "shared"}
    )
    answers = {step.id: step.applies.value for step in found.steps}
    assert answers == {
        "deep": "unknown", "shared": "yes", "paper": "unknown", "maybe": "unknown", "sure": "yes", "main": "yes",
    }  # fmt: skip
    (question,) = found.unknown
    assert question.question.field == "entry_type"
    assert set(question.settles) == {"maybe", "deep", "paper"}
    assert [option.value for option in question.question.options] == ["visa-exempt", "other"]
    gone = small(main, maybe, {"id": "sure"}, {"id": "deep"}, {"id": "shared"}, facts={"entry_type": "other"})
    assert ids(gone) == ["sure", "main"]


def test_an_axis_that_no_input_answers_has_a_question_of_its_own() -> None:
    main = {"id": "main", "requires": [{"id": "other", "selects_on": {"origin_country": ["ma"]}}]}
    found = small(main, {"id": "other"})
    assert [(each.question.field, each.question.type) for each in found.unknown] == [
        ("origin_country", "country_code")
    ]
    assert ids(small(main, {"id": "other"}, facts={"origin_country": "fr"})) == ["main"]


def test_what_is_not_written_as_it_should_be_is_passed_over() -> None:
    page = {
        "id": "main",
        "requires": ["x", {}],
        "requires_paths": {"id": "y"},
        "inputs": [1],
        "values": [1],
        "body": "# x",
    }
    assert ids(small({**page, "requires_paths": []})) == ["main"]
    assert ids(plan(["main"], {}, {"main": page}, {}, {}, today=TODAY, facts={})) == ["main"]


def test_a_day_that_no_calendar_has_is_no_deadline() -> None:
    row = {"uid": "val-00001", "name": "x-deadline", "value": "31 February 2027", "text": "31 February 2027"}
    assert small({"id": "main", "values": [row, {**row, "value": "30 Brumaire 2027"}]}).deadlines == ()


def test_what_follows_the_filing_and_what_may_be_early_have_their_months() -> None:
    page = {"id": "main", "requires_paths": [path("proof", "post-filing"), path("lookup", "any", "tool")]}
    windows = {step.id: step.window for step in small(page, facts={"filing_month": "2027-06"}).steps}
    assert windows["proof"] == ("2027-06", "2027-07")
    assert windows["lookup"] == ("2027-03", "2027-06")


def test_a_plan_is_plain_json() -> None:
    found = planned(
        NATIONALITY, facts={**SPOUSE, "filing_month": "2027-06", "deadlines": [{"date": "2027-01-01"}]}
    )
    told = found.as_json()
    assert json.loads(json.dumps(told)) == told
    assert told["steps"][0]["who"] in ("you", "agent", "both")
    assert told["left_out"]
    assert planned(NATIONALITY).as_json()["unknown"][0]["settles"]


def test_a_circle_of_requirements_ends() -> None:
    found = small({"id": "one", "requires": [{"id": "two"}]}, {"id": "two", "prerequisites": ["one"]})
    assert sorted(ids(found)) == ["one", "two"]


@requirement("R-GRAPH-09")
def test_a_procedure_that_is_not_for_somebody_is_left_out_with_the_reason() -> None:
    found = planned(NATIONALITY, profile={"residency_status": "asylum"})
    assert found.steps == ()
    assert "you are registered at a commune" in found.left_out[0].why


@requirement("R-TRAV-02")
def test_what_is_not_known_about_somebody_stops_nothing() -> None:
    found = planned("residence-card-renewal")
    assert ids(found) == ["appointment-commune-desk", "residence-card-renewal"]
    assert fields(found) == ["residency_status"]


def test_what_is_done_is_marked_and_asked_about_no_more() -> None:
    done = Done(
        frozenset({"sworn-translation"}),
        {"birth-certificate-belgian": "2026-10", "certificate-of-residence-history": ""},
    )
    found = planned(NATIONALITY, facts=SPOUSE, done=done)
    states = {(step.id, step.role): step.is_done for step in found.steps}
    assert states["sworn-translation", ""]
    assert states["birth-certificate-belgian", "submission"]
    assert states["certificate-of-residence-history", "preparation"]
    assert not states["certificate-of-residence-history", "submission"], "nobody knows of when that one is"
    assert "applies.birth-certificate-belgian" not in fields(found)


def test_a_paper_that_is_too_old_by_then_is_not_done() -> None:
    facts = {**SPOUSE, "filing_month": "2027-06"}
    done = Done(paths={"birth-certificate-belgian": "2026-10"})
    found = planned(NATIONALITY, facts=facts, done=done)
    assert not next(step for step in found.steps if step.id == "birth-certificate-belgian").is_done


def test_papers_that_grow_old_are_got_late_where_the_page_says_how_old_they_may_be() -> None:
    found = planned(NATIONALITY, facts={**SPOUSE, "filing_month": "2027-06"})
    steps = {(step.id, step.role): step for step in found.steps}
    late = steps["certificate-of-residence-history", "submission"]
    assert late.paper_age is not None
    assert (late.paper_age.months, late.paper_age.uid) == (6, "val-00023")
    assert late.window == ("2027-05", "2027-06")
    assert steps["certificate-of-residence-history", "preparation"].window == ("2027-03", "2027-05")
    assert steps[NATIONALITY, ""].window == ("2027-06", "2027-06")
    assert all(step.window is None for step in planned(NATIONALITY, facts=SPOUSE).steps)


def test_nothing_is_planned_in_the_past() -> None:
    soon = planned(NATIONALITY, facts={**SPOUSE, "filing_date": "2026-11-30"})
    assert {step.window for step in soon.steps} == {("2026-11", "2026-11")}
    assert all(
        step.window is None
        for step in planned(NATIONALITY, facts={**SPOUSE, "filing_month": "2026-01"}).steps
    )


@requirement("R-PROF-10", "R-DOC-07")
def test_deadlines_are_months_of_the_profile_days_of_the_session_and_days_that_pages_name() -> None:
    inventory = {"validity_end_residence_card": "2026-12", "validity_end_passport_other": "2026-01"}
    letter = {
        "deadline_date": "2026-12-05",
        "subject_category": "refusal",
        "issuing_authority_category": "commune",
    }
    odd = {
        "deadline_date": "2026-12-24",
        "subject_category": "Dear Fatima",
        "issuing_authority_category": "Jan",
    }
    found = planned(
        "tax-declaration-first-year",
        profile={"document_inventory": inventory},
        facts={"deadlines": [letter, odd, {"deadline_date": "soon"}, "x"]},
    )
    assert [(each.as_json()["when"], each.label, each.state) for each in found.deadlines] == [
        ("2026-12-05", "Last day set in a refusal of your commune", "soon"),
        ("2026-12-24", "Last day set in a letter of an authority", "soon"),
    ]
    earlier = plan(
        ["tax-declaration-first-year"], graph(), skills(), paths(), {}, today=date(2026, 7, 1), facts={}
    ).deadlines
    assert [each.end for each in earlier] == [date(2026, 7, 15), date(2026, 10, 16)]


@pytest.mark.parametrize(
    ("month", "dates"),
    [
        ("2027-03", [("2027-01-15", "2027-03-01", "ahead"), ("2027-01-20", "2027-03-01", "ahead")]),
        ("2026-12", [("2026-10-17", "2026-12-01", "soon"), ("2026-10-22", "2026-12-01", "soon")]),
        (
            "2026-11",
            [
                ("2026-09-17", "2026-10-31", "past"),
                ("2026-09-22", "2026-10-31", "past"),
                (None, "2026-11", "soon"),
            ],
        ),
    ],
)
def test_a_plan_to_renew_a_card_has_the_windows_of_the_page_and_no_other_plan_has_them(
    month: str, dates: list[tuple[str | None, str, str]]
) -> None:
    profile = {"document_inventory": {"validity_end_residence_card": month}}
    found = [each.as_json() for each in planned("residence-card-renewal", profile=profile).deadlines]
    assert [(each.get("from"), each["when"], each["state"]) for each in found] == dates
    assert "between the 45th and the 30th day before it expires" in found[0]["label"]
    assert planned("birth-registration", profile=profile).deadlines == ()
    assert planned(NATIONALITY, profile=profile).deadlines == ()


def test_waiting_times_are_the_sentences_of_the_page_with_the_values_they_cite() -> None:
    found = planned(NATIONALITY, facts=SPOUSE).waits
    assert ("Public prosecutor: 4 months from the receipt of the file", ("val-00003",)) in [
        (wait.said, wait.uids) for wait in found
    ]
    assert all("<" not in wait.said and "[" not in wait.said for wait in found)


def test_a_value_that_is_held_back_tells_nothing() -> None:
    page = json.loads(json.dumps(skills()[NATIONALITY]))
    for row in page["values"]:
        row["resolution_status"] = "held"
    found = plan([NATIONALITY], graph(), {NATIONALITY: page}, paths(), {}, today=TODAY, facts=SPOUSE)
    assert not found.waits
    assert all(step.paper_age is None for step in found.steps)


def test_what_was_not_fetched_is_named() -> None:
    found = plan([NATIONALITY], graph(), {}, {}, {}, today=TODAY, facts={})
    assert (ids(found), found.not_at_hand) == ([NATIONALITY], (NATIONALITY,))
    half = plan(
        [NATIONALITY], graph(), {NATIONALITY: skills()[NATIONALITY]}, {}, {}, today=TODAY, facts=SPOUSE
    )
    assert {"nationality-residence-clock", "birth-certificate-belgian"} <= set(half.not_at_hand)


def test_who_acts_is_told_of_the_first_way_that_is_open() -> None:
    found = planned(NATIONALITY, profile={"region": "Flanders"}, facts=SPOUSE)
    assert {step.who for step in found.steps} <= {"you", "agent", "both"}
    ways = next(step.ways for step in found.steps if step.id == "birth-certificate-belgian")
    assert ways is not None
    assert ways.open + ways.closed + ways.unknown == len(
        paths()["paths"]["birth-certificate-belgian"]["sources"]
    )


FACTS = st.fixed_dictionaries(
    {},
    optional={
        "inputs.route": st.sampled_from(
            ["1.1-born-in-belgium", "1.2-five-years-integrated", "1.3-spouse-of-belgian"]
        ),
        "origin_country": st.sampled_from(["ma", "in", "fr"]),
        "entry_type": st.sampled_from(["visa-exempt", "eu-free-movement"]),
        "applies.birth-certificate-belgian": st.booleans(),
        "filing_month": st.sampled_from(["2026-11", "2027-02", "2028-01"]),
        "deadlines": st.just([{"deadline_date": "2026-12-05"}]),
    },
)
DONE = st.builds(
    lambda names, got: Done(frozenset(names), got),
    st.sets(st.sampled_from(PROCEDURES), max_size=3),
    st.dictionaries(
        st.sampled_from(sorted(paths()["paths"])), st.sampled_from(["", "2026-10", "2020-01"]), max_size=3
    ),
)


@given(st.lists(st.sampled_from(PROCEDURES), min_size=1, max_size=2, unique=True), PROFILES, FACTS, DONE)
@settings(max_examples=80, deadline=None)
def test_every_plan_keeps_its_order_and_loses_nothing(
    names: list[str], profile: dict[str, Any], facts: dict[str, Any], done: Done
) -> None:
    found = planned(*names, profile=profile, facts=facts, done=done)
    at = {step.id: step.number for step in found.steps if step.kind == "skill"}
    left = {each.id for each in found.left_out}
    assert set(names) <= set(at) | left
    for step in found.steps:
        assert step.applies is not Truth.NO
        if step.kind == "skill":
            assert all(step.number < at[by] for by in step.needed_by)
        else:
            first = step.needed_by[0]
            assert (step.timing == "post-filing") == (step.number > at[first])
    for name in at:
        required = (
            {edge["id"] for edge in skills()[name].get("requires_paths", [])}
            if name not in done.skills
            else set()
        )
        told = {step.id for step in (*found.steps, *found.also)} | left
        assert required <= told
    assert found.not_at_hand == ()
    assert json.loads(json.dumps(found.as_json())) == found.as_json()


@given(st.sampled_from(PROCEDURES), PROFILES, FACTS)
@settings(max_examples=60, deadline=None)
def test_a_question_that_is_answered_is_not_asked_again(
    name: str, profile: dict[str, Any], facts: dict[str, Any]
) -> None:
    for each in planned(name, profile=profile, facts=facts).unknown[:2]:
        for answer in _answers(each.question):
            more = {each.question.field: answer}
            is_profile = each.question.field in PROFILE_FIELDS
            after = planned(
                name,
                profile={**profile, **(more if is_profile else {})},
                facts={**facts, **({} if is_profile else more)},
            )
            is_still_open = answer == "not-in-belgium-yet"
            assert is_still_open or each.question.field not in fields(after)


def _answers(question: Question) -> list[Any]:
    by_type: dict[str, list[Any]] = {"yes_no": [True, False], "country_code": ["ma", "fr"]}
    return [option.value for option in question.options] or by_type[question.type]


@pytest.mark.parametrize("name", PROCEDURES)
@pytest.mark.parametrize("language", ["nl", ""])
def test_every_plan_can_be_read(name: str, language: str) -> None:
    told = plan_text(planned(name), language=language)
    assert told.startswith("Plan: ")
    assert "What to do\n1. " in told
    assert "{" not in told
    assert "<" not in told


def test_the_text_begins_with_what_is_unknown_and_says_who_does_what() -> None:
    told = plan_text(
        planned(
            NATIONALITY,
            profile={"region": "Flanders", "document_inventory": {"validity_end_residence_card": "2027-01"}},
            facts={
                "inputs.birth_country": "be",
                "filing_month": "2027-06",
                "deadlines": [{"deadline_date": "2026-12-05"}],
            },
            done=Done(frozenset({"nationality-residence-clock"})),
        ),
        language="NL",
    )
    assert told.index("First, what I do not know") < told.index("What to do") < told.index("Dates")
    assert "1. The route that seems to fit you (Born in Belgium, Settled and integrated" in told
    assert "[done] Count legal residence" in told
    assert "(nl: Attest van hoofdverblijfplaats met historiek)" in told
    assert "You do this; I tell you how." in told
    assert "When: May 2027 to June 2027" in told
    assert "At most 6 months old when you hand it in" in told
    assert "residence card is valid until" not in told, "no date of this case"
    assert "Perhaps: " in told


def test_where_no_way_is_open_that_is_said() -> None:
    page = {"id": "main", "requires_paths": [path("paper")]}
    assert "No way to it is open to you as things stand." in plan_text(small(page), language="")
