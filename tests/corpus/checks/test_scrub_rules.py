"""scrub-rules: the rules file is sound."""

from __future__ import annotations

import json

import pytest

from becivic.corpus.checks import data_schema, scrub_rules
from becivic.packaged import corpus_folder
from becivic.rules.scrub import BASELINE_RULES
from becivic_scrub.checksums import CHECKSUMS
from tests.factories.corpora import Files, assert_caught, assert_clean
from tests.requirement import requirement

SCRUB = "scrub/regex-rules.json"
EMAIL = "[A-Z0-9._%+-]{1,40}@[A-Z0-9-]{1,30}(?:\\\\.[A-Z0-9-]{1,30}){1,4}"


def with_fields(*paths: str) -> Files:
    written = f'"applies_to_fields": {json.dumps(paths)}'
    return Files.valid().replaced(SCRUB, '"applies_to_fields": "all_strings"', written)


def with_pattern(pattern: str) -> Files:
    return Files.valid().replaced(SCRUB, f'"{EMAIL}"', json.dumps(pattern))


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), scrub_rules.check)


@requirement("R-SCRUB-02", "R-CI-27")
def test_the_packaged_rules_are_clean() -> None:
    packaged = (corpus_folder() / SCRUB).read_bytes()
    files = Files.valid().with_file(SCRUB, packaged)
    assert files.findings([scrub_rules.check, data_schema.check]) == []


@requirement("R-SCRUB-02")
def test_a_corpus_without_scrub_rules_is_caught() -> None:
    assert_caught(Files.valid().without(SCRUB), scrub_rules.check, SCRUB, 1, says="missing")


@requirement("R-SCRUB-02")
@pytest.mark.parametrize("name", BASELINE_RULES)
def test_each_of_the_eight_rules_must_be_there(name: str) -> None:
    files = Files.valid().replaced(SCRUB, f'"name": "{name}"', '"name": "other"')
    assert_caught(files, scrub_rules.check, SCRUB, files.line_of(SCRUB, '"rules"'), says=f"`{name}`")


@requirement("R-SCRUB-03", "R-CI-27")
def test_a_name_used_twice_is_caught_at_the_second_line() -> None:
    document = json.loads(Files.valid()[SCRUB])
    document["rules"].append(document["rules"][0])
    text = json.dumps(document, indent=2) + "\n"
    line = text.count("\n", 0, text.rindex('"belgian_nrn"')) + 1
    assert_caught(Files.valid().with_file(SCRUB, text), scrub_rules.check, SCRUB, line, says="`belgian_nrn`")


@requirement("R-SCRUB-04", "R-CI-27")
@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("(?=@)[a-z]", "alike"),
        ("(a+)+@", "repeats without bound"),
        ("(?P<user>x)@", "alike"),
        ("[a-z]{3}", "nothing personal"),
        ("(((", "never closes"),
    ],
)
def test_a_pattern_that_is_not_fit_is_caught_at_its_line_and_not_repeated(pattern: str, says: str) -> None:
    files = with_pattern(pattern)
    line = files.line_of(SCRUB, '"name": "email"') + 2
    found = assert_caught(files, scrub_rules.check, SCRUB, line, says=says)
    assert pattern not in found.message + found.remedy


@requirement("R-SCRUB-03", "R-SCRUB-04")
@pytest.mark.parametrize("path", ["content.lost", "cohort_anchor", "user_email", "rationale.more"])
def test_a_field_that_no_submission_has_is_caught_at_its_line(path: str) -> None:
    files = with_fields("rationale", path)
    assert_caught(files, scrub_rules.check, SCRUB, files.line_of(SCRUB, f'"{path}"'), says="no submission")


@requirement("R-SCRUB-03")
@pytest.mark.parametrize("name", ["modulo_96", "luhn_of_old"])
def test_a_checksum_that_the_engine_does_not_know_is_caught_at_its_line(name: str) -> None:
    files = Files.valid().replaced(SCRUB, '"checksum": null', f'"checksum": "{name}"')
    found = assert_caught(files, scrub_rules.check, SCRUB, files.line_of(SCRUB, name), says="no checksum")
    assert "modulo_97_belgian_nrn, " in found.remedy


@requirement("R-SCRUB-03")
@pytest.mark.parametrize("name", CHECKSUMS)
def test_every_checksum_of_the_engine_may_be_named(name: str) -> None:
    files = Files.valid().replaced(SCRUB, '"checksum": null', f'"checksum": "{name}"')
    assert_clean(files, scrub_rules.check)


@requirement("R-SCRUB-04", "R-CI-27")
def test_a_pattern_that_only_re2_does_not_take_is_caught_at_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("becivic.scrub.linear._PATTERN_MEMORY", 2048)
    found = with_pattern("(?:[0-9]{1,10}[a-f]){1,15}@").findings([scrub_rules.check])
    line = Files.valid().line_of(SCRUB, '"name": "email"') + 2
    assert line in {each.place.line for each in found if "linear-time" in each.message}


@requirement("R-SCRUB-03")
def test_fields_of_different_submissions_resolve() -> None:
    files = with_fields("rationale", "content.body", "provenance.research_notes_markdown", "would_be_5_stars")
    assert_clean(files, scrub_rules.check)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"applies_to_fields": "all_strings"', '"applies_to_fields": "some"'),
        ('"applies_to_fields": "all_strings"', '"applies_to_fields": ["No Path"]'),
        (f'"{EMAIL}"', "3"),
        (f'"{EMAIL}"', '""'),
        ('"checksum": null', '"checksum": 3'),
    ],
)
def test_what_the_schema_refuses_is_reported_there_alone(old: str, new: str) -> None:
    found = Files.valid().replaced(SCRUB, old, new).findings([data_schema.check, scrub_rules.check])
    assert [finding.rule for finding in found] == ["data-schema"]


def test_a_file_that_cannot_be_read_is_the_loaders_to_report() -> None:
    files = Files.valid().with_file(SCRUB, "{")
    assert [finding.rule for finding in files.findings([scrub_rules.check])] == ["unreadable"]


def test_a_file_of_another_shape_never_stops_the_rule() -> None:
    files = Files.valid().with_file(SCRUB, '{"rules": [3, {}, {"name": 3}]}\n')
    assert {finding.rule for finding in files.findings([scrub_rules.check])} <= {"scrub-rules"}
