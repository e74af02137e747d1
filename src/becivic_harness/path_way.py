"""The way to one source: the texts, the address, who signs in how, whether a browser is driven, what to look for there."""

from __future__ import annotations

from typing import Any

from becivic_harness.handoff import BROWSER_WORDS, REPORTED, browser, handoff_texts, told
from becivic_harness.json_values import text_at
from becivic_harness.observations import RECEIVED, Signal, listed
from becivic_harness.path_step import Point, Step
from becivic_harness.signal_words import looked_for
from becivic_harness.signals import BEHIND_A_DOOR, needs_the_persons_word
from becivic_harness.sources import Source


def way(at: Point) -> Step:
    """The texts, the address, how to sign in and whether to drive."""
    driving = browser(at.source, at.scene)
    step: Step = {
        "say": told(at.source),
        "do": [],
        **words(at.source),
        **link(at.source),
        **sign_in(at.source),
    }
    if driving:
        step["browser"] = driving
    elif at.source.fetched and not at.source.needs_handoff:
        step["fetch"] = at.source.fetched
    notes = [*step.get("notes", ()), *_asked_there(at)]
    if notes:
        step["notes"] = notes
    return step


def words(source: Source) -> Step:
    """The texts in pieces: `handoff`, or `reported` with what they are where nobody has confirmed them."""
    texts = handoff_texts(source)
    return {"reported": {"note": REPORTED, "words": texts}} if source.is_unconfirmed else {"handoff": texts}


def _asked_there(at: Point) -> list[str]:
    """What the source will want to know or be paid."""
    found = []
    if at.source.procedure.get("requires_commune_param") is True:
        found.append("It asks for the commune: the one in the profile, or ask.")
    fee = text_at(at.source.procedure, "fee_value_name")
    if fee:
        found.append(f"There is a charge: say the current value of `{fee}` before anything is paid.")
    return found


def link(source: Source) -> Step:
    return {"link": source.link} if source.link else {}


def sign_in(source: Source) -> Step:
    """The preferred one first (R-TRAV-14); the person signs in, never the agent (R-ACT-03)."""
    providers = source.providers
    if not providers:
        return {}
    first = f" Suggest {providers[0]} first." if source.has_preference else ""
    return {
        "sign_in": providers,
        "notes": [f"The person signs in themselves: {' or '.join(providers)}.{first}"],
    }


def driving_words(step: Step) -> list[str]:
    """R-TRAV-12."""
    driving = step.get("browser")
    return [BROWSER_WORDS[driving]] if driving else []


def to_observe(source: Source) -> list[dict[str, Any]]:
    """Everything that could decide: success, failure, and the person's word where it counts."""
    signals = [*listed(source, "success_signals"), *listed(source, "failure_signals")]
    word = Signal(RECEIVED, value=True)
    asks = source.when in BEHIND_A_DOOR or needs_the_persons_word(source)
    if asks and word.key not in {signal.key for signal in signals}:
        signals.append(word)
    return [looked_for(signal) for signal in signals]
