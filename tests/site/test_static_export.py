"""The static export: what lies where, and what it never writes over."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from becivic.rules.errors import BeCivicError
from becivic.site.static_export import MARK
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.exported import Crawled, all_languages, export, with_agents
from tests.requirement import requirement


def written_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_pages_and_files_lie_at_their_addresses(tmp_path: Path) -> None:
    done = export(tmp_path / "new")
    written = written_in(tmp_path / "new")
    assert {
        "index.html",
        "index.md",
        "404.html",
        "skills/demo-clock.md",
        "skills/demo-clock/index.html",
        "skills/demo-clock/index.md",
        "skills/demo-clock/feed.atom",
        "skills/index.html",
        "skills/index.md",
        "paths/index.json",
        "paths/index.html",
        "paths/demo-certificate/index.html",
        "paths/demo-certificate/index.md",
        "search/index.html",
        "activity/index.html",
        "schemas/skill.schema.json",
        "communes.json",
        "scrub-rules.json",
        "graph.svg",
        "feed.atom",
        "sitemap.xml",
        "robots.txt",
        "llms.txt",
        "llms-full.txt",
        "agents/manifest.json",
        ".well-known/security.txt",
        "_redirects",
        "_headers",
    } <= written
    assert len(written) == done.files == done.written
    assert (done.unresolved, done.removed) == ({}, 0)
    assert done.pages > 5


@requirement("R-SITE-02")
def test_every_link_and_anchor_of_every_page_in_every_language_leads_somewhere(tmp_path: Path) -> None:
    export(tmp_path, with_agents(), languages=all_languages())
    crawled = Crawled(tmp_path)
    assert len(crawled.pages) > 4 * 8
    assert list(crawled.broken()) == []


def test_only_the_languages_asked_for_are_there_and_linked(tmp_path: Path) -> None:
    export(tmp_path, with_agents(), languages=("en", "nl"))
    assert (tmp_path / "nl/skills/demo-clock/index.html").is_file()
    assert not (tmp_path / "fr").exists()
    assert not (tmp_path / "en").exists()
    assert list(Crawled(tmp_path).broken()) == []
    assert '<html lang="nl">' in (tmp_path / "nl/index.html").read_text(encoding="utf-8")


def test_a_second_export_writes_nothing_and_keeps_the_times(tmp_path: Path) -> None:
    first = export(tmp_path)
    for file in tmp_path.rglob("*.*"):
        os.utime(file, (1_000, 1_000))
    second = export(tmp_path)
    assert (second.written, second.files) == (0, first.files)
    assert {file.stat().st_mtime for file in tmp_path.rglob("*.html")} == {1_000}


def test_a_change_rewrites_only_what_it_shows_on(tmp_path: Path) -> None:
    export(tmp_path)
    changed = Files.valid().replaced(CLOCK, "\n## ", "\nA sentence more.\n\n## ", 1)
    done = export(tmp_path, changed)
    assert 0 < done.written < done.files / 2
    assert "A sentence more." in (tmp_path / "skills/demo-clock/index.html").read_text(encoding="utf-8")


def test_the_source_of_a_skill_lies_beside_its_page(tmp_path: Path) -> None:
    export(tmp_path)
    assert (tmp_path / "skills/demo-clock.md").read_bytes() == Files.valid()[CLOCK]


def test_what_is_gone_from_the_corpus_goes(tmp_path: Path) -> None:
    export(tmp_path)
    done = export(tmp_path, Files.valid().without(CLOCK).without(PATHS))
    assert done.removed > 0
    assert not (tmp_path / "skills/demo-clock.md").exists()
    assert not (tmp_path / "skills/demo-clock").exists()
    assert not (tmp_path / "paths/index.json").exists()
    assert (tmp_path / "skills/demo-application.md").is_file()
    assert set((tmp_path / MARK).read_text(encoding="utf-8").splitlines()[1:]) == written_in(tmp_path)


def test_what_somebody_put_among_the_pages_stays(tmp_path: Path) -> None:
    export(tmp_path)
    own = [tmp_path / ".git/config", tmp_path / "skills/demo-clock/notes.txt"]
    for file in own:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("mine", encoding="utf-8")
    export(tmp_path, Files.valid().without(CLOCK))
    assert [file.read_text(encoding="utf-8") for file in own] == ["mine", "mine"]
    assert not (tmp_path / "skills/demo-clock/index.md").exists()


@pytest.mark.parametrize("said", [b"mine\n", b"\xff\xfe", b""])
def test_a_mark_of_somebody_else_makes_no_folder_ours(tmp_path: Path, said: bytes) -> None:
    (tmp_path / MARK).write_bytes(said)
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(BeCivicError, match="something else"):
        export(tmp_path)
    assert (tmp_path / "letter.txt").is_file()


def test_a_mark_cannot_name_a_file_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    export(folder)
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with (folder / MARK).open("a", encoding="utf-8") as mark:
        mark.write("../letter.txt\n/letter.txt\n")
    export(folder)
    assert (tmp_path / "letter.txt").is_file()


@pytest.mark.parametrize(
    "key", ["../../escaped", "a/../../b", "x" * 300, "back\\slash", "demo-clock/index.md"]
)
def test_an_address_that_is_no_file_name_is_refused_before_anything_is_touched(
    tmp_path: Path, key: str
) -> None:
    folder = tmp_path / "pages"
    export(folder)
    before = sorted(folder.rglob("*"))
    paths = json.loads(Files.valid()[PATHS])
    paths["paths"] = {key: paths["paths"]["demo-certificate"]}
    if key == "demo-clock/index.md":  # a page inside a page
        paths["paths"]["demo-clock"] = paths["paths"][key]
    with pytest.raises(BeCivicError, match="cannot be written as a file"):
        export(folder, Files.valid().with_file(PATHS, json.dumps(paths)))
    assert sorted(folder.rglob("*")) == before
    assert [path.name for path in tmp_path.iterdir()] == ["pages"]


@pytest.mark.parametrize("where", [".", "corpus", "corpus/docs/site"])
def test_pages_never_go_where_the_corpus_lies(tmp_path: Path, where: str) -> None:
    with pytest.raises(BeCivicError, match="do not go where"):
        export(tmp_path / where, beside=(tmp_path / "corpus",))
    assert list(tmp_path.iterdir()) == []


def test_a_link_to_a_folder_is_followed_and_kept(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    export(tmp_path / "link")
    export(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real/graph.svg").is_file()


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(BeCivicError, match="cannot be written: Not a directory"):
        export(tmp_path / "file/pages")


def test_a_corpus_without_data_is_exported_without_it(tmp_path: Path) -> None:
    export(tmp_path, Files.valid().without("data/communes.json").without("scrub/regex-rules.json"))
    assert not (tmp_path / "communes.json").exists()


def test_what_somebody_else_put_there_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BeCivicError, match="something else"):
        export(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_of_that_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BeCivicError, match="is a file"):
        export(tmp_path / "file")


def test_what_is_withheld_is_not_exported(tmp_path: Path) -> None:
    export(tmp_path, Files.valid().replaced(CLOCK, "status: beta", "status: quarantined"))
    assert not (tmp_path / "skills/demo-clock.md").exists()
    assert not (tmp_path / "skills/demo-clock/index.html").exists()


def test_a_page_that_cites_what_is_not_there_is_counted(tmp_path: Path) -> None:
    done = export(tmp_path, Files.valid().replaced(APPLICATION, 'uid="val-00001"', 'uid="val-09999"'))
    assert done.unresolved == {"/skills/demo-application": 1}
