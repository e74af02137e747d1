"""A yes is recorded where somebody said it, a no counts in whatever words it stands, and both have their time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import library, profile_file
from tests.becivic_harness.test_library import GRAPH, Answers, body, server
from tests.factories.harness import Machine, everything, machine
from tests.requirement import requirement

ABLE = ("--capability", "multi_turn", "--capability", "structured_output")


@pytest.fixture
def begun(agent: Machine) -> Machine:
    agent("session", "start", "--consent", *ABLE)
    return agent


def profile(of: Machine) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((of.data / "profile.json").read_text(encoding="utf-8"))
    return found


def by_hand(of: Machine, **fields: Any) -> None:
    (of.data / "profile.json").write_text(json.dumps({**profile(of), **fields}), encoding="utf-8")


def add(agent: Machine, expect: int = 0) -> None:
    agent("buffer", "add", "feedback", "topic=praise", "body=The list of papers was right.", expect=expect)


@requirement("R-HARN-21", "R-HARN-08")
def test_a_yes_to_nothing_is_no_yes(begun: Machine) -> None:
    assert begun("buffer", "approve", "--all").said["approved"] == []
    assert "submissions" not in profile(begun)["consent"]


@requirement("R-HARN-21")
@pytest.mark.parametrize("said", ["no", "false", 0, None, "nee, liever niet", []])
def test_whatever_a_hand_wrote_that_is_not_true_is_a_no(said: object, begun: Machine) -> None:
    add(begun)
    for consent in ({"submissions": said}, {"alpha_bundle": said}, said):
        by_hand(begun, consent=consent)
        assert begun("buffer", "approve", "--all", expect=3).said["error"] == "no_consent"
        assert begun("submit", expect=3).said["error"] == "no_consent"
        assert profile(begun)["consent"] == consent


def test_a_no_by_hand_to_everything_outlives_a_yes_to_notes(begun: Machine) -> None:
    by_hand(begun, consent="no")
    assert not begun("session", "start").said["consent"]["given"]
    assert begun("session", "start", "--consent", *ABLE).said["session_id"]
    assert profile(begun)["consent"]["data_dir"] is True
    assert profile(begun)["consent"]["submissions"] is False
    assert profile(begun)["consent"]["analytics"] is False


def test_every_yes_and_no_has_its_time(begun: Machine) -> None:
    for what in ("submissions", "analytics", "data_dir"):
        for said in ("false", "true"):
            begun.later(hours=1)("profile", "set", f"consent.{what}={said}")
            now = profile(begun)
            assert now["consent"][f"{what}_at"] == now["last_updated_at"], (what, said)
    begun("profile", "forget", "consent.submissions")
    assert "submissions_at" not in profile(begun)["consent"]


@requirement("R-MEM-01")
def test_after_a_no_to_the_folder_nothing_new_is_written_until_a_yes(begun: Machine) -> None:
    begun("profile", "set", "region=Flanders")
    begun("memory", "note", "Waits for the commune.")
    begun("profile", "set", "consent.data_dir=false")
    before = begun.everything()
    for command in (
        ("memory", "note", "Moved house."),
        ("decision", "add", "language-exam", "Took the other way."),
        ("profile", "set", "region=Wallonia"),
        ("progress", "start", "nationality-application"),
        ("document", "note", "passport", "issuing_country=ma"),
    ):
        refused = begun(*command, expect=3).said
        assert refused["error"] == "no_consent"
        assert "session start --consent" in refused["remedy"]
    add(begun, expect=3)
    assert begun("session", "start").said["session_id"] is None
    assert begun.everything() == before
    begun("profile", "forget", "region")
    begun("memory", "forget", "customer_context", "--yes")
    begun("session", "start", "--consent", *ABLE)
    begun("memory", "note", "Moved house.")


@requirement("R-MEM-01", "R-HARN-21")
def test_a_recorded_no_is_not_asked_about_again(begun: Machine) -> None:
    begun("profile", "set", "consent.data_dir=false")
    told = begun("session", "start").said
    assert told["consent"] == {"given": False, "needed": False, "how": "session start --consent"}
    assert (told["tier"]["name"], told["tier"]["keeps_notes"]) == ("T1", False)
    said = {each["key"]: each["say"] for each in told["opening"]}
    assert "You said no" in said["tier"]
    assert "after all" in said["notes_after_all"]
    assert said.keys().isdisjoint({"may_i_keep_notes", "notes_at", "stateless", "upgrade_offer"})


@requirement("R-MEM-01")
def test_after_a_no_not_even_what_was_read_is_kept(tmp_path: Path) -> None:
    answers = Answers(
        {
            "/api/skill-graph": body(GRAPH),
            "/api/skills/demo-skill": body({"id": "demo-skill", "title": "Demo"}),
            "/skills/demo-skill.md": (200, b"---\nid: demo-skill\n---\n"),
        }
    )
    with server(answers) as (url, _):
        here = machine(tmp_path, api=url)
        profile_file.write(here, profile_file.with_consent(here, {}, data_dir=False))
        before = everything(here.home.root)
        assert library.skill(here, "demo-skill")[1] == "web"
        assert library.graph(here) is not None
    assert everything(here.home.root) == before


def test_a_new_folder_records_the_yes_that_made_it(agent: Machine) -> None:
    agent("session", "start", "--consent")
    assert profile(agent)["consent"] == {"data_dir": True, "data_dir_at": "2026-11-18T10:00:00Z"}


def test_a_no_is_kept_even_where_it_keeps_the_rest_out(begun: Machine) -> None:
    said = begun(
        "profile", "set", "region=Flanders", "consent.submissions=false", "consent.data_dir=false", expect=3
    )
    assert said.said["error"] == "no_consent"
    assert profile(begun)["consent"]["submissions"] is False
    assert profile(begun)["consent"]["data_dir"] is False
    assert "region" not in profile(begun)


def test_a_profile_that_cannot_be_read_puts_no_answer_in_anybodys_mouth(begun: Machine) -> None:
    add(begun)
    (begun.data / "profile.json").write_text('{"region":', encoding="utf-8")
    for command in (("buffer", "approve", "--all"), ("submit",), ("profile", "get"), ("profile", "migrate")):
        assert begun(*command, expect=1).said["error"] == "profile_unreadable"


@pytest.mark.parametrize(("said", "code"), [("false", 3), ('"nee"', 3), ("true", 0)])
def test_a_no_to_notes_that_can_still_be_read_in_a_broken_profile_counts(
    said: str, code: int, begun: Machine
) -> None:
    (begun.data / "profile.json").write_text(
        f'{{"consent": {{"data_dir": {said}}}, "region":', encoding="utf-8"
    )
    begun("memory", "note", "Prefers French.", expect=code)


@pytest.mark.parametrize("paper", ["annex-15", "annexe 19", "bijlage-19ter", "Anlage 35", "B card"])
def test_a_paper_may_go_by_its_number(paper: str, begun: Machine) -> None:
    begun("document", "note", "residence-permit", f"permit_type={paper}", "validity_end=2027-03")


def test_a_number_that_is_no_annex_is_no_kind_of_paper(begun: Machine) -> None:
    begun("document", "note", "residence-permit", "permit_type=annex-850730", expect=3)
