"""The states of a traversal, the events an agent tells of, and which event leads where. The one place for it.

`choosing` is no state to be in: whatever leads there is settled at once into one of SETTLES, by the path, the
profile and what was tried (traversal.py). docs/harness-traversal.md is generated from this table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

CHOOSING: Final = "choosing"

UNAVAILABLE: Final = "unavailable"
NOT_FOR_THEM: Final = "not-for-them"
ASKING: Final = "asking"
AWAITING_CONSENT: Final = "awaiting-consent"
AWAITING_HANDOFF: Final = "awaiting-handoff"
HANDED_OFF: Final = "handed-off"
READY: Final = "ready"
UNDECIDED: Final = "undecided"
ADVICE: Final = "advice"
EXHAUSTED: Final = "exhausted"
SUCCEEDED: Final = "succeeded"
STOPPED: Final = "stopped"

START: Final = "start"
ANSWER: Final = "answer"
REFUSE: Final = "refuse"
CONSENT_YES: Final = "consent-yes"
CONSENT_NO: Final = "consent-no"
SHOWN: Final = "shown"
REPORT: Final = "report"
AGAIN: Final = "again"
DECLINE: Final = "decline"
CHOOSE_SEARCH: Final = "choose-search"
CHOOSE_COMMUNE: Final = "choose-commune"
CHOOSE_SKIP: Final = "choose-skip"
RESTART: Final = "restart"

PERSON: Final = "person"
AGENT: Final = "agent"
NOBODY: Final = "nobody"


class StateWords(NamedTuple):
    """Whom the traversal waits for, what the state means, and what the agent does or says there."""

    waits_for: str
    meaning: str
    agent: str


STATES: Final = {
    UNAVAILABLE: StateWords(
        PERSON,
        "the directory has no such path, or it was withdrawn or replaced",
        "says that Be Civic does not cover this, and makes up no route",
    ),
    NOT_FOR_THEM: StateWords(
        PERSON,
        "the path is definitely for other people",
        "says which condition does not fit, and tries nothing",
    ),
    ASKING: StateWords(
        PERSON,
        "whether a source is open to them hangs on one answer",
        "asks that one question; a refusal is an answer too",
    ),
    AWAITING_CONSENT: StateWords(
        PERSON,
        "the next source issues a real, recorded document at each call",
        "asks for a yes to this one call; opens nothing before",
    ),
    AWAITING_HANDOFF: StateWords(
        AGENT,
        "the person will have to act at the next source",
        "says what it does, what they do and how it goes on, with the link",
    ),
    HANDED_OFF: StateWords(PERSON, "the person is acting", "waits; then asks what happened and reports it"),
    READY: StateWords(
        AGENT, "the agent acts alone at the next source", "does it, and reports what was observed"
    ),
    UNDECIDED: StateWords(
        AGENT,
        "what was reported does not decide the attempt",
        "looks at what is still missing, or asks the person, and reports it",
    ),
    ADVICE: StateWords(
        PERSON,
        "the agent cannot walk this source here",
        "names the source and its address as text, and says that it cannot go there",
    ),
    EXHAUSTED: StateWords(
        PERSON,
        "no source is left that may be tried now",
        "lets them choose: search online, go there in person, or leave it",
    ),
    SUCCEEDED: StateWords(
        NOBODY, "the person has what the path is for", "says so; the day and the source are noted"
    ),
    STOPPED: StateWords(
        NOBODY, "the person chose to search themselves, to ask the commune, or to leave it", "goes on"
    ),
}

EVENTS: Final = {
    START: "a traversal begins",
    ANSWER: "the profile or the path may have changed: look again",
    REFUSE: "they would rather not answer: the sources that hang on it count as closed",
    CONSENT_YES: "a clear yes to this one delivery",
    CONSENT_NO: "no to this delivery",
    SHOWN: "the three texts and the link were given to the person",
    REPORT: "observed signals, or the person's word",
    AGAIN: "the attempt at this source starts over, with its gates",
    DECLINE: "they do not want this source (or, said so, any online one)",
    CHOOSE_SEARCH: "they will search online themselves",
    CHOOSE_COMMUNE: "they choose the commune, the post or another offline way",
    CHOOSE_SKIP: "they leave the document for now",
    RESTART: "a new traversal of the same path; what worked before comes first",
}

SETTLES: Final = (
    UNAVAILABLE,
    NOT_FOR_THEM,
    ASKING,
    AWAITING_CONSENT,
    AWAITING_HANDOFF,
    READY,
    ADVICE,
    EXHAUSTED,
)
"""Where `choosing` leads."""

FINAL: Final = (SUCCEEDED, STOPPED)
UNDER_WAY: Final = (HANDED_OFF, UNDECIDED)
"""An attempt has begun: it is finished as it was begun, whatever becomes of the path meanwhile."""

OPEN: Final = tuple(state for state in STATES if state not in FINAL)

_REPORTED: Final = (SUCCEEDED, UNDECIDED, CHOOSING)

TRANSITIONS: Final = {
    **{(state, ANSWER): (CHOOSING,) for state in OPEN if state not in UNDER_WAY},
    **{(state, ANSWER): (state, CHOOSING) for state in UNDER_WAY},
    **{(state, CHOOSE_SKIP): (STOPPED,) for state in OPEN},
    **{(state, RESTART): (CHOOSING,) for state in STATES},
    (ASKING, REFUSE): (CHOOSING,),
    (ASKING, DECLINE): (CHOOSING,),
    (AWAITING_CONSENT, CONSENT_YES): (AWAITING_HANDOFF, READY),
    (AWAITING_CONSENT, CONSENT_NO): (CHOOSING,),
    (AWAITING_CONSENT, DECLINE): (CHOOSING,),
    (AWAITING_HANDOFF, SHOWN): (HANDED_OFF,),
    (AWAITING_HANDOFF, DECLINE): (CHOOSING,),
    (HANDED_OFF, REPORT): _REPORTED,
    (HANDED_OFF, AGAIN): (CHOOSING,),
    (HANDED_OFF, DECLINE): (CHOOSING,),
    (READY, REPORT): _REPORTED,
    (READY, DECLINE): (CHOOSING,),
    (UNDECIDED, REPORT): _REPORTED,
    (UNDECIDED, AGAIN): (CHOOSING,),
    (UNDECIDED, DECLINE): (CHOOSING,),
    (ADVICE, REPORT): (SUCCEEDED, CHOOSING),
    (ADVICE, DECLINE): (CHOOSING,),
    (EXHAUSTED, CHOOSE_SEARCH): (STOPPED,),
    (EXHAUSTED, CHOOSE_COMMUNE): (CHOOSING, STOPPED),
}
"""Every event that means something in a state, and where it can lead. Anything else is refused and changes nothing."""


def fitting(state: str) -> list[str]:
    """The events that mean something now."""
    return [event for event in EVENTS if (state, event) in TRANSITIONS]
