"""The static export: what lies where, and what it never writes over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.publishing.previews.known_rows import FiledRows
from becivic.rules.errors import BeCivicError
from becivic.site.static_export import MARK, Exported, export_site
from tests.factories.corpora import CLOCK, PATHS, Files


def export(folder: Path, files: Files | None = None) -> Exported:
    corpus = (files or Files.valid()).load()
    return export_site(corpus, FiledRows(corpus).current, folder, lambda _: None)


def test_pages_and_files_lie_at_their_addresses(tmp_path: Path) -> None:
    done = export(tmp_path / "new")
    written = {
        str(path.relative_to(tmp_path / "new")) for path in (tmp_path / "new").rglob("*") if path.is_file()
    }
    assert {
        "skills/demo-clock.md",
        "skills/demo-clock/index.md",
        "skills/index.md",
        "paths/index.json",
        "paths/index.md",
        "paths/demo-certificate/index.md",
        "schemas/skill.schema.json",
        "communes.json",
        "scrub-rules.json",
        "graph.svg",
    } <= written
    assert len(written) == done.files
    assert done.unresolved == {}


def test_the_source_of_a_skill_lies_beside_its_page(tmp_path: Path) -> None:
    export(tmp_path)
    assert (tmp_path / "skills/demo-clock.md").read_bytes() == Files.valid()[CLOCK]


def test_an_earlier_export_is_written_over_and_what_is_gone_goes(tmp_path: Path) -> None:
    export(tmp_path)
    export(tmp_path, Files.valid().without(CLOCK).without(PATHS))
    assert not (tmp_path / "skills/demo-clock.md").exists()
    assert not (tmp_path / "skills/demo-clock").exists()
    assert (tmp_path / "skills/demo-application.md").is_file()
    assert (tmp_path / MARK).is_file()


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
    "key", ["../../escaped", "a/../../b", "", "x" * 300, "back\\slash", "demo-clock/index.md"]
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


def test_two_pages_at_one_address_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BeCivicError, match="cannot be written"):
        export(tmp_path, Files.valid().with_file("skills.mdx", "Mine.\n"))


@pytest.mark.parametrize("where", [".", "corpus", "corpus/docs/site"])
def test_pages_never_go_where_the_corpus_lies(tmp_path: Path, where: str) -> None:
    corpus = Files.valid().load()
    with pytest.raises(BeCivicError, match="do not go where"):
        export_site(
            corpus, FiledRows(corpus).current, tmp_path / where, lambda _: None, beside=[tmp_path / "corpus"]
        )
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


def test_a_corpus_without_paths_has_no_catalogue_of_them(tmp_path: Path) -> None:
    export(tmp_path, Files.valid().without(PATHS))
    assert not (tmp_path / "paths/index.json").exists()
