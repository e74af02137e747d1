"""The static export: what lies where, and what it never writes over."""

from __future__ import annotations

import errno
import io
import json
import os
from pathlib import Path

import pytest
from typing_extensions import Buffer

from becivic.rules.errors import BeCivicError
from becivic.site import static_export
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


@requirement("R-QUAR-06")
def test_a_notice_stands_where_something_was_pulled_for_cause(tmp_path: Path) -> None:
    files = Files.valid().replaced(CLOCK, "status: beta", "status: quarantined")
    export(tmp_path, files.replaced(PATHS, '"status": "', '"status": "quarantined", "was": "'))
    assert not (tmp_path / "skills/demo-clock.md").exists()
    for place in ("skills/demo-clock", "paths/demo-certificate"):
        for name in ("index.html", "index.md"):
            told = (tmp_path / place / name).read_text()
            assert any(word in told for word in ("pulled for cause", "withdrawn"))
            assert not any(
                each in told for each in ("Count the waiting time", "certificate of demonstration")
            )
        assert "data-pagefind-body" not in (tmp_path / place / "index.html").read_text()
    assert json.loads((tmp_path / "paths/index.json").read_text())["paths"] == {}
    assert "/skills/demo-clock -->" not in (tmp_path / "llms-full.txt").read_text()


def test_the_parts_of_a_long_list_are_pages_and_nothing_is_offered_that_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("becivic.site.pages.filtering.PAGE_MOST", 1)
    export(tmp_path, with_agents(), languages=("en", "fr"))
    pages = [tmp_path / "skills" / place / "index.html" for place in ("", "page/2", "page/3")]
    first, second, third = (page.read_text() for page in pages)
    assert 'href="/skills/page/2#results" rel="next"' in first
    assert 'href="/skills/#results" rel="prev"' in second
    assert "demo-clock" in second
    assert "meta-no-skill-fallback" in third
    assert 'href="/fr/skills/page/3#results"' in (tmp_path / "fr/skills/page/2/index.html").read_text()
    assert not (tmp_path / "skills/page/2/index.md").exists()
    assert "<form" not in first
    assert list(Crawled(tmp_path).broken()) == []
    monkeypatch.undo()
    export(tmp_path, with_agents(), languages=("en", "fr"))
    assert not (tmp_path / "skills/page").exists()


def test_nobody_is_sent_to_what_is_not_there(tmp_path: Path) -> None:
    """Of one whose status cannot be read there is not even a notice."""
    export(tmp_path, Files.valid().replaced(CLOCK, "status: beta", "status: odd"))
    sent = (tmp_path / "_redirects").read_text()
    assert "/skills/demo-application/canonical" in sent
    assert "demo-clock" not in sent
    assert not (tmp_path / "skills/demo-clock.html").exists()
    assert not (tmp_path / "skills/demo-clock").exists()


def test_a_page_that_cites_what_is_not_there_is_counted(tmp_path: Path) -> None:
    done = export(tmp_path, Files.valid().replaced(APPLICATION, 'uid="val-00001"', 'uid="val-09999"'))
    assert done.unresolved == {"/skills/demo-application": 1}


class TestStrangers:
    """Whatever lies in the folder and was not written by a build stays as it is, and stops it before anything is touched."""

    @pytest.fixture
    def site(self, tmp_path: Path) -> Path:
        export(tmp_path / "site")
        return tmp_path / "site"

    def refused(self, site: Path) -> str:
        before = {path: path.lstat().st_mtime_ns for path in site.rglob("*")}
        with pytest.raises(BeCivicError, match="Something else lies where a file of the site goes") as caught:
            export(site, languages=("en", "fr"))
        assert {path: path.lstat().st_mtime_ns for path in site.rglob("*")} == before
        return str(caught.value.where)

    def test_a_file_of_the_same_name(self, site: Path) -> None:
        (site / "fr").mkdir()
        (site / "fr/index.html").write_text("mine")
        assert self.refused(site) == str(site / "fr/index.html")
        assert (site / "fr/index.html").read_text() == "mine"

    def test_a_file_where_a_folder_goes(self, site: Path) -> None:
        (site / "fr").write_text("mine")
        assert self.refused(site) == str(site / "fr")

    def test_a_folder_where_a_file_goes(self, site: Path) -> None:
        (site / "fr/index.html").mkdir(parents=True)
        assert self.refused(site) == str(site / "fr/index.html")

    def test_a_link_that_leads_elsewhere(self, site: Path, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (site / "fr").symlink_to(elsewhere)
        assert self.refused(site) == str(site / "fr")
        assert list(elsewhere.iterdir()) == []

    def test_a_file_of_ours_that_became_a_link(self, site: Path, tmp_path: Path) -> None:
        mine = tmp_path / "mine.txt"
        mine.write_text("mine")
        (site / "index.html").unlink()
        (site / "index.html").symlink_to(mine)
        assert self.refused(site) == str(site / "index.html")
        assert mine.read_text() == "mine"

    def test_other_files_are_left_alone(self, site: Path) -> None:
        (site / "robots-of-mine.txt").write_text("mine")
        export(site, languages=("en", "fr"))
        assert (site / "robots-of-mine.txt").read_text() == "mine"


def test_a_full_disk_is_said_and_no_cut_file_counts_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that takes a part alone raises at the next one, or when the file is closed."""

    class Full(io.FileIO):
        room = 4096

        def write(self, content: Buffer) -> int:
            taken = memoryview(content)[: Full.room]
            Full.room -= len(taken)
            if not taken:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(taken)

    def opened(name: str, mode: str, buffering: int = -1) -> io.IOBase:
        del mode
        raw = Full(name, "w")
        return io.BufferedWriter(raw) if buffering else raw

    monkeypatch.setattr(static_export, "open", opened, raising=False)
    with pytest.raises(BeCivicError, match="No space left on device"):
        export(tmp_path / "site")
