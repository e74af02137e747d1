"""Signals decide how an attempt ended, never somebody's opinion of it (R-TRAV-15).

A failure signal ends it. Success takes every success signal the source lists, and the person's word where the source
asks for it; behind a sign-in, which only the person passes, their word alone is the signal. What contradicts itself
or is incomplete is ambiguous, and the decision says what is still to be observed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from becivic_harness.observations import (
    ALWAYS_FAILURES,
    RECEIVED,
    Fact,
    Key,
    Signal,
    key_of,
    listed,
)
from becivic_harness.signal_readings import Value
from becivic_harness.sources import Source

SUCCESS: Final = "success"
FAILED: Final = "failed"
AMBIGUOUS: Final = "ambiguous"

BEHIND_A_DOOR: Final = ("auth-wall", "full-takeover", "physical-presence")
"""What follows these is seen by the person alone."""

_IMPLIED: Final = {
    "submit-produces-success-page": ("form-loaded-selector-visible", "all-required-fields-fillable")
}
"""A form that was sent and answered was there and could be filled in."""


class Decision(NamedTuple):
    """`signal` decided, with its listed `value` and, for a failure, the `why` that the source gives it.

    `needed` are the signals still to be looked at; with `contradictory`, those that cannot all be true.
    """

    outcome: str
    signal: str = ""
    value: Value = ""
    why: str = ""
    needed: tuple[Signal, ...] = ()
    contradictory: bool = False


def decide(facts: Iterable[Fact], source: Source) -> Decision:
    """The outcome by everything observed in one attempt; a later observation of a signal replaces an earlier one."""
    held = {fact.key: fact.held for fact in facts}
    success = listed(source, "success_signals")
    against = [*_failures(held, source), *_denied(held, success)]
    decided_by = _success_signal(held, success, source)
    if against and decided_by is not None:
        return Decision(AMBIGUOUS, needed=(*against, decided_by), contradictory=True)
    if against:
        return Decision(FAILED, against[0].check, against[0].value, against[0].outcome)
    if decided_by is not None:
        return Decision(SUCCESS, decided_by.check, decided_by.value)
    return Decision(AMBIGUOUS, needed=tuple(_missing(held, success, source)))


def needs_the_persons_word(source: Source) -> bool:
    """Anything but a plain `false`: who cannot tell asks."""
    return source.validation_path.get("user_confirms_required") is not False


def _failures(held: dict[Key, bool], source: Source) -> list[Signal]:
    """The listed ones first: they name the outcome as the source does."""
    found = [signal for signal in listed(source, "failure_signals") if held.get(signal.key) is True]
    always = [
        Signal(check, value, outcome)
        for (check, value), outcome in ALWAYS_FAILURES.items()
        if held.get(key_of(check, value)) is True
    ]
    return [*found, *always]


def _denied(held: dict[Key, bool], success: list[Signal]) -> list[Signal]:
    """A success signal that was looked for in vain. The person's "not yet" is none: they are still waiting."""
    return [
        Signal(signal.check, signal.value, f"no-{signal.check}")
        for signal in success
        if signal.check != RECEIVED and held.get(signal.key) is False
    ]


def _success_signal(held: dict[Key, bool], success: list[Signal], source: Source) -> Signal | None:
    """The signal that makes it a success, or None."""
    has_word = held.get(key_of(RECEIVED, True)) is True
    if has_word and source.when in BEHIND_A_DOOR:
        return Signal(RECEIVED, value=True)
    if not success or any(not _is_held(held, signal, success) for signal in success):
        return None
    if needs_the_persons_word(source):
        return Signal(RECEIVED, value=True) if has_word else None
    return success[-1]


def _is_held(held: dict[Key, bool], signal: Signal, success: list[Signal]) -> bool:
    if held.get(signal.key) is True:
        return True
    return any(
        signal.check in _IMPLIED.get(other.check, ()) and held.get(other.key) is True for other in success
    )


def _missing(held: dict[Key, bool], success: list[Signal], source: Source) -> list[Signal]:
    """The person's word is asked for last; where it would do alone, it is all that is asked for."""
    word = Signal(RECEIVED, value=True)
    if source.when in BEHIND_A_DOOR:
        return [word]
    wanted = [
        signal for signal in success if not _is_held(held, signal, success) and signal.check != RECEIVED
    ]
    has_word = held.get(word.key) is True
    asks = (
        needs_the_persons_word(source) or any(signal.check == RECEIVED for signal in success) or not success
    )
    return [*wanted, word] if asks and not has_word else wanted
