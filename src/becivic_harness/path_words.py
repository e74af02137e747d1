"""What the agent does and says at each point of a traversal: a step, as JSON, with whole English sentences.

`say` is told in the agent's own voice and in the person's language. Nothing of the profile is repeated but the name
of a field. Where a traversal stops: path_endings.py.
"""

from __future__ import annotations

from typing import Callable, Final

from becivic_harness import traversal_record as record
from becivic_harness import traversal_states as states
from becivic_harness.handoff import NOT_ORDERS, consent_text, manner, told
from becivic_harness.json_values import text_at
from becivic_harness.observations import NOT_PRODUCED, RECEIVED
from becivic_harness.path_endings import exhausted, not_for_them, stopped, succeeded, unavailable
from becivic_harness.path_names import localised, source_name
from becivic_harness.path_step import Point, Step
from becivic_harness.path_way import driving_words, link, sign_in, to_observe, way, words
from becivic_harness.settling import Settled
from becivic_harness.signal_words import looked_for
from becivic_harness.signals import decide
from becivic_harness.traversal_scene import Scene

_ONE_CALL: Final = "They said yes to one call: make it once."
_NOT_AGAIN: Final = (
    "Do not open the address again: another call takes another consent. Tell `again` for that."
)
_IN_TESTING: Final = "This path is in testing and may be incomplete: say so."
_OFFERING: Final = (
    states.ASKING,
    states.AWAITING_CONSENT,
    states.AWAITING_HANDOFF,
    states.READY,
    states.ADVICE,
)
_CHANGED: Final = (
    "The path has changed since this attempt began. Finish the attempt; what comes after follows the new one."
)


def step_of(settled: Settled, scene: Scene) -> Step:
    """The step of a settled traversal."""
    at = Point(settled, scene)
    told_of = _WORDS[settled.state](at)
    step: Step = {
        "state": settled.state,
        "path": at.path_id,
        "title": at.title,
        "waits_for": states.STATES[settled.state].waits_for,
        **told_of,
        "events": states.fitting(settled.state),
    }
    notes = [*_notes(at), *told_of.get("notes", ())]
    if notes:
        step["notes"] = notes
    if settled.source is not None:
        step["source"] = settled.source.id
        step["who"] = settled.source.primary or "both"
    return step


def _asking(at: Point) -> Step:
    first, *others = at.settled.questions
    where = (
        "Write the answer to the profile" if at.scene.has_a_place else "Give the answer along in the profile"
    )
    do = [
        f"Ask this one question. {where} ({first.question.field}), then tell `answer`.",
        "If they would rather not say or cannot tell, tell `refuse`: what hangs on it is left out, not tried on chance.",
    ]
    if others:
        do.append(f"{len(others)} more may follow; an answer often makes some of them needless.")
    before = [] if at.scene.can_walk else _only_told(at)
    return {"say": [*before, first.question.spoken], "do": do, "question": first.as_json()}


def _awaiting_consent(at: Point) -> Step:
    """No link yet: nothing is opened before the yes (R-TRAV-10)."""
    return {
        "say": [consent_text(at.source, at.title)],
        "do": [
            "Wait for a clear yes to this one call; a yes to another document, or of another day, is none.",
            "Open nothing before. Then tell `consent-yes` or `consent-no`.",
        ],
        **sign_in(at.source),
    }


def _awaiting_handoff(at: Point) -> Step:
    step = way(at)
    calls = [_ONE_CALL] if at.source.is_audited else []
    return {**step, "do": [manner(at.source), *calls, *driving_words(step), "Then tell `shown`, and wait."]}


def _handed_off(at: Point) -> Step:
    do = [
        "Wait until the person comes back. Ask what happened, not whether it worked.",
        f"Then `report` what was seen. `{NOT_PRODUCED}` says that nothing came of it.",
    ]
    return {
        "say": told(at.source, "resumption", "caveat"),
        "do": [*_as_a_report(at), *do, *([_NOT_AGAIN] if at.source.is_audited else [])],
        **words(at.source),
        "needed": to_observe(at.source),
        **(link(at.source) if not at.source.is_audited else {}),
        **sign_in(at.source),
    }


def _ready(at: Point) -> Step:
    step = way(at)
    calls = [_ONE_CALL] if at.source.is_audited else []
    do = [*calls, *driving_words(step), "Do it now, look for what is listed, and `report` what you observed."]
    return {**step, "do": do, "needed": to_observe(at.source)}


def _undecided(at: Point) -> Step:
    decision = decide(record.facts(at.settled.traversal), at.source)
    step: Step = {
        "say": [],
        "do": ["What was reported does not decide it yet. Look at what is listed, and `report` it."],
        "needed": [looked_for(signal) for signal in decision.needed],
    }
    if decision.contradictory:
        step["contradictory"] = True
        step["do"] = [
            "What was reported cannot all be true. Look again, and `report` each of these as it is."
        ]
    if RECEIVED in {signal.check for signal in decision.needed}:
        step["say"] = ["Do you have what you came for, are you still waiting, or did nothing come of it?"]
    step["do"].append(f"If the person says that nothing came of it, report `{NOT_PRODUCED}`. Do not guess.")
    if at.source.is_audited:
        step["do"].append(_NOT_AGAIN)
    step["do"] = [*_as_a_report(at), *step["do"]]
    return step


def _as_a_report(at: Point) -> list[str]:
    return [NOT_ORDERS] if at.source.is_unconfirmed else []


def _advice(at: Point) -> Step:
    """Title, description and one address as text (R-CAP-06); a delivery is named and never offered (R-TIER-07)."""
    say = _only_told(at)
    if at.source.is_audited:
        say.append(
            f"One way, {source_name(at.source.id, at.source)}, issues a real, recorded document each time it is used. "
            "I leave it out here, because I could not keep your consent."
        )
        return {
            "say": say,
            "do": ["Name it; give no link and do not offer it. `decline` goes on to the next way."],
        }
    return {
        "say": [*say, *told(at.source)],
        "do": [
            f"Give this as text. {manner(at.source)}",
            "If they do not want it, tell `decline`; what they say came of it, `report`.",
        ],
        **words(at.source),
        **link(at.source),
        **sign_in(at.source),
    }


def _only_told(at: Point) -> list[str]:
    named = [at.title, localised(at.scene.path, "description")]
    return [*filter(None, named), "I cannot go there for you from here; I can only tell you the way."]


def _notes(at: Point) -> list[str]:
    found = []
    if at.settled.state in _OFFERING and (at.scene.path or {}).get("status") in ("draft", "alpha"):
        found.append(_IN_TESTING)
    has_moved = text_at(at.settled.traversal, "path_version") != text_at(at.scene.path or {}, "version")
    if at.settled.state in states.UNDER_WAY and has_moved:
        found.append(_CHANGED)
    return found


_WORDS: Final[dict[str, Callable[[Point], Step]]] = {
    states.UNAVAILABLE: unavailable,
    states.NOT_FOR_THEM: not_for_them,
    states.ASKING: _asking,
    states.AWAITING_CONSENT: _awaiting_consent,
    states.AWAITING_HANDOFF: _awaiting_handoff,
    states.HANDED_OFF: _handed_off,
    states.READY: _ready,
    states.UNDECIDED: _undecided,
    states.ADVICE: _advice,
    states.EXHAUSTED: exhausted,
    states.SUCCEEDED: succeeded,
    states.STOPPED: stopped,
}
