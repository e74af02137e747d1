"""rule-18: versions follow from status and history."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import rule_18
from becivic.rules.contract import BOT_EMAIL
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import (
    DEMO,
    assert_warned,
    line_at,
    with_path,
    with_value,
)
from tests.requirement import requirement

RULE = rule_18.check
VALID = Files.valid()
LINE = VALID.line_of(CLOCK, "version: 0.2.3")
CODE = "invalid_version_for_status"
EDIT = ("Leap years count once.", "Leap years count twice.")


def clock(version: str, status: str = "beta") -> Files:
    return VALID.replaced(CLOCK, "version: 0.2.3\nstatus: beta", f"version: {version}\nstatus: {status}")


def edited(files: Files) -> Files:
    return files.replaced(CLOCK, *EDIT)


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(VALID, RULE)
    assert_clean(VALID, RULE, base=VALID)


@requirement("R-VER-01", "R-CI-19")
@pytest.mark.parametrize(
    ("status", "line"), [("draft", "0.0"), ("alpha", "0.1"), ("beta", "0.2"), ("stable", "1.0")]
)
def test_each_status_has_its_line(status: str, line: str) -> None:
    for other in ("0.0", "0.1", "0.2", "1.0", "1.1", "2.0"):
        files = clock(f"{other}.5", status)
        path = with_value(with_value(VALID, f"{DEMO}/status", status), f"{DEMO}/version", f"{other}.5")
        if other == line:
            assert_clean(files, RULE)
            assert_clean(path, RULE)
        else:
            finding = assert_caught(files, RULE, CLOCK, LINE, says=CODE)
            assert line in finding.message
            assert_caught(path, RULE, PATHS, line_at(path, f"{DEMO}/version"), says=CODE)


@requirement("R-VER-01")
@pytest.mark.parametrize("status", ["quarantined", "deprecated"])
@pytest.mark.parametrize("version", ["0.0.0", "0.1.9", "1.0.3"])
def test_a_terminal_status_keeps_whatever_version_it_had(status: str, version: str) -> None:
    assert_clean(clock(version, status), RULE)


@requirement("R-VER-05", "R-CI-29")
def test_a_pin_is_a_warning_at_its_line() -> None:
    files = VALID.replaced(CLOCK, "status: beta\n", "status: beta\nversion_pin: true\n")
    assert_warned(files, RULE, CLOCK, files.line_of(CLOCK, "version_pin"), says="version_pin")
    files = with_value(VALID, f"{DEMO}/version_pin", True)
    assert_warned(files, RULE, PATHS, line_at(files, f"{DEMO}/version_pin"), says="version_pin")


def test_a_pin_that_is_off_is_no_pin() -> None:
    assert_clean(VALID.replaced(CLOCK, "status: beta\n", "status: beta\nversion_pin: false\n"), RULE)


@requirement("R-VER-02", "R-CI-19")
def test_an_edit_counts_the_patch_up_by_one() -> None:
    assert_clean(edited(clock("0.2.4")), RULE, base=VALID)
    for wrong in ("0.2.3", "0.2.5", "0.2.0", "0.2.2"):
        finding = assert_caught(edited(clock(wrong)), RULE, CLOCK, LINE, base=VALID, says=CODE)
        assert "0.2.4" in finding.remedy


@requirement("R-VER-02")
def test_a_changed_field_is_an_edit() -> None:
    def renamed(version: str) -> Files:
        return clock(version).replaced(CLOCK, "Count the waiting time", "Count the time")

    assert_clean(renamed("0.2.4"), RULE, base=VALID)
    assert_caught(renamed("0.2.3"), RULE, CLOCK, LINE, base=VALID, says="counts the patch")


@requirement("R-VER-02", "R-VER-09", "R-CI-19")
def test_a_path_counts_up_in_the_same_way() -> None:
    changed = with_value(VALID, f"{DEMO}/category", "belgium-brussels")
    assert_clean(with_value(changed, f"{DEMO}/version", "0.1.1"), RULE, base=VALID)
    assert_caught(changed, RULE, PATHS, line_at(changed, f"{DEMO}/version"), base=VALID, says=CODE)


@requirement("R-VER-02")
@pytest.mark.parametrize("version", ["0.2.4", "0.2.2", "0.2.0"])
def test_a_version_that_moves_alone_is_caught(version: str) -> None:
    finding = assert_caught(
        clock(version), RULE, CLOCK, LINE, base=VALID, says="nothing but the version changed"
    )
    assert "0.2.3" in finding.remedy


@requirement("R-VER-06", "R-CI-19")
def test_a_version_never_goes_back_unless_it_is_pinned() -> None:
    back = edited(clock("0.2.1"))
    assert_caught(back, RULE, CLOCK, LINE, base=VALID, says=CODE)
    pinned = back.replaced(CLOCK, "status: beta\n", "status: beta\nversion_pin: true\n")
    found = pinned.findings([RULE], base=VALID)
    assert [each.severity for each in found] == ["warning"]


@requirement("R-VER-05")
def test_a_pin_does_not_lift_the_line_of_the_status() -> None:
    files = clock("0.1.3").replaced(CLOCK, "status: beta\n", "status: beta\nversion_pin: true\n")
    assert [each.severity for each in files.findings([RULE], base=VALID)] == ["error", "warning"]


@requirement("R-VER-01", "R-VER-02", "R-CI-19")
def test_a_change_of_status_starts_its_line_at_patch_0() -> None:
    assert_clean(clock("1.0.0", "stable"), RULE, base=VALID)
    assert_clean(clock("0.1.0", "alpha"), RULE, base=VALID)
    finding = assert_caught(clock("1.0.4", "stable"), RULE, CLOCK, LINE, base=VALID, says="starts its line")
    assert "1.0.0" in finding.remedy


@requirement("R-VER-01")
@pytest.mark.parametrize("status", ["quarantined", "deprecated"])
def test_a_status_that_ends_freezes_the_version(status: str) -> None:
    assert_clean(clock("0.2.3", status), RULE, base=VALID)
    assert_caught(clock("0.2.4", status), RULE, CLOCK, LINE, base=VALID, says="stays what it was")
    ended = clock("0.2.3", status)
    assert_clean(edited(ended), RULE, base=ended)
    assert_caught(edited(clock("0.2.4", status)), RULE, CLOCK, LINE, base=ended)


@requirement("R-VER-02")
def test_a_skill_that_comes_back_starts_its_line_anew() -> None:
    ended = clock("0.2.3", "quarantined")
    assert_clean(clock("0.1.0", "alpha"), RULE, base=ended)
    assert_clean(clock("0.2.0", "beta"), RULE, base=ended)
    assert_caught(clock("0.2.4", "beta"), RULE, CLOCK, LINE, base=ended)


@requirement("R-CI-19")
def test_an_edit_of_tags_alone_may_keep_the_version() -> None:
    def tagged(version: str) -> Files:
        return clock(version).replaced(
            CLOCK, 'title="Law on demonstrations', 'title="The law on demonstrations'
        )

    assert_clean(tagged("0.2.3"), RULE, base=VALID)
    assert_clean(tagged("0.2.4"), RULE, base=VALID)  # that it must not is Rule 14's to say
    assert_caught(tagged("0.2.5"), RULE, CLOCK, LINE, base=VALID, says="only tags changed")


@requirement("R-VER-02")
def test_something_new_starts_at_patch_0() -> None:
    base = VALID.without(CLOCK)
    assert_clean(clock("0.2.0"), RULE, base=base)
    assert_caught(VALID, RULE, CLOCK, LINE, base=base, says="something new")
    assert_clean(with_path(VALID, "demo-other"), RULE, base=VALID)
    files = with_path(VALID, "demo-other", version="0.1.2")
    assert_caught(files, RULE, PATHS, line_at(files, "/paths/demo-other/version"), base=VALID)


def test_something_new_that_has_ended_already_may_carry_any_version() -> None:
    assert_clean(clock("1.0.7", "deprecated"), RULE, base=VALID.without(CLOCK))


@requirement("R-CI-19")
def test_machine_commits_are_held_to_the_same_rule() -> None:
    found = edited(VALID).findings([RULE], base=VALID, author_email=BOT_EMAIL)
    assert [(each.place.file, each.place.line) for each in found] == [(CLOCK, LINE)]


def test_only_the_artefact_that_changed_is_looked_at() -> None:
    files = VALID.replaced(FALLBACK, "Say openly", "Say plainly").replaced(FALLBACK, "1.0.0", "1.0.1")
    assert_clean(files, RULE, base=VALID)


def test_a_version_that_was_off_its_line_is_brought_back_at_patch_0() -> None:
    """lifecycle 9.7: a corpus from before the rule is repaired by the next edit."""
    base = clock("0.5.2")
    assert_clean(edited(clock("0.2.0")), RULE, base=base)


def test_what_the_base_could_not_read_has_no_history() -> None:
    assert_clean(VALID, RULE, base=VALID.with_file(CLOCK, "no frontmatter\n"))
    assert_clean(VALID, RULE, base=VALID.replaced(CLOCK, "status: beta", "status: gone"))
    assert_clean(VALID, RULE, base=VALID.replaced(CLOCK, "version: 0.2.3", "version: two"))


@pytest.mark.parametrize(("old", "new"), [("version: 0.2.3", "version: 2"), ("status: beta", "status: gone")])
def test_a_status_or_version_that_is_none_is_left_to_the_schema(old: str, new: str) -> None:
    assert_clean(VALID.replaced(CLOCK, old, new), RULE, base=VALID)


def test_comments_and_spacing_of_the_frontmatter_are_no_edit() -> None:
    assert_clean(VALID.replaced(APPLICATION, "status: alpha", "status:  alpha  # yet"), RULE, base=VALID)
