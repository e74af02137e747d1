"""`becivic build`: what it is made from, what it says, how it ends."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from becivic.catalogue.contents import ValueChange
from becivic.catalogue.inserting import supersede_value
from becivic.rules.submissions import ValueType
from becivic.store.store import open_store
from tests.cli.conftest import Run
from tests.factories.catalogue import BY_SEED
from tests.factories.corpora import APPLICATION, Files
from tests.factories.homes import NOON
from tests.factories.repositories import write_files
from tests.factories.workshops import open_workshop


@pytest.fixture
def run(run: Run) -> Run:
    return lambda *arguments: run("build", *arguments)


def corpus_in(folder: Path, files: Files) -> Path:
    write_files(folder, files)
    return folder


def test_a_folder_is_built_with_its_own_catalogue(run: Run, tmp_path: Path) -> None:
    ran = run("pages", "--corpus", corpus_in(tmp_path / "corpus", Files.valid()))
    assert (ran.code, ran.err) == (0, "")
    assert "pages: 7 pages," in ran.out
    assert "**€20**" in (tmp_path / "pages/skills/demo-application/index.md").read_text(encoding="utf-8")


def test_a_page_that_cites_what_is_not_there_is_named_and_fails(run: Run, tmp_path: Path) -> None:
    broken = Files.valid().replaced(APPLICATION, 'uid="val-00001"', 'uid="val-09999"')
    folder = corpus_in(tmp_path / "corpus", broken)
    ran = run("pages", "--corpus", folder)
    assert ran.code == 1
    assert "/skills/demo-application cites 1 thing that cannot be found." in ran.out
    found = json.loads(run("pages", "--corpus", folder, "--json").out)
    assert found["unresolved"] == [{"page": "/skills/demo-application", "count": 1}]
    assert found["folder"] == "pages"


def test_a_home_is_built_with_its_records(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with closing(open_store(f"sqlite:///{home / 'becivic.db'}")) as store:
        open_workshop(store, home, Files.valid())
        change = ValueChange(value=35, value_type=ValueType.INTEGER)
        store.write(lambda connection: supersede_value(connection, "val-00001", change, BY_SEED, NOON))
    assert run("pages").code == 0
    assert "**€35**" in (tmp_path / "pages/skills/demo-application/index.md").read_text(encoding="utf-8")


def test_without_a_home_the_packaged_corpus_is_built_whole(run: Run, tmp_path: Path) -> None:
    ran = run("pages", "--json")
    found = json.loads(ran.out)
    assert (ran.code, found["unresolved"]) == (0, [])
    assert (tmp_path / "pages/skills/nationality-application/index.md").is_file()


def test_a_folder_with_something_else_in_it_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear", encoding="utf-8")
    ran = run("mine", "--corpus", corpus_in(tmp_path / "corpus", Files.valid()))
    assert ran.code == 2
    assert "holds something else" in ran.err
