"""What a package and main make of each other, file by file and path by path."""

from __future__ import annotations

from pathlib import Path

import pytest

from becivic.corpus.tree import MemoryTree
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.upgrade.package import Package
from becivic.publishing.upgrade.three_way import Merge, ThreeWay, with_version_of
from tests.factories.corpora import CLOCK, PATHS, Files
from tests.factories.json_edits import DEMO, value_at, with_path, with_value, without_value

OLD = Files.valid()


@pytest.fixture
def git(tmp_path: Path) -> CorpusRepository:
    return CorpusRepository.create(tmp_path / "git")


def merged(git: CorpusRepository, main: Files, package: Files, base: Files = OLD) -> Merge:
    packaged = Package.of(MemoryTree(package))
    return ThreeWay(MemoryTree(base), MemoryTree(main), packaged, git.merged_text).merge()


def test_what_the_package_did_not_change_is_not_looked_at(git: CorpusRepository) -> None:
    assert merged(git, OLD.without(CLOCK), OLD) == Merge()


def test_versions_of_main_and_package_do_not_meet(git: CorpusRepository) -> None:
    main = OLD.replaced(CLOCK, "version: 0.2.3\nstatus: beta", "version: 1.0.0\nstatus: stable")
    package = OLD.replaced(CLOCK, "version: 0.2.3", "version: 0.2.4").replaced(
        CLOCK, "Leap years", "Leap days"
    )
    done = merged(git, main, package)
    assert done.conflicts == []
    text = done.files[CLOCK].decode()
    assert "version: 1.0.0\nstatus: stable" in text
    assert "Leap days" in text


@pytest.mark.parametrize("broken", [b"\xff", b"no fence\n", b"---\nid: x\n---\n"])
def test_a_skill_whose_version_cannot_be_read_is_a_text_like_others(broken: bytes) -> None:
    assert with_version_of(OLD[CLOCK], broken) == broken
    assert with_version_of(broken, OLD[CLOCK]) == OLD[CLOCK]


def test_a_new_file_that_main_has_otherwise_is_a_conflict(git: CorpusRepository) -> None:
    done = merged(git, OLD.with_file("docs/a.mdx", "ours\n"), OLD.with_file("docs/a.mdx", "theirs\n"))
    assert (done.conflicts, done.files) == (["docs/a.mdx"], {"docs/a.mdx": b"theirs\n"})


def test_a_new_file_is_added(git: CorpusRepository) -> None:
    assert merged(git, OLD, OLD.with_file("docs/a.mdx", "new\n")) == Merge({"docs/a.mdx": b"new\n"})


def test_both_sides_of_one_path_are_merged_where_they_touch_other_lines(git: CorpusRepository) -> None:
    main = with_value(OLD, f"{DEMO}/title/fr", "Certificat")
    main = with_value(main, f"{DEMO}/version", "0.1.1")
    package = with_value(OLD, f"{DEMO}/last_verified", "2026-11-16")
    done = merged(git, main, with_value(package, f"{DEMO}/version", "0.1.7"))
    after = Files(done.files)
    assert done.conflicts == []
    found = [value_at(after, f"{DEMO}/{name}") for name in ("title/fr", "last_verified", "version")]
    assert found == ["Certificat", "2026-11-16", "0.1.1"]


def test_the_same_line_of_one_path_is_a_conflict_and_as_packaged(git: CorpusRepository) -> None:
    main = with_path(with_value(OLD, f"{DEMO}/title/fr", "Certificat"), "demo-second")
    done = merged(git, main, with_value(OLD, f"{DEMO}/title/fr", "Attestation"))
    assert done.conflicts == [PATHS]
    assert value_at(Files(done.files), f"{DEMO}/title/fr") == "Attestation"
    assert value_at(Files(done.files), "/paths/demo-second/id") == "demo-second"


def test_a_path_that_main_took_away_is_a_conflict_only_where_the_package_changes_it(
    git: CorpusRepository,
) -> None:
    two = with_path(OLD, "demo-second")
    main = without_value(two, DEMO)
    changed = with_value(two, f"{DEMO}/title/fr", "Attestation")
    assert merged(git, main, changed, two).conflicts == [PATHS]
    other = with_value(two, "/paths/demo-second/title/fr", "Attestation")
    done = merged(git, main, other, two)
    assert done.conflicts == []
    assert "demo-certificate" not in value_at(Files(done.files), "/paths")


def test_a_path_that_both_added_otherwise_is_a_conflict(git: CorpusRepository) -> None:
    main = with_path(OLD, "demo-second", purpose="submission")
    package = with_path(OLD, "demo-second", category="belgium-flemish-region")
    assert merged(git, main, package).conflicts == [PATHS]


def test_what_stands_beside_the_entries_follows_the_package(git: CorpusRepository) -> None:
    main = with_value(with_path(OLD, "demo-second"), "/version", "0.1.4")
    done = merged(git, main, with_value(with_value(OLD, "/schema_version", 2), "/version", "0.1.9"))
    after = Files(done.files)
    assert (value_at(after, "/schema_version"), value_at(after, "/version")) == (2, "0.1.4")


def test_a_catalogue_in_another_layout_is_no_change(git: CorpusRepository) -> None:
    main = with_path(OLD, "demo-second")
    assert merged(git, main, OLD.with_file(PATHS, OLD[PATHS] + b"\n")) == Merge()


def test_a_catalogue_that_is_no_json_is_a_text_like_others(git: CorpusRepository) -> None:
    done = merged(git, OLD.with_file(PATHS, "{"), with_path(OLD, "demo-second"))
    assert done.conflicts == [PATHS]


def test_lines_that_fit_and_commas_that_do_not_are_a_conflict(git: CorpusRepository) -> None:
    """Main drops the last field; the package changes one above, and adds one after it."""
    done = ThreeWay(
        MemoryTree(OLD),
        MemoryTree(with_value(OLD, f"{DEMO}/title/fr", "A")),
        Package.of(MemoryTree(with_value(OLD, f"{DEMO}/title/en", "B"))),
        lambda *_: b"{,}",
    ).merge()
    assert done.conflicts == [PATHS]
