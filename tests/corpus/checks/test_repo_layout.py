"""repo-layout: skills and paths lie where readers look for them."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import repo_layout
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

DIAGRAM = "skills/demo-application/process.mmd"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), repo_layout.check)


@requirement("R-REPO-03")
@pytest.mark.parametrize(
    "file",
    [
        "skills/demo-clock/notes.md",
        "skills/demo-clock/canonical.mdx",
        "skills/demo-clock/images/photo.png",
        "skills/demo-clock/canonical.md/more.md",
        "skills/README.md",
        "paths/demo.json",
        "paths/research-reports/demo.txt",
        "paths/research-reports/old/demo.md",
        "proposals/demo.md",
        "archive/demo.md",
    ],
)
def test_a_stray_file_is_caught(file: str) -> None:
    assert_caught(Files.valid().with_file(file, "x\n"), repo_layout.check, file, 1, says="no place here")


@requirement("R-REPO-03", "R-CI-04")
@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("skills/demo-clock/proposals", "one.md"),
        ("skills/demo-clock/archive", "deep/one.md"),
        ("skills/archive", "demo-old/canonical.md"),
        ("skills/proposals", "one.md"),
    ],
)
def test_a_folder_of_an_earlier_round_is_caught_once(folder: str, name: str) -> None:
    files = Files.valid().with_file(f"{folder}/{name}", "x\n").with_file(f"{folder}/two.md", "x\n")
    found = [f for f in files.findings([repo_layout.check]) if f.rule == repo_layout.check.id]
    assert [(finding.place.file, finding.place.line) for finding in found] == [(folder, 1)]
    assert "earlier round" in found[0].message


@requirement("R-REPO-03")
def test_a_folder_without_a_body_is_caught_at_the_file_it_lacks() -> None:
    files = Files.valid().with_file("skills/demo-empty/process.mmd", "flowchart TD\n")
    missing = "skills/demo-empty/canonical.md"
    assert_caught(files, repo_layout.check, missing, 1, says="`demo-empty` has no")


@requirement("R-REPO-03")
def test_a_process_that_branches_needs_its_diagram() -> None:
    files = Files.valid().without(DIAGRAM)
    line = files.line_of(APPLICATION, "## Branching layer")
    assert_caught(files, repo_layout.check, APPLICATION, line, says="process.mmd")


@pytest.mark.parametrize("text", ["The Branching layer is elsewhere.", "### Branching layer"])
def test_only_the_section_itself_asks_for_a_diagram(text: str) -> None:
    files = Files.valid().replaced(CLOCK, "Leap years count once.", text)
    assert_clean(files, repo_layout.check)


@requirement("R-REPO-03", "R-PROV-03")
@pytest.mark.parametrize(
    "file",
    [
        "skills/index.json",
        "skills/demo-clock/research-report.md",
        "skills/demo-clock/process.mmd",
        "skills/demo-clock/templates/letter.md",
        "skills/demo-clock/templates/fr/letter.md",
        "paths/research-reports/demo-certificate.md",
        "docs/archive/old.md",
        "README.md",
    ],
)
def test_files_that_belong_are_fine(file: str) -> None:
    assert_clean(Files.valid().with_file(file, "x\n"), repo_layout.check)
