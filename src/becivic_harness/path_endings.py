"""What is said where a traversal stops: nothing there, not for them, nothing left, done, left for now."""

from __future__ import annotations

from typing import Any, Final

from becivic_harness import traversal_record as record
from becivic_harness.axis_words import clause
from becivic_harness.json_values import text_at
from becivic_harness.path_names import source_name
from becivic_harness.path_step import Point, Step
from becivic_harness.predicate_holds import Predicate, axis_name
from becivic_harness.predicates import NO_ELIGIBLE_SOURCES, Truth, applicability, asked_for
from becivic_harness.settling import Judged
from becivic_harness.traversal_scene import DEPRECATED, MISSING, QUARANTINED

ALL_TRIED: Final = "all-tried"
ONLINE_TRIED: Final = "online-tried"
ONLY_OFFLINE: Final = "only-offline"

_NO_ONLINE_WAY: Final = "Be Civic doesn't currently have a working online way to obtain this document."
"""R-PLC-03."""
_CHOICE: Final = (
    "Would you rather go to an office or write to it, search online yourself, or leave it for now?"
)
_NOT_PROBED: Final = "Sources that are not open to them are never tried, not even once. If one seems wrongly closed, note a concern."


def unavailable(at: Point) -> Step:
    """R-TRAV-01."""
    said = {
        MISSING: (
            "Be Civic does not list a way to this yet.",
            "Say so. Do not make up a route from general knowledge.",
        ),
        QUARANTINED: (
            "Be Civic has withdrawn this way for now.",
            "Say so. Do not use it and do not quote it.",
        ),
        DEPRECATED: (
            f"{_NO_ONLINE_WAY} Would you like to visit your commune instead?",
            "Ask that, and use no source of this path.",
        ),
    }
    say, do = said[at.scene.unavailable]
    successor = text_at(at.scene.path or {}, "superseded_by")
    more = [f"It was replaced by `{successor}`: start that one."] if successor else []
    return {"say": [say], "do": [do, *more], "reason": at.scene.unavailable}


def not_for_them(at: Point) -> Step:
    """R-TRAV-02: which condition, and nothing is tried."""
    closed_by = applicability(at.scene.path or {}, at.scene.profile, at.scene.today).closed_by
    wanted = ", and ".join(clause(each) for each in closed_by)
    applies_to = (at.scene.path or {}).get("applies_to")
    meant_for = text_at(applies_to, "audience_summary") if isinstance(applies_to, dict) else ""
    say = [f"{at.title}: by your profile this is not for you: it is only if {wanted}."]
    if meant_for:
        say.append(f"It is meant for {meant_for}.")
    return {
        "say": say,
        "do": [
            "Stop here and try no source. If the profile is out of date, correct it and tell `answer`.",
            "If the path itself seems wrong about them, note a concern instead of trying it.",
        ],
        "because": [{"field": _field(each), "wanted": each.get("value")} for each in closed_by],
        "concern": _concern(at),
    }


def exhausted(at: Point) -> Step:
    """R-TRAV-03, R-TRAV-07: the person chooses. Only here may the commune be named."""
    closed = [each for each in at.settled.judged if each.truth is Truth.NO]
    reason = _reason(at)
    offline = ", ".join(source_name(each.id) for each in at.settled.offline_left())
    there = (
        f"the ways in person, by post or by e-mail: {offline}"
        if offline
        else "ask at your commune which desk answers; Be Civic lists no counter that is left"
    )
    step: Step = {
        "reason": reason,
        "say": [
            _NO_ONLINE_WAY if at.scene.is_deprecated and reason == ONLY_OFFLINE else _WHY[reason],
            _CHOICE,
        ],
        "do": ["Let the person choose, and tell which: choose-commune, choose-search or choose-skip."],
        "choices": [
            {"event": "choose-commune", "means": there},
            {"event": "choose-search", "means": "search online for another way yourself"},
            {"event": "choose-skip", "means": "leave the document for this session"},
        ],
    }
    reported = [each.source for each in at.settled.judged if _is_left_as_a_report(at, each)]
    if reported:
        named = ", ".join(source_name(each.id) for each in reported)
        step["say"].append(
            f"{named}: somebody reported this way; nobody has confirmed it. It comes after every other way."
        )
    if closed:
        step["because"] = [
            {
                "source": each.source.id,
                "fields": [*map(_field, each.eligibility.closed_by), *each.eligibility.ask],
            }
            for each in closed
        ]
        step["do"].append(_NOT_PROBED)
        step["concern"] = _concern(at)
    return step


def _is_left_as_a_report(at: Point, judged: Judged) -> bool:
    source = judged.source
    has_ended = record.has_ended(at.settled.traversal, source.id)
    return source.is_unconfirmed and judged.truth is not Truth.NO and not has_ended


def succeeded(at: Point) -> Step:
    worked = [each for each in record.attempts(at.settled.traversal) if each.get("outcome") == record.SUCCESS]
    way = source_name(worked[-1]["source"], at.scene.source(worked[-1]["source"])) if worked else ""
    return {
        "say": [f"Done: {at.title}." + (f" It came by this way: {way}." if way else "")],
        "do": [
            "Note on the progress what was obtained, from which source and on which day; never what is in it."
            if at.scene.has_a_place
            else "Nothing is noted here: tell the person to write down for themselves what they obtained, and where.",
            "Ask whether they keep the file. Leave it where it is: do not copy, move or rename it.",
        ],
    }


def stopped(at: Point) -> Step:
    chosen = text_at(at.settled.traversal, "stopped_for")
    say, do = _LEFT.get(chosen, _LEFT["skip"])
    return {"say": [say], "do": [do], "reason": chosen or "skip"}


def _reason(at: Point) -> str:
    """Nothing was ever open, nothing online was, or what was open has been tried or declined."""
    offline = bool(at.settled.offline_left())
    if record.attempts(at.settled.traversal):
        return ONLINE_TRIED if offline else ALL_TRIED
    return ONLY_OFFLINE if offline else NO_ELIGIBLE_SOURCES


def _concern(at: Point) -> dict[str, str]:
    return {"target_type": "path", "target_id": at.path_id}


def _field(predicate: Predicate) -> str:
    return asked_for(axis_name(predicate))


_WHY: Final = {
    ONLINE_TRIED: "Every online way that is open to you has been tried or declined.",
    ALL_TRIED: "Every way that is open to you has been tried or declined.",
    ONLY_OFFLINE: "There is no online way that is open to you.",
    NO_ELIGIBLE_SOURCES: "None of the ways that Be Civic lists is open to you.",
}

_LEFT: Final[dict[str, tuple[str, Any]]] = {
    "search": (
        "You search online yourself. If you find a way that works, tell me.",
        "Offer to propose what they find to Be Civic, so that others have it too.",
    ),
    "commune": (
        "Your commune can say which desk answers. Be Civic lists none that is left for you.",
        "Do not make up a desk or an address; look at the commune's own site together if they want.",
    ),
    "skip": (
        "This is left for now. It can be taken up again at any time.",
        "Go on. `restart` takes it up again.",
    ),
}
