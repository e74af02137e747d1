"""Research reports beside skills and paths: what a submission's provenance adds to them (lifecycle 9.6).

A draft begins the report, an amendment adds a dated section below what is there. Notes stay as they were written,
except where they would read as the section of another amendment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
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
_SECTION: Final = f"{SubmissionType.AMENDMENT} {SubmissionType.AMENDMENT.facts.id_prefix}"
_YAML: Final = ("```yaml", "```yml")
_FENCE: Final = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")


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
    lines = notes.strip("\n").split("\n")
    for at in _misleading(lines):
        lines[at] = lines[at].replace("#", "\\#")
    return "".join(f"{line}\n" for line in (*lines, *_open_end(lines)))


def _misleading(lines: Sequence[str]) -> set[int]:
    """The headings that an amendment's section could have, and those that stand above a block of YAML."""
    found, above = set[int](), 0
    for at, line in enumerate(lines):
        if line.lstrip(" ").startswith("#") and _SECTION in line.lower():
            found.add(at)
        elif line.startswith(_YAML) and "##" in lines[above]:
            found.add(above)
        if line.strip():
            above = at
    return found


def _open_end(lines: Sequence[str]) -> list[str]:
    """What closes the code or the comment that the notes leave open."""
    opened = ""
    for fence in filter(None, map(_FENCE.fullmatch, lines)):
        mark, rest = fence.groups()
        if not opened:
            opened = mark
        elif mark.startswith(opened) and not rest.strip():
            opened = ""
    if opened:
        return [opened]
    notes = "\n".join(lines)
    return ["-->"] if notes.rfind("<!--") > notes.rfind("-->") else []
