"""The two steps up, each with its conditions (R-SM-04, R-SM-05), and what is missing for the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from becivic.lifecycle.artefact import Artefact
from becivic.lifecycle.decision import Missing
from becivic.lifecycle.tallies import Count, number
from becivic.rules.consensus import Policy, Rule
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status


@dataclass(frozen=True, slots=True)
class Step:
    """One step up, for one artefact. The rate must be above what is asked, everything else reaches it."""

    rule: Rule
    to: Status
    earliest: datetime
    confirms: int
    addresses: int
    most_rejects: int | None = None
    above_rate: Fraction | None = None

    def is_met(self, count: Count) -> bool:
        """Whether the votes suffice; the time is asked apart."""
        return (
            count.confirms >= self.confirms
            and count.confirming >= self.addresses
            and not self._has_too_many_rejects(count)
            and self._is_above_rate(count)
        )

    def missing(self, count: Count, now: datetime | None = None) -> tuple[Missing, ...]:
        """What votes do not give yet; with `now`, time besides."""
        return tuple(self._missing(count, now))

    def _missing(self, count: Count, now: datetime | None) -> Iterator[Missing]:
        if count.confirms < self.confirms:
            yield Missing("confirms", str(number(count.confirms)), f"at least {self.confirms}")
        if count.confirming < self.addresses:
            yield Missing("confirming addresses", str(count.confirming), f"at least {self.addresses}")
        if self._has_too_many_rejects(count):
            yield Missing("rejects", str(number(count.rejects)), f"at most {self.most_rejects}")
        if not self._is_above_rate(count):
            have = "none" if count.rate is None else _percent(count.rate)
            yield Missing("confirm rate", have, f"above {_percent(self.above_rate or Fraction())}")
        if now is not None and now < self.earliest:
            left = _span(self.earliest - now)
            yield Missing("time", f"{left} to go", f"not before {rfc3339(self.earliest)}")

    def _has_too_many_rejects(self, count: Count) -> bool:
        return self.most_rejects is not None and count.rejects > self.most_rejects

    def _is_above_rate(self, count: Count) -> bool:
        if self.above_rate is None:
            return True
        return count.rate is not None and count.rate > self.above_rate


def step_of(artefact: Artefact, policy: Policy) -> Step | None:
    """None where there is no way up: stable is the end of it (R-SM-13), and a concern has none (R-SM-17)."""
    if artefact.is_concern:
        return None
    began = artefact.cohort_started_at
    if artefact.status is Status.ALPHA:
        return Step(
            Rule.ALPHA_TO_BETA,
            Status.BETA,
            began + policy.alpha_age,
            policy.alpha_confirms,
            policy.alpha_addresses,
            most_rejects=policy.alpha_rejects,
        )
    if artefact.status is Status.BETA:
        return Step(
            Rule.BETA_TO_STABLE,
            Status.STABLE,
            began + policy.stable_age,
            policy.stable_confirms,
            policy.stable_addresses,
            above_rate=policy.stable_rate,
        )
    return None


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):.4g} %"


def _span(left: timedelta) -> str:
    """In whole minutes, rounded up: what is shown as over is over."""
    minutes = -(-left // timedelta(minutes=1))
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((days, "d"), (hours, "h"), (minutes, "min"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count)
