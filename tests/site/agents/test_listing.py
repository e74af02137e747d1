"""Which pages are listed, and what they are called."""

from __future__ import annotations

import pytest

from becivic.site.agents.listing import Document, documents, listed_paths, listed_skills
from becivic.site.twins import twin
from tests.factories.corpora import APPLICATION, PATHS, Files
from tests.factories.grounds import packaged


def test_the_page_for_agents_comes_first() -> None:
    assert next(documents(packaged())).address == "/agents"


def test_a_document_without_a_head_is_called_by_its_heading_or_its_name() -> None:
    files = (
        Files.valid()
        .with_file("docs/plain.md", "# A plain page\n\nText.\n")
        .with_file("docs/bare.md", "Text.\n")
        .with_file("docs/half.mdx", "---\ndescription: Half a head.\n---\n\nText.\n")
    )
    found = {each.address: each for each in documents(files.load())}
    assert found["/docs/plain"] == Document("/docs/plain", "A plain page", "")
    assert found["/docs/bare"] == Document("/docs/bare", "bare", "")
    assert found["/docs/half"] == Document("/docs/half", "half", "Half a head.")


@pytest.mark.parametrize("status", ["draft", "quarantined", "deprecated", "nonsense"])
def test_what_carries_no_procedure_for_readers_is_not_listed(status: str) -> None:
    files = Files.valid().replaced(APPLICATION, "status: alpha", f"status: {status}")
    assert "demo-application" not in [each.id for each in listed_skills(files.load())]
    changed = Files.valid().replaced(PATHS, '"status": "alpha"', f'"status": "{status}"')
    assert len(listed_paths(changed.load())) == len(listed_paths(Files.valid().load())) - 1


@pytest.mark.parametrize(
    ("address", "found"),
    [("/", "/index.md"), ("/skills/", "/skills/index.md"), ("/agents", "/agents/index.md")],
)
def test_every_page_has_a_twin_in_markdown(address: str, found: str) -> None:
    assert twin(address) == found
