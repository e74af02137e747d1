"""What the specification obliges a harness to, and what the page that agents load tells them of it."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from becivic.rules.errors import ErrorCategory
from becivic_harness import (
    analytics,
    buffer_file,
    collecting,
    documents,
    files,
    library,
    opening,
    profile_edits,
    review,
    session,
    session_facts,
    tiers,
)
from becivic_harness.cli.table import GROUPS
from becivic_harness.opening import Place
from becivic_harness.refusals import Refused
from becivic_harness.routing import NONE_READY
from becivic_harness.session import Probes
from becivic_harness.statuses import IN_TESTING
from tests.becivic_harness.served import graph_with
from tests.factories.harness import Machine, everything, later, machine
from tests.requirement import requirement

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "corpus/skills/becivic/canonical.md").read_text(encoding="utf-8")
FULL = ["multi_turn", "structured_output", "web_fetch", "tool_execution"]


@requirement("R-PRIN-11", "R-BUF-07")
def test_a_first_contact_frames_what_is_shared_and_how_it_is_taken_back() -> None:
    tier = tiers.tier(tiers.Probes(harness_loaded=True, data_dir_writable=True))
    said = " ".join(
        each.say
        for each in opening.opening(opening.FIRST_CONTACT, tier, Place("/x", is_agreed=True, buffer="/x/b"))
    )
    for word in ("anonymously", "approved", "your own log", "take it back", "same help", "/x/b"):
        assert word in said


@requirement("R-PRIN-15")
def test_events_are_made_by_code_and_hold_no_words(tmp_path: Path) -> None:
    here = machine(tmp_path)
    analytics.switch(here, on=True)
    with pytest.raises(Refused):
        analytics.queue(here, "ses_x", "session_outcome", {"outcome": "it went well, thank you"})
    with pytest.raises(Refused):
        analytics.queue(here, "ses_x", "note", {"text": "hello"})
    assert not Path(here.home.outbox).exists()


@requirement("R-BUF-02", "R-BUF-08", "R-HARN-14", "R-BUF-04")
def test_the_buffer_lies_in_the_session_and_every_line_stands_alone(tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes(FULL))
    current = session_facts.require(here)
    collecting.add(here, current, {"type": "feedback", "topic": "praise", "body": "Clear."})
    collecting.add(here, current, {"type": "feedback", "topic": "bug", "body": "Unclear."})
    file = Path(here.home.root, "sessions", current.id, "observations-buffer.jsonl")
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["submission_contract_version"] for line in lines] == ["2.1.0", "2.1.0"]
    assert all(line["type"] == "feedback" and line["feedback_id"] for line in lines)


@requirement("R-BUF-12")
@pytest.mark.parametrize("category", ErrorCategory)
def test_a_person_is_told_in_words_and_not_by_category(category: ErrorCategory) -> None:
    said = review.in_plain_words(category.value)
    assert (
        said != review.in_plain_words("nothing that we know") or category is ErrorCategory.INVALID_TRANSITION
    )
    assert (category.value in said) == (category is ErrorCategory.RATE_LIMIT_EXCEEDED)


@requirement("R-CAP-07", "R-SUB-17")
def test_no_more_is_declared_than_was_said_and_than_the_tier_gives(tmp_path: Path) -> None:
    here = machine(tmp_path)
    told = session.start(here, Probes(["multi_turn", "structured_output"]))
    assert told["capabilities"] == ["multi_turn", "structured_output", "path_traversal", "path_handoff"]
    current = session_facts.require(here)
    with pytest.raises(Refused, match="capability_mismatch"):
        collecting.add(
            here,
            current,
            {
                "type": "validation",
                "target_type": "skill",
                "target_id": "nationality-application",
                "verdict": "confirm",
            },
        )
    kept = collecting.add(here, current, {"type": "feedback", "topic": "praise", "body": "Clear."})
    assert kept.item["declared_capabilities"] == told["capabilities"]


@requirement("R-FM-17")
def test_below_the_floor_of_a_skill_only_concerns_are_filed(tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes(FULL))
    current = session_facts.require(here)
    fields = {"id": "demo-skill", "requires_capabilities": ["vision"]}
    files.write(
        here.home.cached("skill-demo-skill.json"),
        files.as_line({"fetched_at": here.stamp, "document": fields}),
    )
    assert library.lacking(here, "demo-skill", FULL) == ["vision"]
    target = {"target_type": "skill", "target_id": "demo-skill"}
    with pytest.raises(Refused, match="may only file a concern"):
        collecting.add(here, current, {"type": "validation", **target, "verdict": "confirm"})
    content = {
        "scope": "general",
        "body": "The desk asked for two copies.",
        "evidence_date": "2026-11-10",
        "evidence_source": "customer-report",
    }
    done = collecting.add(
        here, current, {"type": "concern", **target, "context": {"language_used": "fr"}, "content": content}
    )
    assert buffer_file.id_of(done.item).startswith("con_")


@requirement("R-COMM-03", "R-COMM-06")
@pytest.mark.parametrize(
    ("code", "language"), [("44021", "NL"), ("62063", "FR"), ("21009", ""), ("63023", "")]
)
def test_where_a_commune_works_in_one_language_nobody_is_asked(code: str, language: str) -> None:
    profile, filled = profile_edits.with_only_language({"commune_nis5": code})
    assert filled == language
    assert profile.get("administration_language", "") == language
    kept = {"commune_nis5": code, "administration_language": "DE"}
    assert profile_edits.with_only_language(kept) == (kept, "")


@requirement("R-FBK-04")
def test_whoever_wants_to_be_known_is_sent_to_mail(agent: Machine) -> None:
    agent("session", "start", "--consent", "--capability", "multi_turn", "--capability", "structured_output")
    told = agent(
        "buffer",
        "add",
        "feedback",
        "topic=other",
        "body=Please call Amina El Idrissi on 0470 12 34 56 about this.",
    ).said
    assert "e-mail to the operators" in told["say"]
    assert "Amina" not in agent.everything()


@requirement("R-MEM-13")
def test_the_index_is_told_at_the_start(agent: Machine) -> None:
    agent("session", "start", "--consent")
    agent("memory", "note", "Moved here for work.")
    assert any(
        "customer_context.md" in line for line in agent.later(minutes=1)("session", "start").said["memory"]
    )


@requirement("R-DOC-02")
@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (
            "residence-permit",
            {"permit_type": "f-card", "validity_end": "2028-06-15", "validity_start": "2023-06-15"},
        ),
        ("passport", {"issuing_country": "ma", "validity_end": "2029-01"}),
        (
            "correspondence",
            {
                "issuing_authority_category": "commune",
                "subject_category": "invitation",
                "deadline_date": "2026-12-03",
            },
        ),
    ],
)
def test_of_a_document_only_the_fields_of_its_kind_are_kept(
    kind: str, fields: dict[str, str], tmp_path: Path
) -> None:
    here = machine(tmp_path)
    done = documents.note(here, kind, kind, fields, frozenset())
    head = done.topic.head
    assert head["source_category"] == kind
    assert head["extraction_date"] == here.today.isoformat()
    assert head["fields_extracted"] == list(fields)
    assert {name: head[name] for name in fields} == {
        name: value[:7] if re.match(r"\d{4}-", value) else value for name, value in fields.items()
    }
    for more in ("document_number", "name", "birth_date", "address", "photo", "text"):
        with pytest.raises(Refused, match="and nothing else"):
            documents.note(here, kind, kind, {**fields, more: "x"}, frozenset())


@requirement("R-DOC-06", "R-DOC-08")
def test_nothing_moves_or_copies_a_file_and_no_draft_of_a_dossier_is_made(agent: Machine) -> None:
    paper = agent.root / "certificate.pdf"
    paper.write_bytes(b"%PDF-1.7 synthetic")
    agent("session", "start", "--consent")
    agent("document", "note", "correspondence", "issuing_authority_category=commune")
    assert paper.read_bytes() == b"%PDF-1.7 synthetic"
    assert "%PDF" not in agent.everything()
    assert "dossier-draft" not in agent.everything()


@requirement("R-MEM-09", "R-MEM-02")
def test_a_cached_procedure_is_served_for_thirty_days_and_no_longer(tmp_path: Path) -> None:
    here = machine(tmp_path)
    files.write(here.home.skill("demo-skill"), "# Demo\n")
    files.write(str(Path(here.home.skill("demo-skill")).parent / ".cached-at"), here.stamp + "\n")
    assert library.skill(later(here, days=29), "demo-skill") == ("# Demo\n", "cache", here.stamp)
    with pytest.raises(Refused, match="too old"):
        library.skill(later(here, days=31), "demo-skill")
    with pytest.raises(Refused, match="no copy"):
        library.skill(here, "other-skill")
    assert timedelta(days=30) == library.OLDEST


@requirement("R-HARN-01", "R-HARN-02", "R-HARN-15", "R-HARN-16", "R-TAG-24")
def test_the_page_that_agents_load_tells_them_their_part() -> None:
    for said in (
        "no rule of any authority stands here",  # two layers
        "Load it once",
        "attribute whatever you note to the one it is about",
        "On a brand-new alpha note differences more closely",
        "Read it in English, speak the language of the conversation",
        "Slow down, say in plain words what is at stake",
        "into a procedure that is called inside it too",
        "go through the person's eligibility before anything else",
    ):
        assert said in PAGE
    named = re.findall(r"`becivic-harness ([a-z]+)", PAGE)
    assert set(named) <= set(GROUPS)


@requirement("R-TIER-08")
def test_the_page_for_agents_without_a_harness_has_the_prompt_and_one_offer() -> None:
    page = (ROOT / "corpus/agents.mdx").read_text(encoding="utf-8")
    assert "Help me with [task]. Read $BECIVIC_PUBLIC_URL/agents and follow Be Civic's protocol." in page
    assert "/api/skill-graph" in page


@requirement("R-BUF-16", "R-BUF-15")
def test_the_feedback_template_speaks_the_vocabulary_of_today() -> None:
    page = (ROOT / "corpus/agents/feedback-template.mdx").read_text(encoding="utf-8")
    for old in ("observation_id", "skill_amendment", "skill_draft", "/api/observations"):
        assert old not in page
    for now in ("concern", "amendment", "validation", "draft", "feedback", "rating"):
        assert now in page


def graph_on(agent: Machine, *nodes: dict[str, str]) -> None:
    agent("session", "start", "--consent")
    cache = agent.data / "cache" / "skill-graph.json"
    cache.parent.mkdir(exist_ok=True)
    document = graph_with(*nodes)
    cache.write_text(
        json.dumps({"fetched_at": "2026-11-18T10:00:00Z", "document": document}), encoding="utf-8"
    )


@requirement("R-HARN-06")
@pytest.mark.parametrize("status", ["alpha", "draft"])
def test_nobody_is_led_into_what_is_in_testing_without_a_yes_to_it(agent: Machine, status: str) -> None:
    graph_on(agent, {"id": "demo-skill", "title": "Demo", "status": status})
    refused = agent("progress", "start", "demo-skill", expect=3).said
    assert (refused["error"], refused["detail"], refused["status"]) == ("in_testing", IN_TESTING, status)
    assert agent("progress", "list").said["active"] == []
    assert not agent("route", "demo").said["gate"]["is_open"]
    assert f"\n  {IN_TESTING}\n  If they decline: {NONE_READY}\n" in agent("route", "demo", "--text").raw
    agent("progress", "start", "demo-skill", "--opted-in")
    agent("progress", "start", "demo-skill")
    agent("progress", "close", "demo-skill", "--outcome", "abandoned")
    assert agent("route", "demo").said["gate"]["is_open"]
    agent("progress", "start", "demo-skill")
    agent("progress", "close", "demo-skill", "--outcome", "abandoned")
    agent("session", "close")
    agent("session", "start")
    agent("progress", "start", "demo-skill", expect=3)


@requirement("R-HARN-06")
@pytest.mark.parametrize("status", ["beta", "stable"])
def test_what_is_ready_is_begun_without_a_question(agent: Machine, status: str) -> None:
    graph_on(agent, {"id": "demo-skill", "title": "Demo", "status": status})
    agent("progress", "start", "demo-skill")


@requirement("R-HARN-06")
def test_the_page_of_a_procedure_in_testing_says_so_before_anything_else(agent: Machine) -> None:
    agent("session", "start", "--consent")
    folder = agent.data / "skills-cache" / "demo-skill"
    folder.mkdir(parents=True)
    (folder / ".cached-at").write_text("2026-11-18T10:00:00Z\n", encoding="utf-8")
    for status, gated in (("alpha", True), ("stable", False)):
        page = f"---\nid: demo-skill\nstatus: {status}\ntags:\n  - demo\n---\n\nstatus: draft\n"
        (folder / "SKILL.md").write_text(page, encoding="utf-8")
        told = agent("skill", "demo-skill").said
        assert told["markdown"] == page
        assert ("gate" in told) == gated
        assert agent("skill", "demo-skill", "--text").raw.startswith(IN_TESTING) == gated


def test_what_is_in_testing_is_asked_about_before_the_end(agent: Machine) -> None:
    graph_on(agent, {"id": "demo-skill", "title": "Demo", "status": "alpha"})
    agent("progress", "start", "demo-skill", "--opted-in")
    assert "in testing" in agent("buffer", "list").said["suggest"][0]
    assert everything(agent.data)
