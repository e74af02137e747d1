"""What an agent observed, read against the signals that a source lists (schemas 6.12.3).

An observation is a check and what was seen: `response-status` 404, `first-bytes` %PDF, `redirects-to` an address. What
comes out says only which listed signals held or did not. The observation itself is forgotten here: an address may
carry a ticket, and what somebody said at a counter is theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from becivic_harness.json_values import same
from becivic_harness.signal_readings import (
    DERIVED,
    ELSEWHERE,
    READINGS,
    REFUSED_THERE,
    STATUS,
    Value,
    as_written,
    status_number,
)
from becivic_harness.sources import Source

RECEIVED: Final = "user-confirms-document-received"
NOT_PRODUCED: Final = "user-reports-document-not-produced"
CAPTCHA: Final = "captcha-unsolvable"

ALIASES: Final = {
    "content-type": "response-content-type-includes",
    "first-bytes": "downloaded-bytes-start-with",
    "redirect-chain": "redirect-chain-matches-pattern",
}
"""Shorter names for an observation."""

GONE: Final = "gone"
DOWN: Final = "down"
GONE_STATUSES: Final = (404, 410)

ALWAYS_FAILURES: Final[dict[tuple[str, Value], str]] = {
    (STATUS, GONE): "source-retired",
    (STATUS, DOWN): "source-temporarily-down",
    (REFUSED_THERE, True): "document-refused",
    (ELSEWHERE, True): "other-office-competent",
    (NOT_PRODUCED, True): "document-not-produced",
    (CAPTCHA, True): "captcha-unsolvable",
}
"""What ends an attempt at any source, listed there or not (architecture 24.9, step six)."""

Key = tuple[str, bool, Value]
"""A check and its listed value; true is not 1."""


class Fact(NamedTuple):
    """Whether one signal held. `value` is the listed one, never what was observed."""

    check: str
    value: Value
    held: bool

    @property
    def key(self) -> Key:
        return key_of(self.check, self.value)

    def as_json(self) -> dict[str, Any]:
        return {"check": self.check, "value": self.value, "held": self.held}

    @classmethod
    def read(cls, data: object) -> Fact | None:
        """From what as_json gave; None for anything else."""
        if not isinstance(data, dict):
            return None
        check, value, held = data.get("check"), data.get("value"), data.get("held")
        if isinstance(check, str) and isinstance(value, (str, int, float)) and isinstance(held, bool):
            return cls(check, value, held)
        return None


class Signal(NamedTuple):
    """One that a source lists. `outcome` is empty for a success signal."""

    check: str
    value: Value
    outcome: str = ""

    @property
    def key(self) -> Key:
        return key_of(self.check, self.value)


def key_of(check: str, value: Value) -> Key:
    return check, isinstance(value, bool), value


def listed(source: Source, name: str) -> list[Signal]:
    """`success_signals` or `failure_signals`; a malformed one is never seen."""
    found = source.validation_path.get(name)
    signals = []
    for each in found if isinstance(found, list) else ():
        check, value = (each.get("check"), each.get("value")) if isinstance(each, dict) else (None, None)
        if isinstance(check, str) and check and isinstance(value, (str, int, float)):
            outcome = each.get("outcome")
            signals.append(Signal(check, value, outcome if isinstance(outcome, str) else ""))
    return signals


def facts_of(observed: Mapping[str, Any], source: Source) -> list[Fact]:
    """What the observations say. A value may be a list, for what was seen more than once."""
    signals = [*listed(source, "success_signals"), *listed(source, "failure_signals")]
    facts: list[Fact] = []
    for name, values in observed.items():
        check = ALIASES.get(name, name)
        alone = sum(signal.check == check for signal in signals) == 1
        for value in values if isinstance(values, list) else [values]:
            said = _spoken(value)
            facts.extend(_listed_facts(signals, check, said, alone=alone))
            facts.extend(_always_facts(check, said))
    return facts


def _listed_facts(signals: list[Signal], check: str, said: object, *, alone: bool) -> list[Fact]:
    found = []
    for signal in signals:
        held = _held(signal, check, said, alone=alone)
        if held is not None:
            found.append(Fact(signal.check, signal.value, held))
    return found


def _held(signal: Signal, check: str, said: object, *, alone: bool) -> bool | None:
    """None: the observation says nothing about this signal."""
    if signal.check == check:
        if same(signal.value, said):
            return True
        if isinstance(said, bool):
            # `true` names the one signal of this check; `false` says that it was looked for in vain.
            names_it = alone and check != STATUS
            return (names_it or None) if said and not isinstance(signal.value, bool) else False
        return READINGS.get(check, as_written)(signal.value, said)
    derived = DERIVED.get((check, signal.check))
    return None if derived is None else derived(signal.value, said)


def _always_facts(check: str, said: object) -> list[Fact]:
    """Facts that count at every source."""
    if check == STATUS:
        number = status_number(said)
        if number is None:
            return []
        return [Fact(STATUS, GONE, number in GONE_STATUSES), Fact(STATUS, DOWN, 500 <= number < 600)]
    if check == RECEIVED:
        return [Fact(RECEIVED, True, said)] if isinstance(said, bool) else []
    if (check, True) in ALWAYS_FAILURES:
        return [Fact(check, True, said not in (False, None, ""))]
    return []


def _spoken(value: object) -> object:
    """On a command line everything is text."""
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
