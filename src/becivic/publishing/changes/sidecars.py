"""Research reports beside skills and paths: what a submission's provenance adds to them (lifecycle 9.6).

A draft begins the report, an amendment adds a dated section below what is there. Notes stay as they were written,
except where they would read as the section of another amendment or swallow what follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import unescape
from typing import Any, Final

from becivic.clock import rfc3339
from becivic.corpus.load import Corpus
from becivic.corpus.yaml_writing import Unwritable, write_yaml
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.changes.submitted import Submitted
from becivic.rules import caps
from becivic.rules.publishing import Failure
from becivic.rules.skills import SKILL_FILES
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType, owner

_REPORT: Final = SKILL_FILES[2]
_PATH_REPORTS: Final = "paths/research-reports"
_METADATA: Final = (
    "session_count", "first_session_at", "last_session_at", "verified_corpus_refs", "research_sources",
)  # fmt: skip
_SIGNS: Final = re.compile(r"[^0-9a-z]+")
_SECTION: Final = _SIGNS.sub("", f"{SubmissionType.AMENDMENT} {SubmissionType.AMENDMENT.facts.id_prefix}")
_YAML: Final = ("```yaml", "```yml")
_FENCE: Final = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")
_HASH: Final = re.compile(r"(?<!\\)#")
_UNDERLINE: Final = re.compile(r"([ \t>]*)(=+|-+)[ \t]*")
_HEADING: Final = re.compile(r"<(?=/?h[1-6]\b)", re.IGNORECASE)
_MARKUP: Final = re.compile(r"^((?:[ \t]{0,3}>)*[ \t]{0,3})<(?!https?://[^\s<>]*>)")
"""Where HTML could begin that swallows what follows. An address between brackets is none."""


def report_path(target: TargetType, target_id: str) -> str:
    """Where the report of an artefact lies (R-PROV-03)."""
    artefact, artefact_id = owner(target, target_id)
    if artefact is TargetType.SKILL:
        return f"skills/{artefact_id}/{_REPORT}"
    return f"{_PATH_REPORTS}/{artefact_id}.md"


def with_report(submitted: Submitted, corpus: Corpus, now: datetime) -> dict[str, bytes]:
    """The report as the submission leaves it, by its path; nothing where it brings no provenance."""
    provenance = submitted.provenance
    if provenance is None:
        return {}
    path = report_path(submitted.target, submitted.target_id)
    if submitted.type is SubmissionType.DRAFT:
        report = _begun(submitted, provenance)
    else:
        before = corpus.tree.read(path) if path in corpus.files else b""
        report = _continued(before, submitted, provenance, now)
    if len(report) > caps.RESEARCH_NOTES:
        raise Unpublishable(
            Failure.REPORT_TOO_LARGE,
            f"The research report would have {len(report)} bytes; {caps.RESEARCH_NOTES} are allowed.",
        )
    return {path: report}


def stamped(
    submitted: Submitted, regex_passes: Sequence[str], ner_passes: Sequence[str] = ()
) -> dict[str, Any]:
    """The provenance with what only the service writes into it (R-PROV-08). Nothing is ever redacted here: it is
    refused, or a person releases it."""
    return {
        **(submitted.provenance or {}),
        "scrub_summary": {
            "regex_passes": list(regex_passes),
            "ner_passes": list(ner_passes),
            "redactions_applied": 0,
        },
        "research_report_path": report_path(submitted.target, submitted.target_id),
    }


def _begun(submitted: Submitted, provenance: Mapping[str, Any]) -> bytes:
    return f"---\n{_metadata(submitted, provenance)}---\n\n{_contained(provenance)}".encode()


def _continued(before: bytes, submitted: Submitted, provenance: Mapping[str, Any], now: datetime) -> bytes:
    heading = f"## {now.astimezone(UTC).date()} — {submitted.type} {submitted.id}"
    metadata = f"```yaml\n{_metadata(submitted, provenance)}```"
    section = f"{heading}\n\n{metadata}\n\n{_contained(provenance)}".encode()
    above = before.rstrip(b"\n")
    return above + b"\n\n" + section if above else section


def _metadata(submitted: Submitted, provenance: Mapping[str, Any]) -> str:
    known = {name: provenance[name] for name in _METADATA if name in provenance}
    head = {"kind": provenance["kind"], "submitted_at": rfc3339(submitted.submitted_at)}
    try:
        return write_yaml({**head, **known})
    except Unwritable:
        raise Unpublishable(
            Failure.CHANGE_REFUSED, "The provenance cannot be written into the research report."
        ) from None


def _contained(provenance: Mapping[str, Any]) -> str:
    """The notes, closed at their end, so that nothing in them reads as a section or reaches into what follows."""
    notes = str(provenance["research_notes_markdown"]).replace("\r\n", "\n").replace("\r", "\n")
    lines = list(_closed(notes.strip("\n").split("\n")))
    for at in _misleading(lines):
        lines[at] = _HASH.sub(r"\\#", lines[at])
    for at in _underlines(lines):
        lines[at] = _UNDERLINE.sub(r"\1\\\2", lines[at])
    return "".join(f"{line}\n" for line in lines)


def _closed(lines: Sequence[str]) -> Iterator[str]:
    """No HTML outside of code, and code that ends. A fence goes to the start of its line: further in, it could belong
    to an item of a list and end with that, unseen from here."""
    opened = ""
    for line in lines:
        fence = _FENCE.fullmatch(line)
        ends = fence is not None and fence[1].startswith(opened) and not fence[2].strip(" \t")
        if fence is not None and (ends or not opened):
            opened = "" if opened else fence[1]
            yield line.lstrip(" ")
        else:
            yield line if opened else _HEADING.sub("&lt;", _MARKUP.sub(r"\1&lt;", line))
    if opened:
        yield opened


def _misleading(lines: Sequence[str]) -> set[int]:
    """The headings that an amendment's section could have, and those that stand above a block of YAML."""
    found, above = set[int](), 0
    for at, line in enumerate(lines):
        if "#" in line and _SECTION in _letters(line):
            found.add(at)
        elif line.startswith(_YAML) and "##" in lines[above]:
            found.add(above)
        if line.strip():
            above = at
    return found


def _underlines(lines: Sequence[str]) -> Iterator[int]:
    """The lines that would make such a heading of the paragraph above them."""
    read, named = "", False
    for at, line in enumerate(lines):
        if named and _UNDERLINE.fullmatch(line):
            yield at
        if not line.strip(" \t>"):
            read, named = "", False
        read += _letters(line)
        named = named or _SECTION in read
        read = read[-len(_SECTION) :]


def _letters(text: str) -> str:
    """What is read of a text, however it is set."""
    return _SIGNS.sub("", unescape(text).lower())
