"""The repository itself: what must be in it, what it must say, and what must never be in it."""

from __future__ import annotations

import fnmatch
import re
import subprocess
import tomllib
from inspect import signature
from pathlib import Path

import pytest

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Context, run_rules
from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.rules import capabilities
from becivic.rules.contract import CONTRACT_VERSION, contract_document
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.skills import DISCLAIMER, Section
from becivic.rules.submissions import SubmissionType
from tests.requirement import requirement

ROOT = Path(__file__).resolve().parent.parent
CORPUS = corpus_folder()


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def prose(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@requirement("R-REPO-04", "R-REPO-16")
@pytest.mark.parametrize(
    "name",
    [
        "README.md", "CONTRIBUTING.md", "LICENSE", "CHANGELOG.md", ".gitattributes", ".editorconfig",
        "corpus/index.mdx", "corpus/agents.mdx", "corpus/docs.json", "corpus/docs", "corpus/schemas",
        "corpus/data", "corpus/data-snapshot", "corpus/skills", "corpus/paths", "tests/fixtures", "tools",
        ".github/ISSUE_TEMPLATE/skill-error-report.yml", ".github/ISSUE_TEMPLATE/bug-report.yml",
    ],
)  # fmt: skip
def test_the_repository_carries(name: str) -> None:
    assert (ROOT / name).exists()


@requirement("R-PRIN-07")
def test_everything_is_under_one_open_licence() -> None:
    project = tomllib.loads(prose(ROOT / "pyproject.toml"))["project"]
    assert project["license"] == "CC-BY-4.0"
    licence = prose(ROOT / "LICENSE")
    assert "code and content alike" in licence
    assert "Creative Commons Attribution 4.0 International" in licence
    assert "Section 8" in licence


@requirement("R-PRIN-05", "R-REPO-16")
def test_the_readme_carries_the_disclaimer_and_the_honour_system() -> None:
    readme = prose(ROOT / "README.md")
    assert DISCLAIMER in readme
    assert "honour system" in readme


@requirement("R-PRIN-06", "R-FM-18")
def test_the_contract_declares_the_staging_address_in_one_place() -> None:
    contract = prose(CORPUS / contract_document(CONTRACT_VERSION))
    assert len(re.findall(r"^STAGING_URL = \$BECIVIC_PUBLIC_URL/api$", contract, re.MULTILINE)) == 1
    assert CONTRACT_VERSION in contract
    skills = [prose(path) for path in CORPUS.glob("skills/*/canonical.md")]
    assert not any("/api/feedback" in skill for skill in skills)


@requirement("R-PRIN-09")
def test_a_capability_check_sees_what_is_declared_and_never_who_declares_it() -> None:
    assert list(signature(capabilities.missing).parameters) == ["tier", "declared"]
    assert list(signature(SubmissionType.tier).parameters) == ["self", "target"]


@requirement("R-PRIN-16")
def test_our_words_never_promise_that_be_civic_itself_will_help() -> None:
    pages = [*CORPUS.rglob("*.md"), *CORPUS.rglob("*.mdx"), ROOT / "README.md"]
    assert pages
    for page in pages:
        assert not re.search(r"Be Civic (?:will|can|is going to) help", prose(page)), page


@requirement("R-GRAPH-12")
@pytest.mark.parametrize("kind", [kind for kind in SubmissionType if kind.facts.targets])
def test_a_submission_targets_exactly_one_artefact(kind: SubmissionType) -> None:
    properties = packaged_registry().documents[kind.schema_file]["properties"]
    identifier = "proposed_id" if kind is SubmissionType.DRAFT else "target_id"
    assert set(properties["target_type"]) >= {"enum"}
    assert properties[identifier].get("type", "string") == "string"


@requirement("R-TEST-06", "R-TEST-05")
def test_every_change_runs_the_whole_suite_and_every_check() -> None:
    script = prose(ROOT / ".ci/run")
    assert (ROOT / ".ci/run").stat().st_mode & 0o111
    assert "make test" in script
    assert "make check" in script


@requirement("R-BODY-04")
def test_curated_surprises_and_community_observations_are_two_sections() -> None:
    titles = list(Section)
    assert titles.index(Section.SURPRISES) + 1 == titles.index(Section.OBSERVATIONS)
    assert not Section.SURPRISES.is_optional
    assert not Section.OBSERVATIONS.is_optional


@pytest.fixture(scope="module")
def context() -> Context:
    return Context.of(Loader().load(DirectoryTree(CORPUS)))


class TestTheSeed:
    """The packaged corpus is clean. What it holds is looked at in test_starter_corpus.py."""

    def test_it_is_clean_without_even_a_warning(self, context: Context) -> None:
        assert run_rules(ALL_RULES, context) == []

    def test_the_application_branches_requires_the_clock_and_has_a_diagram(self, context: Context) -> None:
        skill = context.corpus.skills["nationality-application"]
        assert skill.body.section(Section.BRANCHING)
        assert "process.mmd" in skill.companions
        assert "nationality-residence-clock" in context.corpus.graph.needs(skill.id)


class TestNothingForeign:
    """What may never be committed."""

    def test_no_package_index_address_is_named(self) -> None:
        """No option that takes one anywhere, and no address at all where packages are named."""
        option = re.compile(r"index[-_]url|find[-_]links|--index\b")
        address = re.compile(r"://(?!127\.0\.0\.1)")
        naming = {
            "Makefile",
            "run",
            "pyproject.toml",
            "lock.py",
            "requirements.lock",
            "requirements-dev.lock",
            "requirements-bench.lock",
        }
        seen = set()
        for path in tracked():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert path == Path(__file__) or not option.search(text), path
            if path.name in naming:
                seen.add(path.name)
                assert not address.search(text), path
        assert seen >= naming

    def test_locks_pin_exact_versions_and_nothing_else(self) -> None:
        for name in ("requirements.lock", "requirements-dev.lock", "requirements-bench.lock"):
            lines = [line for line in prose(ROOT / name).splitlines() if not line.startswith("#")]
            assert lines
            assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.+]*", line) for line in lines)

    @requirement("R-REPO-08")
    def test_text_files_are_utf8_with_lf_and_end_with_a_newline(self) -> None:
        checked = 0
        for path in tracked():
            if path.suffix in {
                ".py",
                ".md",
                ".mdx",
                ".json",
                ".jsonl",
                ".yml",
                ".toml",
                ".mmd",
                ".tsv",
                ".lock",
            }:
                raw = path.read_bytes()
                assert raw.decode("utf-8") == raw.decode("utf-8-sig"), f"{path} has a byte order mark"
                assert b"\r" not in raw, f"{path} has carriage returns"
                assert not raw or raw.endswith(b"\n"), f"{path} lacks its final newline"
                checked += 1
        assert checked > 500

    @requirement("R-REPO-07")
    def test_the_old_taxonomy_is_gone(self) -> None:
        assert {path.name for path in (CORPUS / "schemas").glob("*.schema.json")} == set(SchemaFile)


@requirement("R-PROV-09")
def test_the_contract_says_that_one_grant_covers_a_change_and_its_research_notes() -> None:
    licence = prose(CORPUS / contract_document(CONTRACT_VERSION)).partition("## 10. Licence")[2]
    assert "CC BY 4.0" in licence
    assert "the text of the change and the research notes sent with it, together" in licence


# --- what is said of the house ------------------------------------------------------------------------------------

_IN_BACKTICKS = re.compile(r"`([^`\s<…]+)`")
_FILE_OR_FOLDER = re.compile(r"[\w*][\w*./-]*(?:/|\.(?:json|md|mdx|py|toml|tsv|yml))")


def named_places(text: str) -> set[str]:
    """Files and folders that a page names: in backticks, and first in a line of its drawings."""
    prose, drawings = "".join(text.split("```")[::2]), "".join(text.split("```")[1::2])
    drawn = [place for line in drawings.splitlines() for place in _drawn(line)]
    return {each for each in (*_IN_BACKTICKS.findall(prose), *drawn) if _FILE_OR_FOLDER.fullmatch(each)}


def _drawn(line: str) -> list[str]:
    """`consensus/cases.py, votes.py`: the second stands where the first does."""
    first, *others = line.lstrip().partition("  ")[0].split(", ")
    folder = first[: first.rfind("/") + 1]
    return [first, *(each if "/" in each else folder + each for each in others)]


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_file_and_folder_that_a_page_of_ours_names_is_there(page: str) -> None:
    files = {f"/{file.relative_to(ROOT).as_posix()}" for file in tracked()}
    places = files | {f"{folder.as_posix()}/" for file in files for folder in Path(file).parents}
    named = named_places(prose(ROOT / page))
    assert named
    assert [each for each in sorted(named) if not fnmatch.filter(places, f"*/{each}")] == []
