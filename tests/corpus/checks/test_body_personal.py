"""body-personal: a skill holds nothing that points to a person."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_personal
from becivic.corpus.findings import Severity
from tests.factories.corpora import CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

SCRUB = "scrub/regex-rules.json"
HEADING = "## Known surprises"
ADDRESS = "a.b@example.org"


def with_line(line: str) -> Files:
    return Files.valid().replaced(CLOCK, HEADING, f"{HEADING}\n\n{line}")


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), body_personal.check)


@requirement("R-SCRUB-12")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Ask a.b@example.org for it.", "email"),
        ("`85.07.30-033.28`", "belgian_nrn"),
        ("<!-- BE71 0961 2345 6769 -->", "iban"),
        ('<Ref name="demo-law" url="https://demo.be/?to=a.b@example.org">it</Ref>', "email"),
        ("https://demo.be/file/85073003328/print", "belgian_nrn"),
        ("85\u00a007\u00a030\u200b 033\u201128", "belgian_nrn"),
    ],
)
def test_a_direct_identifier_in_a_body_is_an_error_at_its_line_and_never_repeated(
    line: str, rule: str
) -> None:
    files = with_line(line)
    at = files.line_of(CLOCK, line)
    found = assert_caught(files, body_personal.check, CLOCK, at, says=f"`{rule}` (direct_identifier)")
    assert "example" not in str(found)
    assert "33" not in found.message + found.remedy


def test_meta_skills_are_read_too() -> None:
    files = Files.valid()
    text = files[FALLBACK].decode() + "\nWrite to a.b@example.org.\n"
    assert_caught(
        files.with_file(FALLBACK, text), body_personal.check, FALLBACK, text.count("\n"), says="email"
    )


@pytest.mark.parametrize(
    ("line", "rule"),
    [("The office is BE 0308.357.159.", "belgian_bce"), ("It is 85.07.30-033.29.", "belgian_nrn")],
    ids=["an indirect identifier", "a direct one whose checksum fails"],
)
def test_an_indirect_identifier_is_a_warning(line: str, rule: str) -> None:
    files = with_line(line)
    [finding] = files.findings([body_personal.check])
    assert finding.severity is Severity.WARNING
    assert finding.place.line == files.line_of(CLOCK, line)
    assert f"`{rule}` (indirect_identifier)" in finding.message


def test_two_hits_on_one_line_are_one_finding_and_two_lines_are_two() -> None:
    files = with_line("a@b.be c@d.be\n\ne@f.be")
    first = files.line_of(CLOCK, "a@b.be")
    assert [each.place.line for each in files.findings([body_personal.check])] == [first, first + 2]


@pytest.mark.parametrize(
    "written",
    [
        f"summary: Ask {ADDRESS}.",
        f"summary: >\n  Ask\n  {ADDRESS}.",
        f"summary: Ask somebody.  # {ADDRESS} knows",
        f"summary: Ask somebody.\nextra: {{{ADDRESS}: 1}}",
    ],
    ids=["a value", "a folded value", "a comment", "a key"],
)
def test_an_identifier_in_the_frontmatter_is_caught_at_its_exact_line(written: str) -> None:
    files = with_summary(written)
    assert_caught(files, body_personal.check, CLOCK, files.line_of(CLOCK, ADDRESS), says="email")


@pytest.mark.parametrize(
    "written",
    [
        r'summary: "Ask a.b\x40example.org."',
        "summary: >\n  It is 85.07.30\n  033.28.",
        r'extra: ["no", {"a.b\u0040example.org": 1}]',
        r'extra: "one\n85\x2e07.30-033.28"',
    ],
    ids=["an escape", "a folded line", "an escaped key", "an escape after a line break"],
)
def test_what_only_yaml_hides_is_caught_at_the_line_of_its_field(written: str) -> None:
    files = with_summary(written)
    line = files.line_of(CLOCK, written.splitlines()[0])
    assert_caught(files, body_personal.check, CLOCK, line, says="direct_identifier")


def with_summary(written: str) -> Files:
    summary = next(line for line in Files.valid()[CLOCK].decode().splitlines() if line.startswith("summary:"))
    return Files.valid().replaced(CLOCK, summary, written)


def test_a_rule_for_another_field_does_not_look_at_skills() -> None:
    files = with_line(f"{ADDRESS}\n").replaced(CLOCK, "summary: ", f"summary: {ADDRESS} ")
    for path, count in (("rationale", 0), ("content.body", 1), ("content.frontmatter.summary", 1)):
        rules = files[SCRUB].decode().replace('"all_strings"', f'["{path}"]')
        found = files.with_file(SCRUB, rules).findings([body_personal.check])
        assert len(found) == count, path


@pytest.mark.parametrize("broken", ['"pattern": "(?=x)', '"pattern": "x*'])
def test_a_rule_that_cannot_run_counts_as_fired_once_and_the_others_still_run(broken: str) -> None:
    files = with_line(ADDRESS).replaced(SCRUB, '"pattern": "', broken)
    at_rule, at_line = sorted(files.findings([body_personal.check]), key=lambda each: each.place.file)
    assert at_rule.message.startswith("skills cannot be scrubbed in full: the pattern of `belgian_nrn` ")
    assert (at_rule.place.file, at_rule.place.line) == (SCRUB, files.line_of(SCRUB, '"pattern"'))
    assert at_rule.severity is Severity.ERROR
    assert at_line.place.file == CLOCK


def test_without_rules_skills_count_as_refused() -> None:
    assert_caught(Files.valid().without(SCRUB), body_personal.check, SCRUB, 1, says="cannot be scrubbed")
