"""Which procedure a task is about: measured on the questions that the service is measured on, and case by case."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools import harness_sayings

import becivic_harness
from becivic.rules.skills import FALLBACK_SKILL
from becivic_harness.fallback import FALLBACK
from becivic_harness.refusals import USAGE, Refused
from becivic_harness.routed import Routed
from becivic_harness.routing import ACKNOWLEDGEMENT, NONE_READY, route, slug_of
from becivic_harness.sayings import FILE, ROLES, packaged_sayings
from becivic_harness.statuses import IN_TESTING
from tests.becivic_harness.served import corpus, graph, graph_with, node, paths, questions
from tests.requirement import requirement

DATA = Path(becivic_harness.__file__).parent / "data"


def routed(task: str, within: dict[str, Any] | None = None, **kwargs: Any) -> Routed:
    asked: dict[str, Any] = {"profile": {}, "opted_in": False, "active": [], "completed": [], **kwargs}
    profile = asked.pop("profile")
    return route(task, graph() if within is None else within, profile, **asked)


def wanted(question: dict[str, Any]) -> set[str]:
    also = question.get("also", [])
    return {question["skill"], *([also] if isinstance(also, str) else also)}


@requirement("R-HARN-05")
@pytest.mark.parametrize("name", ["search-questions", "mcp-rehearsal"])
def test_the_right_skill_is_among_the_first_three_for_nineteen_tasks_of_twenty(name: str) -> None:
    asked = [each for each in questions(name) if each["skill"]]
    found = [routed(each["question"]) for each in asked]
    right = [
        not answer.is_fallback and not wanted(each).isdisjoint(seen.id for seen in answer.candidates[:3])
        for each, answer in zip(asked, found, strict=True)
    ]
    assert sum(right) >= 0.95 * len(asked)


@requirement("R-HARN-05")
@pytest.mark.parametrize("name", ["search-questions", "mcp-rehearsal"])
def test_the_pick_itself_is_right_for_nearly_nine_of_ten(name: str) -> None:
    asked = [each for each in questions(name) if each["skill"]]
    assert sum(routed(each["question"]).pick in wanted(each) for each in asked) >= 0.87 * len(asked)


@requirement("R-HARN-05")
@pytest.mark.parametrize("name", ["search-questions", "mcp-rehearsal"])
def test_what_the_library_does_not_cover_goes_to_the_fallback(name: str) -> None:
    asked = [each for each in questions(name) if not each["skill"]]
    assert sum(routed(each["question"]).is_fallback for each in asked) >= 0.95 * len(asked)


@requirement("R-HARN-05")
def test_two_letters_swapped_in_the_longest_word_are_forgiven_four_times_of_five() -> None:
    asked = [each for each in questions("search-questions") if each["skill"]]
    found = [routed(_mistyped(each["question"])) for each in asked]
    right = [
        not answer.is_fallback and not wanted(each).isdisjoint(seen.id for seen in answer.candidates[:3])
        for each, answer in zip(asked, found, strict=True)
    ]
    assert sum(right) >= 0.8 * len(asked)


def _mistyped(question: str) -> str:
    longest = max(question.split(), key=len)
    half = len(longest) // 2
    return question.replace(longest, longest[:half] + longest[half : half + 2][::-1] + longest[half + 2 :])


def test_a_pick_says_by_which_words_it_was_found_and_what_they_were_heard_as() -> None:
    best = routed("verblijfskart verlengn").candidates[0]
    assert best.id == "residence-card-renewal"
    assert [(why["asked"], why["heard_as"]) for why in best.why] == [
        ("verblijfskart", "residence card"),
        ("verlengn", "renew"),
    ]
    assert all("title" in why["fields"] for why in best.why)
    assert 0.5 < best.confidence <= 1


def test_candidates_fall_in_confidence_and_the_pick_is_the_first() -> None:
    found = routed("apostille or legalisation of my birth certificate")
    assert found.pick == found.candidates[0].id
    confidences = [each.confidence for each in found.candidates]
    assert confidences == sorted(confidences, reverse=True)


def test_where_another_comes_near_it_is_not_clear_which_is_meant() -> None:
    twins = graph_with(node("garden-shed-permit", tags=["shed"]), node("garden-shed-tax", tags=["shed"]))
    assert not routed("garden shed", twins).is_clear
    assert routed("garden shed tax", twins).is_clear


@requirement("R-HARN-05")
def test_a_skill_that_nobody_knew_when_the_words_were_gathered_is_found_by_its_own() -> None:
    newer = graph_with(
        *graph()["nodes"], node("beekeeping-notice", title="Give notice of beehives", tags=["bees", "ruches"])
    )
    assert routed("where do I declare my beehives", newer).pick == "beekeeping-notice"
    assert routed("declarer des ruches", newer).pick == "beekeeping-notice"


@requirement("R-HARN-05", "R-META-01")
def test_when_nothing_fits_it_is_said_openly() -> None:
    found = routed("my dog needs a passport")
    assert (found.pick, found.is_fallback) == (FALLBACK, True)
    assert [(each.key, each.say) for each in found.say] == [("no_verified_skill", ACKNOWLEDGEMENT)]
    assert FALLBACK == FALLBACK_SKILL


@requirement("R-HARN-05")
@pytest.mark.parametrize(
    ("task", "path"),
    [
        ("I need a criminal record extract", "criminal-record-extract"),
        ("extrait de casier judiciaire", "criminal-record-extract"),
        ("bewijs van goed gedrag en zeden", "criminal-record-extract"),
        ("Führungszeugnis", "criminal-record-extract"),
        ("household composition", "household-composition"),
        ("samenstelling van het gezin", "household-composition"),
        ("certificate of main residence", "certificate-of-residence"),
        ("when can i retire", "pension-simulator"),
    ],
)
def test_a_document_that_no_procedure_is_about_is_found_in_the_directory(task: str, path: str) -> None:
    found = routed(task, paths=paths()["paths"])
    assert found.is_fallback
    assert found.paths[0].id == path
    assert found.paths[0].title in found.say[-1].say
    assert found.as_json()["paths"][0]["how"] == f"traverse start {path}"
    assert routed(task).paths == ()


@requirement("R-HARN-05")
def test_beside_a_procedure_only_what_is_called_by_its_name_is_told() -> None:
    catalogue = paths()["paths"]
    named = routed("a marriage certificate for the commune", paths=catalogue)
    assert [each.id for each in named.paths] == ["marriage-certificate-belgian"]
    assert not named.is_fallback
    assert "path_found" not in [each.key for each in named.say]
    for task in ("I want to become Belgian", "we had a baby", "renew my residence card", "first tax return"):
        assert routed(task, paths=catalogue).paths == (), task
    assert routed("my dog needs a passport", paths=catalogue).paths == ()


@requirement("R-HARN-05")
@pytest.mark.parametrize(
    ("task", "skill"),
    [
        ("we had a baby", "birth-registration"),
        ("translate my birth certificate", "sworn-translation"),
        ("traduire mon acte de naissance", "sworn-translation"),
        ("a birth certificate from Morocco", "birth-certificate-morocco"),
        ("acte de naissance marocain", "birth-certificate-morocco"),
        ("geboorteakte uit Casablanca", "birth-certificate-morocco"),
        ("use a German birth certificate", "eu-2016-1191-multilingual-form"),
    ],
)
def test_a_page_about_one_country_is_for_those_who_speak_of_it(task: str, skill: str) -> None:
    assert routed(task).pick == skill


def test_a_country_that_nobody_spoke_of_costs_a_tie_and_not_the_only_answer() -> None:
    one = node("pig-licence-georgia", title="Pig licence for Georgia", tags=["pigs"])
    other = node("pig-permit", title="Pig licence and permit", tags=["pigs"])
    assert routed("pig licence", graph_with(one, other)).pick == "pig-permit"
    assert routed("Georgian pig licence", graph_with(one, other)).pick == "pig-licence-georgia"
    assert routed("pig licence", graph_with(one)).pick == "pig-licence-georgia"


@requirement("R-META-03", "R-META-07")
def test_a_fallback_is_an_active_procedure_under_a_slug_of_its_own() -> None:
    pattern = re.compile(r"^([a-z][a-z0-9-]+|no-skill-fallback:[a-z0-9][a-z0-9-]*)$")
    found = routed("my dog needs a passport")
    assert found.active_id == "no-skill-fallback:passport-pets"
    assert pattern.match(found.active_id)
    assert not found.is_active
    assert routed("passport for a dog", active=["no-skill-fallback:passport-pets"]).is_active
    assert routed("xyzzy plugh").active_id == "no-skill-fallback:other"


ALLOWED = {name for role in ROLES for name in json.loads((DATA / FILE).read_text(encoding="utf-8"))[role]} | {
    "other"
}
NAMES = st.sampled_from(
    [
        "Fatima El Amrani",
        "85.07.30-033.28",
        "Jan Peeters",
        "Rue de la Loi 16",
        "jan@example.org",
        "0475 12 34 56",
    ]
)


@requirement("R-META-03")
@given(
    st.lists(NAMES, max_size=3),
    st.sampled_from(["hundesteuer", "demander le chômage", "parking", "pension", "divorce of {}"]),
    st.text(max_size=40),
)
@settings(max_examples=40, deadline=None)
def test_nothing_that_somebody_wrote_gets_into_the_slug(names: list[str], task: str, noise: str) -> None:
    found = routed(f"{task} {' '.join(names)} {noise}")
    slug = found.active_id.partition(":")[2] if found.is_fallback else ""
    assert len(found.active_id) <= 120
    assert not slug or _is_made_of(slug, ALLOWED)


def _is_made_of(slug: str, allowed: set[str]) -> bool:
    return slug in allowed or any(
        slug.startswith(f"{word}-") and _is_made_of(slug[len(word) + 1 :], allowed) for word in allowed
    )


@requirement("R-HARN-19")
def test_without_its_floor_the_graph_is_not_used_where_the_floor_is_needed() -> None:
    broken = graph_with(node("garden-shed-permit"), fallback=False)
    assert routed("garden shed permit", broken).pick == "garden-shed-permit"
    with pytest.raises(Refused) as refused:
        routed("something else altogether", broken)
    assert refused.value.error == "fallback_missing"


@requirement("R-HARN-04")
@pytest.mark.parametrize(
    "nothing", [{}, {"nodes": []}, {"nodes": None}, {"nodes": [{"id": "x", "status": "quarantined"}]}]
)
def test_without_a_graph_the_person_is_asked_to_describe_the_task(nothing: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        routed("residence card", nothing)
    assert refused.value.error == "graph_missing"
    assert "describe the task" in refused.value.remedy


@pytest.mark.parametrize("task", ["", "  ", "?!", "___"])
def test_a_task_without_words_is_refused(task: str) -> None:
    with pytest.raises(Refused) as refused:
        routed(task)
    assert (refused.value.error, refused.value.code) == ("task_empty", USAGE)


@requirement("R-HARN-06")
@pytest.mark.parametrize("status", ["alpha", "draft"])
def test_what_is_in_testing_is_asked_about_first(status: str) -> None:
    found = routed("garden shed", graph_with(node("garden-shed-permit", status=status)))
    assert found.gate is not None
    assert (found.gate.status, found.gate.is_open, found.gate.alternative) == (status, False, None)
    assert [(each.key, each.say) for each in found.say] == [
        ("in_testing", IN_TESTING),
        ("if_declined", NONE_READY),
    ]


@requirement("R-HARN-06")
@pytest.mark.parametrize("status", ["beta", "stable"])
def test_what_is_ready_is_not(status: str) -> None:
    found = routed("garden shed", graph_with(node("garden-shed-permit", status=status)))
    assert (found.gate, found.say) == (None, ())


@requirement("R-HARN-06")
def test_whoever_agreed_is_not_asked_again() -> None:
    found = routed("garden shed", graph_with(node("garden-shed-permit", status="alpha")), opted_in=True)
    assert found.gate is not None
    assert found.gate.is_open
    assert found.say == ()


@requirement("R-HARN-06")
@pytest.mark.parametrize("before", [{"agreed": ["garden-shed-permit"]}, {"active": ["garden-shed-permit"]}])
def test_nor_is_whoever_agreed_to_this_one_before(before: dict[str, Any]) -> None:
    within = graph_with(node("garden-shed-permit", status="alpha"), node("boat-permit", status="alpha"))
    found = routed("garden shed", within, **before)
    assert found.gate is not None
    assert found.gate.is_open
    assert routed("boat", within, **before).say[0].say == IN_TESTING


@requirement("R-HARN-06")
def test_whoever_declines_is_led_to_the_closest_that_is_ready() -> None:
    within = graph_with(
        node("garden-shed-permit", status="alpha", title="Permit for a garden shed"),
        node("garden-house-permit", status="beta", title="Permit for a garden house", tags=["shed"]),
        node("boat-permit", status="stable", title="Permit for a boat"),
    )
    found = routed("permit garden shed", within)
    assert found.pick == "garden-shed-permit"
    assert found.gate is not None
    assert found.gate.alternative is not None
    assert found.gate.alternative.id == "garden-house-permit"
    assert "Permit for a garden house" in found.say[1].say


@requirement("R-HARN-05")
def test_what_has_to_be_done_before_is_told_first_and_deepest_first() -> None:
    within = graph_with(
        node("garden-shed-permit", prerequisites=["garden-survey"], title="Garden shed permit"),
        node("garden-survey", prerequisites=["land-registry", "garden-shed-permit"], title="Survey"),
        node("land-registry", title="Land registry"),
    )
    found = routed("garden shed permit", within)
    assert [each.id for each in found.first] == ["land-registry", "garden-survey"]
    assert found.say[0].key == "prerequisites_first"
    assert "Land registry; then Survey" in found.say[0].say
    assert [each.id for each in routed("garden shed permit", within, completed=["garden-survey"]).first] == []
    assert [each.id for each in routed("garden shed permit", within, completed=["land-registry"]).first] == [
        "garden-survey"
    ]


@requirement("R-HARN-12")
def test_what_lies_beside_is_kept_for_later_and_left_out_where_it_is_done() -> None:
    found = routed("residence card renewal", completed=["nationality-application"])
    assert "commune-address-registration" in [each.id for each in found.later]
    assert "nationality-application" not in [each.id for each in found.later]


@requirement("R-HARN-11")
def test_only_what_the_profile_lacks_is_asked() -> None:
    known = {"region": "Flanders", "nationality_status": "EU", "document_inventory": {"has_id_card": "yes"}}
    found = routed("residence card renewal", profile=known)
    assert [each.field for each in found.ask] == ["commune_nis5", "residency_status"]
    assert [option.value for option in found.ask[1].options][:2] == ["registered", "registering"]


@requirement("R-HARN-18")
def test_a_procedure_is_given_what_it_names_and_nothing_else() -> None:
    profile = {
        "region": "Flanders",
        "residency_status": "registered",
        "civic_status": "married",
        "dependents": {"minor_children_count": 2},
        "consent": {"alpha_bundle": True},
    }
    assert routed("residence card renewal", profile=profile).context == {
        "region": "Flanders",
        "residency_status": "registered",
    }


def test_a_pick_that_is_under_way_is_known_as_such() -> None:
    assert routed("residence card", active=["residence-card-renewal"]).is_active


def test_the_answer_is_plain_json() -> None:
    for task in ("residence card", "my dog needs a passport"):
        told = routed(task).as_json()
        assert json.loads(json.dumps(told)) == told


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_whatever_somebody_writes_there_is_one_pick_or_a_plain_refusal(task: str) -> None:
    try:
        found = routed(task)
    except Refused as refused:
        assert refused.error == "task_empty"
    else:
        assert found.pick in {each["id"] for each in graph()["nodes"]}


def test_names_for_the_slug_are_those_of_what_was_heard() -> None:
    assert slug_of([]) == "other"


def test_the_sayings_are_those_of_the_service_and_small() -> None:
    """`make check` holds the file to its sources; here that it can be regenerated, and how large it may get."""
    text = (DATA / FILE).read_text(encoding="utf-8")
    assert text == harness_sayings.text()
    assert len(text.encode()) < 150_000
    assert packaged_sayings().known()["apostil"] > 0
    assert {each.id for each in corpus().terms.entries} <= set(json.loads(text)["terms"])


def test_to_import_and_to_route_loads_nothing_slow() -> None:
    """What takes long to load is named, for a clock would tell more about the machine than about the program."""
    slow = [
        "argparse",
        "asyncio",
        "dataclasses",
        "email",
        "http",
        "importlib.resources",
        "inspect",
        "pkgutil",
        "socket",
        "ssl",
        "tempfile",
        "urllib.request",
    ]
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules); import becivic_harness.routing as r\n"
        "import json; r.route('residence card', json.loads(sys.argv[2]), {}, opted_in=False, active=[], completed=[])\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    source = str(Path(becivic_harness.__file__).parents[1])
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, source, json.dumps(graph())],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = json.loads(ran.stdout)
    assert not set(slow) & set(loaded)
    assert not any(name.split(".")[0] == "becivic" for name in loaded)
