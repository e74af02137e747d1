"""The pages for agents that people wrote: short, complete, and leading somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from becivic.manual.manual import packaged_manual
from becivic.packaged import corpus_folder
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionType
from becivic.site.agents.endpoints import endpoints
from becivic.site.agents.surfaces import CorpusSurfaces
from becivic.site.book import Book
from tests.factories.grounds import AT, URL, grounds, packaged
from tests.requirement import requirement

PAGES = sorted([corpus_folder() / "agents.mdx", *(corpus_folder() / "agents").rglob("*.mdx")])


def text(page: str) -> str:
    return (corpus_folder() / f"{page}.mdx").read_text(encoding="utf-8")


@requirement("R-AGT-01")
def test_the_overview_is_short_and_says_where_everything_is() -> None:
    told = text("agents")
    assert 25 <= len(told.splitlines()) <= 45
    for tier in ("T0", "T1", "T2", "T3"):
        assert tier in told
    pages = [f"/agents/submit/{kind.value}" for kind in SubmissionType if kind.facts.in_envelope]
    for address in (
        *pages,
        "/agents/manifest.json",
        "/scrub-rules.json",
        "/api/skill-graph",
        "/paths/index.json",
    ):
        assert f"]({address})" in told
    assert "meta-no-skill-fallback" in told
    assert "Help me with [task]. Read $BECIVIC_PUBLIC_URL/agents and follow Be Civic's protocol." in told


@requirement("R-AGT-05")
def test_installing_is_explained_in_general_and_clients_have_their_own_pages() -> None:
    told = text("agents")
    assert "](https://agentskills.io)" in told
    assert "](/agents/install)" in told
    assert "[recommendations](/docs/reference-consumer)" in told
    assert len(re.findall(r"^- \[[^]]+\]\(https://", text("agents/install"), re.MULTILINE)) >= 4
    assert "## What common surroundings offer" in text("docs/reference-consumer")


@requirement("R-AGT-04")
def test_the_feedback_template_speaks_of_every_type_and_every_refusal_a_sender_can_meet() -> None:
    told = text("agents/feedback-template")
    for kind in SubmissionType:
        assert kind is SubmissionType.ANALYTICS or f"](/agents/submit/{kind.value})" in told
    for category in ErrorCategory:
        if category is not ErrorCategory.INVALID_TRANSITION:  # only operators change a state
            assert f"| `{category.value}` | {category.http_status} |" in told


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_on_a_page_for_agents_leads_somewhere(page: Path) -> None:
    known = {*Book(packaged(), URL, AT, manual=packaged_manual()).addresses, *CorpusSurfaces(grounds())}
    known |= {each.path for each in endpoints()} | {"/api/docs"}
    links = re.findall(r"\]\((/[^)#]*)", page.read_text(encoding="utf-8"))
    assert {*links} <= known
