"""path-catalogue-version: the catalogue's version follows its entries."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_catalogue_version
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, line_at, with_path, with_value, without_value
from tests.requirement import requirement

RULE = path_catalogue_version.check


def catalogue(version: str, *statuses: str) -> Files:
    files = with_value(with_value(Files.valid(), "/version", version), "/paths", {})
    for index, status in enumerate(statuses):
        files = with_value(files, f"/paths/demo-{index}", {"status": status})
    return files


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)
    assert_clean(Files.valid(), RULE, base=Files.valid())


@requirement("R-VER-09")
@pytest.mark.parametrize(
    ("statuses", "line"),
    [
        (("draft", "draft"), "0.0"),
        (("draft", "alpha"), "0.1"),
        (("alpha", "beta", "draft"), "0.2"),
        (("stable", "draft"), "1.0"),
        (("draft", "deprecated"), "0.1"),
        (("quarantined",), "0.1"),
        (("beta", "deprecated"), "0.2"),
    ],
)
def test_the_line_is_that_of_the_highest_entry(statuses: tuple[str, ...], line: str) -> None:
    for other in ("0.0", "0.1", "0.2", "1.0"):
        files = catalogue(f"{other}.7", *statuses)
        if other == line:
            assert_clean(files, RULE)
        else:
            finding = assert_caught(files, RULE, PATHS, line_at(files, "/version"), says=line)
            assert f"{line}.0" in finding.remedy


@requirement("R-VER-09")
def test_a_changed_entry_counts_the_patch_up_by_one() -> None:
    base = with_value(Files.valid(), "/version", "0.1.4")
    changed = with_value(base, f"{DEMO}/category", "belgium-brussels")
    assert_clean(with_value(changed, "/version", "0.1.5"), RULE, base=base)
    for wrong in ("0.1.4", "0.1.6", "0.1.3", "0.1.0"):
        files = with_value(changed, "/version", wrong)
        finding = assert_caught(files, RULE, PATHS, line_at(files, "/version"), base=base)
        assert "0.1.5" in finding.remedy


@requirement("R-VER-09")
def test_a_new_or_removed_entry_counts_too() -> None:
    more = with_path(Files.valid(), "demo-other")
    assert_clean(with_value(more, "/version", "0.1.1"), RULE, base=Files.valid())
    assert_caught(more, RULE, PATHS, line_at(more, "/version"), base=Files.valid())
    assert_clean(with_value(Files.valid(), "/version", "0.1.1"), RULE, base=more)


@requirement("R-VER-09")
def test_nothing_changed_keeps_the_version() -> None:
    files = with_value(
        with_value(Files.valid(), "/version", "0.1.1"), "/generated_at", "2026-11-16T00:00:00Z"
    )
    assert_caught(files, RULE, PATHS, line_at(files, "/version"), base=Files.valid(), says="no entry did")
    assert_clean(with_value(Files.valid(), "/generated_at", "2026-11-16T00:00:00Z"), RULE, base=Files.valid())


@requirement("R-VER-09")
def test_a_new_line_starts_at_patch_0() -> None:
    base = with_value(Files.valid(), "/version", "0.1.4")
    promoted = with_value(base, f"{DEMO}/status", "beta")
    assert_clean(with_value(promoted, "/version", "0.2.0"), RULE, base=base)
    files = with_value(promoted, "/version", "0.2.5")
    assert_caught(files, RULE, PATHS, line_at(files, "/version"), base=base, says="patch 0")


def test_a_first_catalogue_has_nothing_to_follow() -> None:
    assert_clean(Files.valid(), RULE, base=Files.valid().without(PATHS))


def test_an_empty_catalogue_may_have_any_version() -> None:
    assert_clean(catalogue("0.3.1"), RULE)


@pytest.mark.parametrize("version", [None, 1, "1.0", "v0.1.0"])
def test_a_version_that_is_none_is_left_to_the_schema(version: object) -> None:
    assert_clean(with_value(Files.valid(), "/version", version), RULE, base=Files.valid())


def test_entries_without_a_readable_status_have_no_say() -> None:
    assert_clean(with_path(Files.valid(), "demo-other", status="gone"), RULE)
    assert_clean(without_value(Files.valid(), f"{DEMO}/status"), RULE)
