"""path-personal: a path holds nothing that points to a person."""

from __future__ import annotations

import json
from typing import Any

import pytest

from becivic.corpus.checks import path_personal
from becivic.corpus.findings import Severity
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import with_value
from tests.requirement import requirement

SCRUB = "scrub/regex-rules.json"
ENTRY = "/paths/demo-certificate"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_personal.check)


@requirement("R-SCRUB-11", "R-SCRUB-12")
@pytest.mark.parametrize("pointer", ["/title", "/description", "/sources/0/notes", "/sources/0/procedure"])
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Ask a.b@example.org.", "email"),
        ("https://demo.be/?rrn=85.07.30-033.28&lang=fr", "belgian_nrn"),
        ("85 07 30 033\u202f28", "belgian_nrn"),
    ],
)
def test_a_direct_identifier_is_an_error_at_its_line_and_never_repeated(
    pointer: str, text: str, rule: str
) -> None:
    files = with_value(Files.valid(), ENTRY + pointer, text, PATHS)
    line = files.line_of(PATHS, json.dumps(text, ensure_ascii=False)[1:-1])
    found = assert_caught(files, path_personal.check, PATHS, line, says=f"`{rule}` (direct_identifier)")
    assert "example" not in str(found)
    assert "33" not in found.message + found.remedy


@requirement("R-SCRUB-11")
@pytest.mark.parametrize(
    "value",
    [85073003328, {"85.07.30-033.28": "x"}, ["x", ["85073003328"]]],
    ids=["a number", "a key", "deep in a list"],
)
def test_numbers_keys_and_lists_hide_nothing(value: Any) -> None:
    files = with_value(Files.valid(), f"{ENTRY}/sources/0/notes", value, PATHS)
    line = next(
        number
        for number, text in enumerate(files[PATHS].decode().splitlines(), start=1)
        if "85073003328" in text or "85.07.30" in text
    )
    assert_caught(files, path_personal.check, PATHS, line, says="belgian_nrn")


@requirement("R-SCRUB-11")
def test_an_escape_hides_nothing() -> None:
    files = Files.valid().replaced(PATHS, '"fr": "', r'"fr": "a.b\u0040example.org ')
    assert_caught(files, path_personal.check, PATHS, files.line_of(PATHS, r"a.b\u0040"), says="email")


def test_an_indirect_identifier_is_a_warning() -> None:
    files = with_value(Files.valid(), f"{ENTRY}/sources/0/notes", "It is BE 0308.357.159.", PATHS)
    [finding] = files.findings([path_personal.check])
    assert finding.severity is Severity.WARNING
    assert "`belgian_bce` (indirect_identifier)" in finding.message


def test_a_rule_for_another_field_does_not_look_at_paths() -> None:
    files = with_value(Files.valid(), f"{ENTRY}/sources/0/notes", "a.b@example.org", PATHS)
    for path, count in (("rationale", 0), ("content.entry.sources.notes", 1)):
        rules = files[SCRUB].decode().replace('"all_strings"', f'["{path}"]')
        assert len(files.with_file(SCRUB, rules).findings([path_personal.check])) == count, path


def test_without_rules_paths_count_as_refused() -> None:
    assert_caught(
        Files.valid().without(SCRUB), path_personal.check, SCRUB, 1, says="paths cannot be scrubbed"
    )


def test_without_paths_there_is_nothing_to_refuse() -> None:
    files = with_value(Files.valid(), "/paths", {}, PATHS)
    assert_clean(files.without(SCRUB), path_personal.check)


def test_a_rule_that_cannot_run_counts_as_fired() -> None:
    files = Files.valid().replaced(SCRUB, '"pattern": "', '"pattern": "x*')
    line = files.line_of(SCRUB, '"pattern"')
    assert_caught(files, path_personal.check, SCRUB, line, says="the pattern of `belgian_nrn`")
