"""docs.json is made of what the corpus has; what people wrote beside the navigation stays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from becivic.corpus.load import Loader
from becivic.corpus.navigation import groups, navigation_file, read_navigation, written_groups
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from tests.factories.corpora import CLOCK, PATHS, Files
from tests.requirement import requirement

DOCS = "docs.json"


def _groups(files: Files) -> dict[str, Any]:
    return {each["group"]: each["pages"] for each in groups(files.load())}


@requirement("R-REPO-13")
def test_the_packaged_file_is_what_is_made_of_the_packaged_corpus() -> None:
    corpus = Loader().load(DirectoryTree(corpus_folder()))
    assert navigation_file(corpus) == (corpus_folder() / DOCS).read_text(encoding="utf-8")


@requirement("R-REPO-13")
def test_every_skill_path_and_document_is_in_one_group() -> None:
    assert _groups(Files.valid()) == {
        "Procedures": ["skills/demo-application", "skills/demo-clock"],
        "Paths": ["paths/demo-certificate"],
        "How agents work": ["skills/meta-no-skill-fallback"],
        "Documents": ["docs/submission-contract-v2"],
    }


def test_agents_come_first_and_the_dashboard_is_not_a_page_of_the_navigation() -> None:
    files = Files.valid()
    for name in (
        "zebra.mdx",
        "index.mdx",
        "agents.mdx",
        "agents/submit.md",
        "README.md",
        "agents/manifest.json",
    ):
        files = files.with_file(name, "# A page\n")
    files = files.with_file("docs/activity/global.md", "# Activity\n").with_file("docs/guide.md", "# Guide\n")
    files = files.with_file("docs/notes/README.md", "# Notes\n")
    found = _groups(files)
    assert found["Start here"] == ["agents", "index", "zebra"]
    assert found["For agents"] == ["agents/submit"]
    assert found["Documents"] == ["docs/guide", "docs/submission-contract-v2"]


@pytest.mark.parametrize("status", ["quarantined", "odd"])
def test_what_was_pulled_or_might_have_been_is_not_led_to(status: str) -> None:
    paths = json.loads(Files.valid()[PATHS])
    paths["paths"]["demo-certificate"]["status"] = status
    files = Files.valid().replaced(CLOCK, "status: beta", f"status: {status}")
    found = _groups(files.with_file(PATHS, json.dumps(paths)))
    assert "Paths" not in found
    assert found["Procedures"] == ["skills/demo-application"]


def test_what_people_wrote_beside_the_navigation_stays_in_its_place() -> None:
    written = {
        "redirects": [{"source": "/old", "destination": "/new"}],
        "navigation": {"groups": [], "anchors": ["kept"]},
        "name": "Ours",
    }
    made = navigation_file(Files.valid().with_file(DOCS, json.dumps(written)).load())
    assert made is not None
    value = json.loads(made)
    assert list(value) == ["redirects", "navigation", "name"]
    assert value["redirects"] == written["redirects"]
    assert value["navigation"]["anchors"] == ["kept"]
    assert value["navigation"]["groups"][0]["group"] == "Procedures"
    assert navigation_file(Files.valid().with_file(DOCS, made).load()) == made


def test_a_corpus_without_the_file_gets_one() -> None:
    made = navigation_file(Files.valid().load())
    assert made is not None
    assert list(json.loads(made)) == ["name", "navigation", "redirects"]
    assert written_groups(Files.valid().load()) is None


@pytest.mark.parametrize("content", ["{", "[]"])
def test_a_file_that_cannot_be_read_is_left_alone(content: str) -> None:
    corpus = Files.valid().with_file(DOCS, content).load()
    assert read_navigation(corpus) is None
    assert navigation_file(corpus) is None
