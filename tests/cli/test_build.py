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
from tests.factories.exported import Crawled
from tests.factories.homes import NOON
from tests.factories.repositories import write_files
from tests.factories.site_pages import PUBLIC_URL
from tests.factories.workshops import open_workshop


@pytest.fixture
def run(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("BECIVIC_PUBLIC_URL", PUBLIC_URL)
    return lambda *arguments: run("build", *arguments)


def corpus_in(folder: Path, files: Files) -> Path:
    write_files(folder, files)
    return folder


def test_a_folder_is_built_with_its_own_catalogue(run: Run, tmp_path: Path) -> None:
    folder = corpus_in(tmp_path / "corpus", Files.valid())
    ran = run("pages", "--corpus", folder, "--no-search")
    assert (ran.code, ran.err) == (0, "")
    assert " pages, " in ran.out
    assert "0 taken away." in ran.out
    assert "€20" in (tmp_path / "pages/skills/demo-application/index.html").read_text(encoding="utf-8")
    assert (tmp_path / "pages/de/skills/demo-application/index.html").is_file()
    assert not (tmp_path / "pages/pagefind").exists()
    assert "; 0 written, 0 taken away." in run("pages", "--corpus", folder, "--no-search").out


def test_languages_are_narrowed_and_an_unknown_one_is_refused(run: Run, tmp_path: Path) -> None:
    folder = corpus_in(tmp_path / "corpus", Files.valid())
    assert run("pages", "--corpus", folder, "--no-search", "--language", "nl").code == 0
    assert (tmp_path / "pages/nl/index.html").is_file()
    assert not (tmp_path / "pages/fr").exists()
    ran = run("pages", "--corpus", folder, "--language", "it")
    assert ran.code == 2
    assert "it is none of en" in ran.err


def test_a_machine_without_pagefind_is_told_and_built(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGEFIND_BINARY_PATH", str(tmp_path / "gone"))
    ran = run("pages", "--corpus", corpus_in(tmp_path / "corpus", Files.valid()), "--language", "en")
    assert ran.code == 0
    assert "no search index" in ran.err
    assert not (tmp_path / "pages/pagefind").exists()


def test_a_page_that_cites_what_is_not_there_is_named_and_fails(run: Run, tmp_path: Path) -> None:
    broken = Files.valid().replaced(APPLICATION, 'uid="val-00001"', 'uid="val-09999"')
    asked = ("pages", "--corpus", corpus_in(tmp_path / "corpus", broken), "--no-search", "--language", "en")
    ran = run(*asked)
    assert ran.code == 1
    assert "/skills/demo-application cites 1 thing that cannot be found." in ran.out
    found = json.loads(run(*asked, "--json").out)
    assert found["unresolved"] == [{"page": "/skills/demo-application", "count": 1}]
    assert (found["folder"], found["written"]) == ("pages", 0)


def test_a_home_is_built_with_its_records(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with closing(open_store(f"sqlite:///{home / 'becivic.db'}")) as store:
        open_workshop(store, home, Files.valid())
        change = ValueChange(value=35, value_type=ValueType.INTEGER)
        store.write(lambda connection: supersede_value(connection, "val-00001", change, BY_SEED, NOON))
    assert run("pages", "--no-search", "--language", "en").code == 0
    assert "€35" in (tmp_path / "pages/skills/demo-application/index.html").read_text(encoding="utf-8")


def test_without_a_home_the_packaged_corpus_is_built_whole_and_every_link_of_it_resolves(
    run: Run, tmp_path: Path
) -> None:
    ran = run("pages", "--json", "--no-search", "--language", "fr")
    found = json.loads(ran.out)
    assert (ran.code, found["unresolved"]) == (0, [])
    assert (tmp_path / "pages/skills/nationality-application/index.md").is_file()
    assert list(Crawled(tmp_path / "pages").broken()) == []


def test_a_folder_with_something_else_in_it_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear", encoding="utf-8")
    ran = run("mine", "--corpus", corpus_in(tmp_path / "corpus", Files.valid()), "--no-search")
    assert ran.code == 2
    assert "holds something else" in ran.err
