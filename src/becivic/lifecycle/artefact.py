"""What is judged: one skill, path, value or reference as it stands, and what it could go back to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType


class PriorKind(StrEnum):
    """What a rollback finds behind the current content."""

    STABLE = "stable"
    """An earlier content that was stable (lifecycle 9.2: the prior stable)."""
    AMENDED = "amended"
    """No earlier stable, but the cohort was opened by an amendment: what that amendment changed."""


@dataclass(frozen=True, slots=True)
class Prior:
    kind: PriorKind
    status: Status
    """The status it returns to (R-QUAR-02)."""
    at: str
    """Where it is: a commit of main, or the number of a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """As the records and main have it. `line` is major.minor of the version, empty for rows of the catalogue."""

    target: TargetType
    id: str
    status: Status
    cohort_started_at: datetime
    line: str = ""
    prior: Prior | None = None
    sources: tuple[str, ...] = ()
    """Of a path: the ids of its sources."""
    handed_over: tuple[str, ...] = ()
    """Those of them that hand over to a person, with nobody having seen yet what comes behind (C-31)."""
    last_confirmed: datetime | None = None
    """Of a path: the last confirmation of any kind on any source, of whatever cohort (R-PLC-07)."""
    uncounted: timedelta = timedelta(0)
    """Of a path: the time since then that does not count as silence, for nothing could have confirmed it (ADR 46)."""

    def __post_init__(self) -> None:
        """In UTC: in a zone with summer time, 48 hours later by the calendar is not 48 hours later."""
        for name in ("cohort_started_at", "last_confirmed"):
            moment = getattr(self, name)
            if moment is not None and moment.tzinfo is not UTC:
                object.__setattr__(self, name, _in_utc(moment))

    @property
    def behind(self) -> Prior | None:
        """What it can go back to: only what people may read. A draft is none, nor what was pulled (C-27)."""
        return self.prior if self.prior is not None and self.prior.status.is_published else None

    @property
    def is_path(self) -> bool:
        return self.target is TargetType.PATH

    @property
    def is_concern(self) -> bool:
        """It has no status to rise or fall by: it is there, or pulled (R-SM-17)."""
        return self.target is TargetType.OBSERVATION

    @property
    def is_row(self) -> bool:
        return self.target in (TargetType.VOLATILE_VALUE, TargetType.REFERENCE)

    def as_json(self) -> dict[str, Any]:
        """What a decision stood on, for the log."""
        prior = (
            {"kind": self.prior.kind, "status": self.prior.status, "at": self.prior.at}
            if self.prior
            else None
        )
        return {
            "target_type": self.target.value,
            "target_id": self.id,
            "status": self.status.value,
            "cohort_started_at": self.cohort_started_at.isoformat(),
            "line": self.line,
            "prior": prior,
            "sources": list(self.sources),
            "handed_over": list(self.handed_over),
            "last_confirmed": self.last_confirmed.isoformat() if self.last_confirmed else None,
            "uncounted_seconds": self.uncounted.total_seconds(),
        }

    @classmethod
    def of_json(cls, written: dict[str, Any]) -> Artefact:
        prior, last = written["prior"], written["last_confirmed"]
        return cls(
            target=TargetType(written["target_type"]),
            id=written["target_id"],
            status=Status(written["status"]),
            cohort_started_at=datetime.fromisoformat(written["cohort_started_at"]),
            line=written["line"],
            prior=Prior(PriorKind(prior["kind"]), Status(prior["status"]), prior["at"]) if prior else None,
            sources=tuple(written["sources"]),
            handed_over=tuple(written["handed_over"]),
            last_confirmed=datetime.fromisoformat(last) if last else None,
            uncounted=timedelta(seconds=written.get("uncounted_seconds", 0)),  # older entries have none
        )


def _in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError(
            "a moment without a time zone cannot be compared with one that has it; give it in UTC"
        )
    return moment.astimezone(UTC)
