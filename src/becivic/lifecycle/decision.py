"""What was decided, by which rule, and the numbers it stands on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from becivic.lifecycle.artefact import Artefact, Prior
from becivic.lifecycle.tallies import Tally, number
from becivic.rules.consensus import DecisionKind, Rule
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status

_MOMENT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Missing:
    """One condition of the next step that does not hold yet."""

    what: str
    have: str
    need: str

    def as_json(self) -> dict[str, str]:
        return {"what": self.what, "have": self.have, "need": self.need}


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Nothing changes where `kind` is hold; then `missing` says what for the next step, and `due` when to look again."""

    kind: DecisionKind
    artefact: Artefact
    tally: Tally
    at: datetime
    to: Status
    rule: Rule | None = None
    source: str = ""
    """The source that was observed."""
    back_to: Prior | None = None
    """What is served from here on, where that is what was served before (R-QUAR-01)."""
    missing: tuple[Missing, ...] = ()
    due: datetime | None = None
    """The earliest moment at which time alone decides something."""

    @property
    def changes(self) -> bool:
        return self.kind is not DecisionKind.HOLD

    @property
    def goes_back(self) -> bool:
        return self.back_to is not None

    @property
    def next_cohort_at(self) -> datetime:
        """From when on votes are about what follows: after each that this stood on, so that none counts twice.

        An observation changes nothing that was voted on; a row keeps its cohort until it is stable (R-SM-09).
        """
        if not self._opens_cohort:
            return self.artefact.cohort_started_at
        last = self.tally.last_at
        return self.at if last is None or last < self.at else last + _MOMENT

    @property
    def _opens_cohort(self) -> bool:
        if self.kind is DecisionKind.PROMOTE and self.artefact.is_row:
            return self.to is Status.STABLE
        return self.kind not in (DecisionKind.HOLD, DecisionKind.OBSERVE)

    def numbers(self) -> dict[str, Any]:
        """What the rule was asked about."""
        age = self.at - self.artefact.cohort_started_at
        rate = self.tally.whole.rate
        return {
            **self.tally.whole.as_json(),
            "injection_flags": self.tally.flags,
            "age_seconds": int(age.total_seconds()),
            "confirm_rate": None if rate is None else round(float(rate), 4),
            "net_rejects": number(self.tally.whole.net_rejects),
        }

    def as_json(self) -> dict[str, Any]:
        """As it is printed and logged."""
        observed = {"source": self.source} if self.source else {}
        return {
            "target_type": self.artefact.target.value,
            "target_id": self.artefact.id,
            "decision": self.kind.value,
            "rule": self.rule.value if self.rule else None,
            "from": self.artefact.status.value,
            "to": self.to.value,
            **observed,
            "at": rfc3339(self.at),
            "cohort_started_at": rfc3339(self.artefact.cohort_started_at),
            "numbers": self.numbers(),
        }
