"""`becivic preview`: what it is compared with, what it prints, how it ends; and nothing is written."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from becivic.cli import preview_output
from becivic.publishing.forge.forge import Proposed
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.previews.shown import ChangeKind, ShownArtefact, Standing
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.rules.targets import TargetType
from becivic.store.store import open_store
from tests.cli.conftest import Run
from tests.factories.command import Ran
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.factories.homes import NOON
from tests.factories.json_edits import DEMO, with_value
from tests.factories.repositories import Clone, write_files
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

OLD = Files.valid()
EDITED = OLD.replaced(CLOCK, "Leap years count once.", 'Leap <VV name="demo-leap-years">2</VV>.')


@pytest.fixture
def run(run: Run) -> Run:
    return lambda *arguments: run("preview", *arguments)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    with closing(open_store(f"sqlite:///{home / 'becivic.db'}")) as store:
        open_workshop(store, home, OLD)
    return home


def branch(home: Path, files: dict[str, bytes]) -> None:
    repository = CorpusRepository.open(home / REPOSITORY)
    LocalForge(repository).open(Proposed("mend", repository.head(), files, "mend\n", NOON))


def kept(home: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}


def data(ran: Ran) -> Any:
    assert ran.out.isascii(), "every sign is spelled out"
    return json.loads(ran.out)


@requirement("R-CI-32")
def test_a_folder_is_compared_with_the_main_of_the_home_and_nothing_is_written(
    run: Run, home: Path, tmp_path: Path
) -> None:
    write_files(tmp_path / "corpus", EDITED)
    before = kept(tmp_path)
    ran = run()
    assert kept(tmp_path) == before
    assert ran.code == 0, ran
    assert "amended, version 0.2.3 → 0.2.4, status beta" in ran.out
    assert "as it would read" in ran.out
    assert "demo-leap-years has no uid yet: val-00003 is the next one free." in ran.out
    assert "1 artefact, 0 other files, compared with" in ran.out


def test_all_of_it_is_data_too(run: Run, home: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "elsewhere", with_value(EDITED, f"{DEMO}/description/en", "Other words."))
    said = data(run("elsewhere", "--json"))
    assert [each["id"] for each in said["artefacts"]] == ["demo-clock", "demo-certificate"]
    assert said["new_uids"] == {"demo-leap-years": "val-00003"}
    assert said["fine"]
    only = data(run("elsewhere", "--json", "--only", "demo-certificate"))
    assert [each["title"] for each in only["artefacts"]] == ["Demonstration certificate"]


def test_a_branch_is_shown_on_main_as_it_is(run: Run, home: Path, tmp_path: Path) -> None:
    branch(home, {CLOCK: EDITED[CLOCK], "docs/a.mdx": b"Words.\n"})
    before = kept(home)
    ran = run("mend")
    assert kept(home) == before
    assert ran.code == 0, ran
    assert "docs/a.mdx" in ran.out
    assert "+Words." in ran.out


def test_errors_exit_1_and_are_printed_as_check_prints_them(run: Run, home: Path) -> None:
    broken = OLD.replaced(APPLICATION, 'Path id="demo-certificate"', 'Path id="nowhere"')
    branch(home, {APPLICATION: broken[APPLICATION]})
    ran = run("mend")
    assert ran.code == 1
    assert "error" in ran.out
    assert "[unresolved-path]" in ran.out or "[rule-" in ran.out


def test_what_somebody_wrote_does_not_speak_to_the_terminal(run: Run, home: Path) -> None:
    nasty = EDITED.replaced(CLOCK, "Leap", "\x1b]0;owned\x07 \u202e [x](http://a.example) [bold]Leap")
    branch(home, {CLOCK: nasty[CLOCK], "docs/a.mdx": b"\x1b[2J\n"})
    ran = run("mend")
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
    assert "\\u{1b}" in ran.out
    assert "[bold]Leap" in ran.out


def test_without_a_home_a_folder_is_compared_with_its_own_git(run: Run, tmp_path: Path) -> None:
    clone = Clone(tmp_path / "clone")
    first = clone.commit(OLD)
    clone.commit(OLD.replaced(APPLICATION, "Some counters", "Most counters"))
    write_files(clone.corpus, EDITED.replaced(APPLICATION, "Some counters", "Most counters"))
    folder = str(clone.corpus)
    said = data(run(folder, "--json"))
    assert [each["id"] for each in said["artefacts"]] == ["demo-clock"]
    said = data(run(folder, "--json", "--base", first))
    assert [each["id"] for each in said["artefacts"]] == ["demo-application", "demo-clock"]
    assert not (tmp_path / "home").exists()


def test_a_repository_without_records_is_no_home(run: Run, home: Path, tmp_path: Path) -> None:
    for file in home.glob("becivic.db*"):
        file.unlink()
    clone = Clone(tmp_path / "clone")
    clone.commit(OLD)
    assert run(str(clone.corpus)).out.startswith("Nothing differs from")
    assert not (home / "becivic.db").exists()


def test_what_falls_shows_where_its_stable_text_is() -> None:
    before, after = Standing("1.0.0", "stable"), Standing("0.1.0", "alpha")
    fallen = ShownArtefact(
        TargetType.SKILL,
        "demo",
        "Demo",
        ChangeKind.AMENDED,
        before,
        after,
        "",
        "",
        previous_stable_sha="a" * 40,
    )
    said = preview_output._said(fallen).plain
    assert said == f"amended, version 1.0.0 → 0.1.0, status stable → alpha, last stable text in {'a' * 40}"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "There is no folder `corpus` here."),
        (("nothing",), "There is no open branch or change request"),
        (("nothing", "--base", "main"), "A branch is compared with main."),
        (("empty",), "holds no corpus."),
        (("mend", "--only", "demo-nothing"), "The change has no skill or path of this id."),
    ],
)
def test_what_cannot_be_looked_at_exits_2(
    run: Run, home: Path, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    (tmp_path / "empty").mkdir()
    branch(home, {CLOCK: EDITED[CLOCK]})
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err


def test_a_branch_without_a_home_is_refused(run: Run, tmp_path: Path) -> None:
    ran = run("mend")
    assert ran.code == 2
    assert "There is no repository here yet." in ran.err


def test_files_that_are_not_in_the_folder_stay(run: Run, home: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "corpus", EDITED.without("skills/demo-application/process.mmd"))
    assert "process.mmd is not here, and stays on main." in run().out


def test_a_conflict_is_said_and_exits_1(run: Run, home: Path) -> None:
    branch(home, {CLOCK: EDITED[CLOCK]})
    repository = CorpusRepository.open(home / REPOSITORY)
    changed = OLD.replaced(CLOCK, "Leap years count once.", "Leap years count never.")
    forge = LocalForge(repository)
    forge.open(Proposed("other", repository.head(), {CLOCK: changed[CLOCK]}, "x\n", NOON))
    forge.merge("other", repository.head())
    ran = run("mend")
    assert ran.code == 1
    assert "It would be refused. Main changed the same lines in" in ran.out


def test_the_help_has_examples(run: Run) -> None:
    assert "becivic preview corpus --base main" in " ".join(run("--help").out.replace("│", " ").split())
