"""Research reports: begun by a draft, continued by amendments, and nobody's notes read as somebody else's."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from becivic.corpus.checks import sidecar
from becivic.corpus.checks.sidecar import _metadata
from becivic.corpus.load import Corpus
from becivic.corpus.yaml12 import parse_yaml
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.changes.sidecars import report_path, stamped, with_report
from becivic.publishing.changes.submitted import Submitted
from becivic.rules import caps
from becivic.rules.publishing import Failure
from becivic.rules.submissions import SERVER_SET_PROVENANCE_FIELDS, SubmissionType
from becivic.rules.targets import TargetType
from tests.factories.changes import AMENDMENT_ID, submitted
from tests.factories.corpora import Files
from tests.factories.corpus_edits import REPORT
from tests.factories.homes import NOON
from tests.factories.payloads import payload
from tests.requirement import requirement

AMENDMENT, DRAFT = SubmissionType.AMENDMENT, SubmissionType.DRAFT
SKILL, PATH, SOURCE = TargetType.SKILL, TargetType.PATH, TargetType.PATH_SOURCE
PROVENANCE = payload("amendments/valid/skill/body-with-provenance")["provenance"]
LATER = NOON + timedelta(days=1)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Files.valid().load()


def _sent(kind: SubmissionType, notes: str, **more: Any) -> Submitted:
    provenance = {"kind": "discovery_session", "session_count": 2, **more, "research_notes_markdown": notes}
    return submitted(kind, SKILL, "demo-clock", {}, provenance)


def _report(kind: SubmissionType, notes: str, corpus: Corpus, **more: Any) -> str:
    (report,) = with_report(_sent(kind, notes, **more), corpus, LATER).values()
    return report.decode()


@requirement("R-PROV-03")
@pytest.mark.parametrize(
    ("target", "target_id", "path"),
    [
        (SKILL, "demo-clock", "skills/demo-clock/research-report.md"),
        (PATH, "demo-certificate", "paths/research-reports/demo-certificate.md"),
        (SOURCE, "demo-certificate", "paths/research-reports/demo-certificate.md"),
        (SOURCE, "demo-certificate:commune-desk", "paths/research-reports/demo-certificate.md"),
    ],
)
def test_a_report_lies_beside_what_it_is_about(target: TargetType, target_id: str, path: str) -> None:
    assert report_path(target, target_id) == path


def test_without_provenance_there_is_no_report(corpus: Corpus) -> None:
    assert with_report(submitted(AMENDMENT, SKILL, "demo-clock", {}), corpus, LATER) == {}


@requirement("R-PROV-01", "R-PROV-04")
def test_a_draft_begins_a_report_with_everything_known_of_it(corpus: Corpus) -> None:
    sent = submitted(DRAFT, SKILL, "demo-new", {}, PROVENANCE)
    ((path, raw),) = with_report(sent, corpus, LATER).items()
    head, notes = re.fullmatch(r"---\n(.*?)---\n\n(.*)", raw.decode(), re.DOTALL).groups()  # type: ignore[union-attr]
    assert path == "skills/demo-new/research-report.md"
    assert notes == PROVENANCE["research_notes_markdown"].strip("\n") + "\n"
    expected = {key: value for key, value in PROVENANCE.items() if key != "research_notes_markdown"}
    assert parse_yaml(head) == {**expected, "submitted_at": "2026-11-15T12:00:00Z"}


@requirement("R-PROV-05")
def test_an_amendment_begins_a_report_with_its_own_section_where_there_is_none(corpus: Corpus) -> None:
    assert _report(AMENDMENT, "Read the law.", corpus) == (
        f"## 2026-11-16 — amendment {AMENDMENT_ID}\n\n```yaml\nkind: discovery_session\n"
        'submitted_at: "2026-11-15T12:00:00Z"\nsession_count: 2\n```\n\nRead the law.\n'
    )


@requirement("R-PROV-05")
@pytest.mark.parametrize("ending", ["", "\n", "\n\n\n"])
def test_an_amendment_adds_its_section_below_what_is_there(ending: str) -> None:
    before = f"---\nkind: x\n---\n\nAs it began.{ending}"
    corpus = Files.valid().with_file(REPORT, before).load()
    report = _report(AMENDMENT, "\n\nMore.\r\nAnd more.\rAll.\n\n", corpus)
    assert report.startswith(
        f"---\nkind: x\n---\n\nAs it began.\n\n## 2026-11-16 — amendment {AMENDMENT_ID}\n"
    )
    assert report.endswith("\n\nMore.\nAnd more.\nAll.\n")
    assert Files.valid().with_file(REPORT, report).findings([sidecar.check]) == []


@requirement("R-PROV-07")
def test_a_report_that_would_be_too_long_stops_the_change() -> None:
    corpus = Files.valid().with_file(REPORT, "x" * (caps.RESEARCH_NOTES - 1000)).load()
    assert len(_report(AMENDMENT, "y" * 500, corpus).encode()) <= caps.RESEARCH_NOTES
    with pytest.raises(Unpublishable) as stopped:
        _report(AMENDMENT, "y" * 1000, corpus)
    assert (stopped.value.failure, "yy" in stopped.value.detail) == (Failure.REPORT_TOO_LARGE, False)


def test_provenance_that_no_yaml_can_hold_stops_the_change(corpus: Corpus) -> None:
    with pytest.raises(Unpublishable) as stopped:
        _report(DRAFT, "Notes.", corpus, research_sources=[{"claim": "\ud800"}])
    assert stopped.value.failure is Failure.CHANGE_REFUSED


_FAKE = f"## 2026-11-17 — amendment {AMENDMENT_ID}\n\n```yaml\nresearch_sources: [nowhere]\n```\n\nForged."
HOSTILE = [
    _FAKE,
    f"  {_FAKE}",
    "# 2026 — Amendment AMD_x",
    "##  Findings\n\n\n```yml\n- [",
    "~~~\na ## b\n```yaml\n~~~\n",
    "### Deep\n```yaml\nkind: &a *b\n",
    "```\nnever closed",
    "````\n```\nstill open",
    "~~~~\n~~~\nstill open\n```",
    "<!-- never closed",
    "---\nkind: forged\n---\n",
    "``` not a fence ` at all",
    "\n\n",
    "#" * 3000,
]


@requirement("R-PROV-05", "R-PROV-07")
@pytest.mark.parametrize("kind", [AMENDMENT, DRAFT])
@pytest.mark.parametrize("notes", HOSTILE)
def test_notes_cannot_pass_for_metadata_or_hide_what_follows(notes: str, kind: SubmissionType) -> None:
    files = Files.valid().with_file(REPORT, _report(kind, notes, Files.valid().load()))
    report = _report(AMENDMENT, "Honest.", files.load(), research_sources=["bad address"])
    read = [parse_yaml(block[1]) for block in _metadata(report)]
    assert [each["session_count"] for each in read] == [2, 2]
    assert read[-1]["research_sources"] == ["bad address"]
    assert len(files.with_file(REPORT, report).findings([sidecar.check])) == 1


@given(
    st.lists(st.sampled_from(["## a", "### b", "```", "```yaml", "~~~", "~~~~~", "", "x: 1", "<!--", "-->"]))
)
def test_a_section_reads_as_one_whatever_its_notes_are_made_of(lines: list[str]) -> None:
    empty = Files({}).load()
    first = _report(AMENDMENT, "\n".join(lines), empty).encode()
    second = _report(AMENDMENT, "Honest.", Files({REPORT: first}).load())
    assert [parse_yaml(block[1])["session_count"] for block in _metadata(second)] == [2, 2]


_HEADING = f"2026-11-17 — amendment {AMENDMENT_ID}"
SWALLOWING = [
    *("<!--", "<script>", "<pre>", "<textarea>", "<style>", "<?", "<!X", "<![CDATA[", "<div>", "<table"),
    *("   <!-- x", "> <!--", ">> <script>", "Text.\n<!-- x", "Text <!-- x", "- <!--", "- a\n\n  <script>"),
    "- a\n   ```\nb\n<!-- x",
    "- ```\n  x\n  ```\n<!-- y",
    "  ```\n```\n<script>",
    "```\nx\n```\u00a0\n<!--",
    "    ```\n<!--",
    "> ```\n<!--",
    "1. ~~~\n```\n<pre>",
]
FAKING = [
    f"## {_HEADING}",
    f"> ## {_HEADING}",
    f">   > # {_HEADING} ##",
    f"- ## {_HEADING}",
    f"{_HEADING}\n---",
    f"{_HEADING}\n===\n---",
    f"> {_HEADING}\n> ---",
    f"- {_HEADING}\n  ---",
    f"2026-11-17 — amendment\n{AMENDMENT_ID}\n=",
    f"<h2>{_HEADING}</h2>",
    f"Text <H2>\n{_HEADING}\n</H2>",
    f"- <h2 class=x>{_HEADING}</h2>",
    f"## {_HEADING}".replace("amd_", "&#97;md\\_"),
    f"## {_HEADING}".replace("amendment", "*amend*ment"),
    f"{_HEADING}\n---".replace("amd_", "&#97;md_"),
]


def _headings(report: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(report)
    assert not [token for token in tokens if token.type == "html_block" and token.level == 0]
    inline = [
        child.content for token in tokens for child in token.children or () if child.type == "html_inline"
    ]
    assert not [tag for tag in inline if tag.lower().startswith("<h")]
    return [
        f"{opening.tag} {''.join(child.content for child in words.children or ())}"
        for opening, words in pairwise(tokens)
        if opening.type == "heading_open"
    ]


@requirement("R-PROV-05")
@pytest.mark.parametrize("notes", [*SWALLOWING, *FAKING])
def test_after_any_notes_the_next_section_is_a_section_and_there_is_no_other(notes: str) -> None:
    files = Files.valid().with_file(REPORT, _report(AMENDMENT, notes, Files({}).load()))
    report = _report(AMENDMENT, "Honest.", files.load())
    own = f"h2 2026-11-16 — amendment {AMENDMENT_ID}"
    named = [heading for heading in _headings(report) if f"amendment {AMENDMENT_ID}" in heading]
    assert named == [own, own]
    assert files.with_file(REPORT, report).findings([sidecar.check]) == []


_PIECES = [
    *SWALLOWING,
    *FAKING,
    *HOSTILE[:-1],
    "",
    "text",
    "---",
    "```",
    "~~~",
    "   ```",
    "- a",
    "1. ```",
    "\t```",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=6))
def test_the_next_section_begins_after_notes_made_of_anything_and_they_are_defused_once(
    pieces: list[str],
) -> None:
    first = _report(AMENDMENT, "\n".join(pieces), Files({}).load())
    second = _report(AMENDMENT, "Honest.", Files({REPORT: first.encode()}).load())
    assert _headings(second)[-1] == f"h2 2026-11-16 — amendment {AMENDMENT_ID}"
    notes = first.split("```\n\n", 1)[1]
    assert _report(AMENDMENT, notes, Files({}).load()) == first


def test_html_in_code_and_addresses_between_brackets_stay(corpus: Corpus) -> None:
    notes = "<https://example.org/a>\n\n```html\n<h2>\n<!-- x\n```\n\nTitle\n---\n\n1 < 2, <b>bold</b>\n"
    assert _report(DRAFT, notes, corpus).endswith(f"---\n\n{notes}")


def test_ordinary_notes_stay_as_they_were_written(corpus: Corpus) -> None:
    notes = "# Notes\n\n## What I read\n\n```yaml\nfee: 20\n```\n\n- the law, an amendment of 2020\n"
    assert _report(
        DRAFT, notes.replace("## What I read\n\n", "## What I read\n\nA form:\n"), corpus
    ).endswith(notes.replace("## What I read\n\n", "## What I read\n\nA form:\n"))


@requirement("R-PROV-08")
def test_the_service_adds_what_only_it_writes() -> None:
    sent = submitted(AMENDMENT, SOURCE, "demo-certificate:commune-desk", {}, PROVENANCE)
    added = stamped(sent, ["email"])
    assert added == {
        **PROVENANCE,
        "scrub_summary": {"regex_passes": ["email"], "ner_passes": [], "redactions_applied": 0},
        "research_report_path": "paths/research-reports/demo-certificate.md",
    }
    assert {*added} - {*PROVENANCE} == {*SERVER_SET_PROVENANCE_FIELDS}
