"""What a preview shows of a change: one entry for each artefact, the other files, what the checks find. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from becivic.corpus.findings import Finding, Severity
from becivic.rules.targets import TargetType


class ChangeKind(StrEnum):
    NEW = "new"
    AMENDED = "amended"
    TAG_ONLY = "tag-only"
    """The form of citations changes, and nothing that a reader gets to know."""
    STATUS = "status"


@dataclass(frozen=True, slots=True)
class Standing:
    """Version and status, as far as they can be read."""

    version: str | None = None
    status: str | None = None


@dataclass(frozen=True, slots=True)
class ShownArtefact:
    target: TargetType
    id: str
    title: str
    kind: ChangeKind
    before: Standing
    after: Standing
    diff: str
    rendered: str
    """Markdown."""
    previous_stable_sha: str | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "target_type": self.target.value,
            "id": self.id,
            "title": self.title,
            "change": self.kind.value,
            "version": {"before": self.before.version, "after": self.after.version},
            "status": {"before": self.before.status, "after": self.after.status},
            **({"previous_stable_sha": self.previous_stable_sha} if self.previous_stable_sha else {}),
            "diff": self.diff,
            "rendered": self.rendered,
        }


@dataclass(frozen=True, slots=True)
class ShownFile:
    """Any other file: a research report, a diagram, a page."""

    path: str
    is_new: bool
    diff: str

    def as_json(self) -> dict[str, Any]:
        kind = ChangeKind.NEW if self.is_new else ChangeKind.AMENDED
        return {"path": self.path, "change": kind.value, "diff": self.diff}


@dataclass(frozen=True, slots=True)
class Preview:
    base: str
    """What it is compared with."""
    artefacts: tuple[ShownArtefact, ...] = ()
    files: tuple[ShownFile, ...] = ()
    findings: tuple[Finding, ...] = ()
    refused: str = ""
    """Why the pipeline would not even come to the checks."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Names that get a uid by this change, and which it would be now."""
    missing: tuple[str, ...] = ()
    """Files of the base that the change does not have: they stay."""

    @property
    def is_fine(self) -> bool:
        return not self.refused and all(each.severity is not Severity.ERROR for each in self.findings)

    def only(self, artefact_id: str) -> Preview:
        """One artefact, with the files that lie beside it. What the checks find is about the whole change."""
        beside = (f"skills/{artefact_id}/", f"paths/research-reports/{artefact_id}.")
        return replace(
            self,
            artefacts=tuple(each for each in self.artefacts if each.id == artefact_id),
            files=tuple(each for each in self.files if each.path.startswith(beside)),
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "base": self.base,
            "fine": self.is_fine,
            **({"refused": self.refused} if self.refused else {}),
            "artefacts": [each.as_json() for each in self.artefacts],
            "files": [each.as_json() for each in self.files],
            "new_uids": dict(self.given),
            "missing": list(self.missing),
            "findings": [finding.as_dict() for finding in self.findings],
        }
