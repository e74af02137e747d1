"""The static export: what lies where, and what it never writes over."""

from __future__ import annotations

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
    assert len(written) == done.files + 1, "and the mark"
    assert done.unresolved == {}


def test_the_source_of_a_skill_lies_beside_its_page(tmp_path: Path) -> None:
    export(tmp_path)
    assert (tmp_path / "skills/demo-clock.md").read_bytes() == Files.valid()[CLOCK]


def test_an_earlier_export_is_written_over_and_its_leftovers_go(tmp_path: Path) -> None:
    export(tmp_path)
    (tmp_path / "skills/gone.md").write_text("old")
    export(tmp_path)
    assert not (tmp_path / "skills/gone.md").exists()
    assert (tmp_path / MARK).is_file()


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
