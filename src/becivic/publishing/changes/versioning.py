"""The fields that only the service writes: version, and the status of what a stranger changed (schemas 6.1; lifecycle
9.7; C-02, C-03). One rule for skills and paths; what the fields are written into is not known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from becivic.corpus.fields import Fields
from becivic.rules.statuses import Origin, Status, Version, next_version
from becivic.rules.targets import TargetType

VERSION: Final = "version"
_PIN: Final = "version_pin"
_VALIDATED: Final = (Status.BETA, Status.STABLE)
"""Reached by the votes of people who saw another text."""


class ChangeOrigin(StrEnum):
    """Whose change it is, which decides what becomes of a status."""

    COMMUNITY = "community"
    DRAFT = "draft"
    MAINTAINER = "maintainer"
    RESTORED = "restored"
    """An earlier text is put back: its status comes with it, and its cohort begins anew (R-QUAR-02)."""


_BEGIN_ANEW: Final = (ChangeOrigin.COMMUNITY, ChangeOrigin.RESTORED)


@dataclass(frozen=True, slots=True)
class ArtefactChange:
    """What became of a skill or a path. `blob_id` is that of canonical.md, or of `entry_text` for a path."""

    target: TargetType
    id: str
    status: Status
    version: Version
    restarts_cohort: bool
    blob_id: str


@dataclass(frozen=True, slots=True)
class Step:
    """One artefact before and after a change. `edited` means that readers get to know something else."""

    before: Fields | None
    after: Fields
    edited: bool
    origin: ChangeOrigin

    @property
    def is_pinned(self) -> bool:
        """A pin holds within the line of its status; when the status changes, the version follows (rule 18)."""
        status, version = _status(self.after), _version(self.after)
        return (
            self.after.flag(_PIN)
            and not self._demotes
            and status is not None
            and version is not None
            and status.version_line in (None, version.line)
        )

    @property
    def _demotes(self) -> bool:
        """A stranger's text does not stand under a status that others reached (C-03)."""
        return (
            self.origin is ChangeOrigin.COMMUNITY
            and self.edited
            and self.before is not None
            and _status(self.before) in _VALIDATED
        )

    def set_by_service(self, commit: str | None) -> dict[str, Any]:
        """The fields to write. `commit` is the one of main that the change is made for."""
        if self._demotes:
            return self._demoted(commit)
        if self.before is None:
            return self._first()
        return {} if self.is_pinned else self._counted(self.before)

    def _demoted(self, commit: str | None) -> dict[str, Any]:
        fields = {"status": Status.ALPHA.value, VERSION: _first_of(Status.ALPHA)}
        if self.before is not None and _status(self.before) is Status.STABLE and commit is not None:
            fields["previous_stable_sha"] = commit
        return fields

    def _first(self) -> dict[str, Any]:
        if self.origin is ChangeOrigin.DRAFT:
            status = Status.ALPHA
            own = {"status": status.value, "origin": Origin.COMMUNITY.value}
            return {**own, VERSION: _first_of(status)}
        first = _status(self.after)
        if first is None or first.is_terminal or self.is_pinned:
            return {}
        return {VERSION: _first_of(first)}

    def _counted(self, before: Fields) -> dict[str, Any]:
        was, old, status = _status(before), _version(before), _status(self.after)
        if was is None or old is None or status is None:
            return {}  # the schema has said so; nothing follows from it
        return {VERSION: str(next_version(status, (was, old), edited=True) if self.edited else old)}

    def restarts_cohort(self, version: Version) -> bool:
        """Whether earlier votes were about something else (C-02). A maintainer's patch keeps them."""
        old = None if self.before is None else _version(self.before)
        if old is None or old.line != version.line:
            return True
        return self.edited and self.origin in _BEGIN_ANEW


def content_of(fields: Fields) -> dict[str, Any]:
    """The fields that make a difference to a version, as rule 18 compares them."""
    return {name: value for name, value in fields.data.items() if name != VERSION}


def _status(fields: Fields) -> Status | None:
    return Status.read(fields.raw("status"))


def _version(fields: Fields) -> Version | None:
    return Version.parse(fields.raw(VERSION))


def _first_of(status: Status) -> str:
    line = status.version_line
    assert line is not None  # only what is frozen has none
    return str(Version(*line, 0))
