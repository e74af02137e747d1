"""sidecar: research reports are short, sourced and scrubbed."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import sidecar
from becivic.corpus.findings import Severity
from becivic.rules import caps
from tests.factories.corpora import Files, assert_caught, assert_clean
from tests.requirement import requirement

SCRUB = "scrub/regex-rules.json"
SKILL_REPORT = "skills/demo-clock/research-report.md"
PATH_REPORT = "paths/research-reports/demo-certificate.md"

REPORT = """---
kind: discovery_session
submitted_at: 2026-11-15T10:00:00Z
session_count: 2
research_sources:
  - url: https://www.ejustice.just.fgov.be/eli/demo
    kind: citation-grade
    claim: The waiting time is two years.
---

Two counters were asked, and both agree.

## 2026-11-16 — amendment amd_demo

```yaml
kind: discovery_session
session_count: 1
research_sources:
  - url: https://demo.belgium.be/amended
    kind: context-grade
    claim: The form has a new number.
```

The form was renumbered.
"""


def with_report(text: str, file: str = SKILL_REPORT) -> Files:
    return Files.valid().with_file(file, text)


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), sidecar.check)


@requirement("R-PROV-03", "R-PROV-07")
@pytest.mark.parametrize("file", [SKILL_REPORT, PATH_REPORT])
@pytest.mark.parametrize("text", [REPORT, "Only notes.\n", "", REPORT.replace("\n", "\r\n")])
def test_a_well_kept_report_is_clean(file: str, text: str) -> None:
    assert_clean(with_report(text, file), sidecar.check)


@requirement("R-CI-28", "R-PROV-07")
@pytest.mark.parametrize("file", [SKILL_REPORT, PATH_REPORT])
def test_a_report_above_the_cap_is_caught_and_one_at_the_cap_is_not(file: str) -> None:
    at_cap = "é" * (caps.RESEARCH_NOTES // 2)
    assert_clean(with_report(at_cap, file), sidecar.check)
    assert_caught(with_report(at_cap + "x", file), sidecar.check, file, 1, says="50 KiB")


@requirement("R-CI-28", "R-PROV-07")
@pytest.mark.parametrize("url", ["demo.be/page", "https://nowhere", "''", "3", "[a]"])
@pytest.mark.parametrize(
    "written", ["https://www.ejustice.just.fgov.be/eli/demo", "https://demo.belgium.be/amended"]
)
def test_a_bad_source_is_caught_in_the_head_and_in_an_amendment(written: str, url: str) -> None:
    files = with_report(REPORT.replace(written, url))
    line = REPORT.count("\n", 0, REPORT.index(written)) + 1
    assert_caught(files, sidecar.check, SKILL_REPORT, line, says="web address")


@requirement("R-PROV-07")
@pytest.mark.parametrize(
    ("sources", "line"),
    [("\n  - kind: read-only", 6), ("\n  - https://demo.be/\n  - nowhere", 7), (" [nowhere]", 5)],
)
def test_a_source_without_an_address_is_caught(sources: str, line: int) -> None:
    text = (
        f"---\nkind: discovery_session\nsession_count: 1\nnote: x\nresearch_sources:{sources}\n---\nNotes.\n"
    )
    assert_caught(with_report(text), sidecar.check, SKILL_REPORT, line, says="web address")


@requirement("R-PROV-07")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\nkind: a\nkind: b\n---\nNotes.\n", 3),
        ("---\nkind: [\n---\nNotes.\n", 3),
        ("---\nnever closed: [\n", 3),
        ("Notes.\n\n## 2026-11-16 — amendment\n\n```yaml\na: 1\nb: &x 2\n```\n", 7),
        ("## 2026-11-16 — amendment\n```yml\na: 1\nb: &x 2\n", 4),
    ],
)
def test_metadata_that_cannot_be_read_is_caught_at_its_line(text: str, line: int) -> None:
    assert_caught(with_report(text), sidecar.check, SKILL_REPORT, line, says="metadata")


@pytest.mark.parametrize("above", ["Notes.", "### A detail", "As in ## this"])
def test_a_yaml_example_in_the_prose_is_not_metadata(above: str) -> None:
    text = f"{above}\n\n```yaml\nresearch_sources: [nowhere\n```\n"
    assert_clean(with_report(text), sidecar.check)


@requirement("R-CI-28", "R-PROV-07", "R-SCRUB-12")
@pytest.mark.parametrize("file", [SKILL_REPORT, PATH_REPORT])
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("85.07.30-033.28", "belgian_nrn"),
        ("85\u00a007\u00a030\u200b 033\u201128", "belgian_nrn"),
        ("BE71 0961 2345 6769", "iban"),
        ("a.b@example.org", "email"),
    ],
)
def test_a_direct_identifier_is_caught_at_its_line_and_never_repeated(
    file: str, text: str, name: str
) -> None:
    files = with_report(f"Notes.\n\nSee {text} there.\n", file)
    found = files.findings([sidecar.check])
    assert f"the scrub rule `{name}` (direct_identifier) fires here" in {f.message for f in found}
    assert {(f.place.line, f.severity) for f in found if name in f.message} == {(3, Severity.ERROR)}
    assert text not in str(found)


@requirement("R-PROV-07")
def test_an_identifier_in_the_metadata_is_caught_too() -> None:
    files = with_report(REPORT.replace("The form has a new number.", "Ask a.b@example.org."))
    line = REPORT.count("\n", 0, REPORT.index("The form has")) + 1
    assert_caught(files, sidecar.check, SKILL_REPORT, line, says="email")


def test_an_indirect_identifier_is_a_warning() -> None:
    [finding] = with_report("The office is BE 0308.357.159.\n").findings([sidecar.check])
    assert finding.severity is Severity.WARNING
    assert "belgian_bce" in finding.message


def test_a_direct_identifier_whose_checksum_fails_is_a_warning() -> None:
    [finding] = with_report("It is 85.07.30-033.29.\n").findings([sidecar.check])
    assert finding.severity is Severity.WARNING
    assert "`belgian_nrn` (indirect_identifier)" in finding.message


def test_two_hits_on_one_line_are_one_finding_and_two_lines_are_two() -> None:
    found = with_report("a@b.be c@d.be\n\ne@f.be\n").findings([sidecar.check])
    assert [finding.place.line for finding in found] == [1, 3]


def test_a_rule_for_another_field_does_not_look_at_reports() -> None:
    files = with_report("a@b.be\n")
    rules = files[SCRUB].decode("utf-8").replace('"all_strings"', '["rationale"]')
    rules = rules.replace('["rationale"]', '"all_strings"', 1)
    assert_clean(files.with_file(SCRUB, rules), sidecar.check)


def test_without_rules_a_report_counts_as_refused() -> None:
    files = with_report("Notes.\n").without(SCRUB)
    assert_caught(files, sidecar.check, SKILL_REPORT, 1, says="cannot be scrubbed")


@pytest.mark.parametrize("broken", ["(?=x)", "x*"])
def test_a_rule_that_cannot_run_counts_as_fired_and_the_others_still_run(broken: str) -> None:
    files = with_report("Notes.\n").replaced(SCRUB, '"pattern": "', f'"pattern": "{broken}')
    assert_caught(files, sidecar.check, SKILL_REPORT, 1, says="`belgian_nrn` cannot run")
    both = files.with_file(SKILL_REPORT, "Notes.\n\na@b.be\n").findings([sidecar.check])
    assert [finding.place.line for finding in both] == [1, 3]


def test_rules_of_which_none_can_run_all_count_as_fired() -> None:
    files = with_report("Notes.\n")
    rules = files[SCRUB].decode("utf-8").replace('"pattern": "', '"pattern": "x*')
    found = files.with_file(SCRUB, rules).findings([sidecar.check])
    assert {finding.message.partition("` ")[2] for finding in found} == {"cannot run, which counts as fired"}
    assert len(found) == 8


def test_when_no_rule_looks_at_reports_they_count_as_refused() -> None:
    files = with_report("Notes.\n")
    rules = files[SCRUB].decode("utf-8").replace('"all_strings"', '["rationale"]')
    assert_caught(
        files.with_file(SCRUB, rules), sidecar.check, SKILL_REPORT, 1, says="there are no rules to run"
    )
    named = rules.replace('["rationale"]', '["provenance.research_notes_markdown"]')
    assert_clean(files.with_file(SCRUB, named), sidecar.check)


def test_a_report_that_is_not_utf_8_is_still_scrubbed() -> None:
    files = Files.valid().with_file(SKILL_REPORT, b"\xff\xfe\na@b.be\n")
    assert_caught(files, sidecar.check, SKILL_REPORT, 2, says="email")
