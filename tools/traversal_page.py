"""docs/harness-traversal.md: the state machine of a traversal, drawn and told from the table in the code."""

from __future__ import annotations

from becivic_harness.observations import ALIASES, ALWAYS_FAILURES, RECEIVED
from becivic_harness.traversal_states import (
    ANSWER,
    CHOOSE_SKIP,
    CHOOSING,
    EVENTS,
    OPEN,
    RESTART,
    SETTLES,
    START,
    STATES,
    STOPPED,
    TRANSITIONS,
    UNDER_WAY,
)

PAGE = "docs/harness-traversal.md"

_EVERYWHERE = (ANSWER, CHOOSE_SKIP, RESTART)
"""Events that nearly every state has: drawn once, from the box around them."""


def diagram() -> str:
    """Mermaid, from the table alone. Its ids take no hyphen, so a state has its name as a label."""
    return "\n".join(
        [
            "stateDiagram-v2",
            "    accTitle: The states of a walk along a path, and what leads from one to the next",
            f"    [*] --> {CHOOSING} : {START}",
            *(f"    {CHOOSING} --> {_id(state)}" for state in SETTLES),
            "    state open {",
            *(f'        state "{state}" as {_id(state)}' for state in OPEN),
            "    }",
            *_arrows(),
            f"    open --> {CHOOSING} : {ANSWER}, {RESTART}",
            f"    open --> {_id(STOPPED)} : {CHOOSE_SKIP}",
            *(f"    {_id(state)} --> {CHOOSING} : {RESTART}" for state in STATES if state not in OPEN),
            *(f"    {_id(state)} --> {_id(state)} : {ANSWER}" for state in UNDER_WAY),
        ]
    )


def _arrows() -> list[str]:
    """One arrow between two states, with every event that leads along it."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for (state, event), targets in TRANSITIONS.items():
        for target in targets if event not in _EVERYWHERE else ():
            arrows.setdefault((state, target), []).append(event)
    return [
        f"    {_id(state)} --> {_id(target)} : {', '.join(events)}"
        for (state, target), events in arrows.items()
    ]


def _id(state: str) -> str:
    return state.replace("-", "_")


def states_table() -> list[str]:
    rows = []
    for state, words in STATES.items():
        leads = "; ".join(
            f"`{event}` → {', '.join(TRANSITIONS[state, event])}"
            for event in EVENTS
            if (state, event) in TRANSITIONS
        )
        rows.append(f"| `{state}` | {words.meaning} | {words.agent} | {words.waits_for} | {leads} |")
    return [
        "| state | what it means | what the agent does or says | waits for | events |",
        "|---|---|---|---|---|",
        *rows,
    ]


def events_table() -> list[str]:
    return [
        "| event | what has happened |",
        "|---|---|",
        *(f"| `{event}` | {words} |" for event, words in EVENTS.items()),
    ]


def failures_table() -> list[str]:
    rows = [
        f"| `{check}` | {_value(value)} | `{outcome}` |"
        for (check, value), outcome in ALWAYS_FAILURES.items()
    ]
    return ["| observation | seen | outcome |", "|---|---|---|", *rows]


def _value(value: object) -> str:
    return {"gone": "404 or 410", "down": "500 to 599"}.get(str(value), "anything but `false`")


def page() -> str:
    aliases = ", ".join(f"`{short}` for `{check}`" for short, check in ALIASES.items())
    return "\n".join(
        [
            "# How somebody is walked along a path",
            "",
            "Written by `make format` from `src/becivic_harness/traversal_states.py`: change the table there. It is the",
            "algorithm of [architecture 24.9](architecture.md#where-the-law-lives). An agent asks for the next step, does or says it, and tells what happened; the",
            "code decides what comes next. Nothing here reads a file, a network or a clock.",
            "",
            "```mermaid",
            diagram(),
            "```",
            "",
            "`choosing` is no state to be in. Whatever leads there is settled at once, by the path, the profile, the day and",
            "what was tried: is the path there and for this person, which source is the next that is open to them, does one",
            "answer decide it, and what stands before the attempt. It is settled anew whenever somebody looks, so a path or",
            "a profile that changed meanwhile is taken as it is now; an attempt that has begun is finished as it was begun.",
            "",
            "## States",
            "",
            *states_table(),
            "",
            "## Events",
            "",
            *events_table(),
            "",
            "An event that means nothing in a state is refused and changes nothing.",
            "",
            "## What always holds",
            "",
            "- **Eligibility first.** A source is offered only if every predicate is known to hold. What is unknown is asked,",
            "  one question at a time; who would rather not say is not probed. A predicate that looks wrong is a concern.",
            "- **Commune last.** What is offline comes only when no online source is left, and only if the person chooses it.",
            "- **Consent before a delivery.** A source that issues a document at each call waits for a yes to this call, on this",
            "  day. No link is shown before, and the one call is not repeated without another yes.",
            "- **A validation for every attempt** that was decided: confirm, or reject with the signal that failed. What was",
            "  declined, broken off or only told of is judged by nobody.",
            "- **Told everything.** Nobody is handed over without the three texts of the source, and with the caveat where nobody",
            "  has confirmed what lies behind.",
            "- **Nothing personal.** A traversal holds ids, days and words of closed lists. What was observed or said is read",
            "  against the signals of the source and forgotten.",
            "",
            "## How an attempt ends",
            "",
            "Signals decide, never an opinion. An observation is a check and what was seen: the checks are those that the",
            f"source lists in `validation_path`; shorter names are {aliases}. `page-text` gives the text of a page to be looked",
            "through. `true` for a check means that what the source lists was seen, `false` that it was looked for in vain.",
            "",
            "- **success**: every success signal was seen, and the person confirmed where the source wants it. Behind a sign-in,",
            f"  a full hand-over or a counter, the person's word (`{RECEIVED}`) is the signal.",
            "- **failed**: a failure signal was seen, or a success signal was looked for in vain.",
            "- **ambiguous**: neither, or both. The step then lists what is still to be observed. The person's `false` means",
            "  that they are still waiting.",
            "",
            "Whatever a source lists, this ends an attempt everywhere:",
            "",
            *failures_table(),
            "",
            "## From Python",
            "",
            "```python",
            "from becivic_harness.traversal import happen, next_step, report, scene, start",
            "",
            'seen = scene(path, profile, today=today, tier="T2", capabilities=["path_traversal", "path_handoff"])',
            'traversal = start("certificate-of-residence-history", seen)  # a dict: store it as JSON',
            "step = next_step(traversal, seen)  # what to do or say now",
            'traversal = happen(traversal, "shown", seen).traversal',
            'change = report(traversal, seen, {"user-confirms-document-received": True})',
            "change.validation, change.progress  # to the buffer, to the progress note",
            "```",
            "",
        ]
    )
