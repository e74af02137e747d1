"""How a session begins: which kind of return it is, and what is to be said first (architecture 24.4, 24.5).

Reads what lies on this machine and nothing else. Facts come as arguments, sentences go out as data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from becivic_harness import opening_words as words
from becivic_harness.sentences import Sentence
from becivic_harness.tiers import T0, Tier

FIRST_CONTACT: Final = "first_contact"
RETURNING: Final = "returning"
CONTINUING: Final = "continuing"
MULTI_ACTIVE: Final = "multi_active"

_NO_SITUATION: Final = ("profile_schema_version", "last_updated_at", "consent")
"""What a profile may hold without saying anything about somebody's situation."""
_STALE_DAYS: Final = 7


class ActiveProcedure(NamedTuple):
    id: str
    title: str
    last_step: str = ""


class Orphan(NamedTuple):
    """A buffer that an earlier session left behind, or another one is still filling (R-BUF-05)."""

    session_id: str
    title: str
    items: int
    age_days: int
    runtime: str = ""
    damaged: int = 0
    at_work: bool = False


class Place(NamedTuple):
    """Where notes are or would be kept, and whether the person agreed to that."""

    data_dir: str
    is_agreed: bool
    buffer: str = ""
    """The file that observations wait in; empty where they wait in memory."""
    is_refused: bool = False
    """Whether they said no to it: then nobody asks again, and nothing else is offered in its place."""


def mode(
    profile: Mapping[str, Any] | None,
    active: Sequence[str],
    request_matches: bool | None,  # noqa: FBT001  a fact like the others, and not a switch
    tier: Tier | None = None,
) -> str:
    """`request_matches` says whether what the person asks is among what is under way; None while nothing was asked yet."""
    if tier is not None and not tier.keeps_notes:
        return FIRST_CONTACT
    is_known = any(
        value not in (None, "", [], {})
        for name, value in (profile or {}).items()
        if name not in _NO_SITUATION
    )
    if not is_known and not active:
        return FIRST_CONTACT
    if len(active) > 1:
        return MULTI_ACTIVE
    return CONTINUING if active and request_matches is not False else RETURNING


def opening(
    kind: str,
    tier: Tier,
    place: Place,
    *,
    active: Sequence[ActiveProcedure] = (),
    orphans: Sequence[Orphan] = (),
    warnings: Sequence[Sentence] = (),
) -> tuple[Sentence, ...]:
    """In the order it is to be said. Where nothing can be kept it is always a first contact (R-RET-01)."""
    if not tier.keeps_notes:
        kind, active, orphans = FIRST_CONTACT, (), ()
    return (
        *_OPENINGS[kind](tier, place, active),
        *(_orphan(each) for each in orphans),
        *warnings,
        *(() if place.is_refused else _upgrade(tier)),
        *_asking(kind, active),
    )


def _first_contact(tier: Tier, place: Place, _: Sequence[ActiveProcedure]) -> tuple[Sentence, ...]:
    return (
        Sentence("what_this_is", words.WHAT_THIS_IS),
        Sentence("what_observations_are", words.WHAT_OBSERVATIONS_ARE),
        _buffer(tier, place),
        Sentence("document_discard", words.DOCUMENT_DISCARD),
        Sentence("tier", tier.say),
        _notes(place) if tier.keeps_notes or place.is_refused else Sentence("stateless", words.STATELESS),
    )


def _returning(tier: Tier, place: Place, _: Sequence[ActiveProcedure]) -> tuple[Sentence, ...]:
    return (
        Sentence("notes_from_before", words.NOTES_FROM_BEFORE),
        _notes(place),
        _buffer(tier, place),
        Sentence("tier", tier.say),
    )


def _continuing(tier: Tier, place: Place, _: Sequence[ActiveProcedure]) -> tuple[Sentence, ...]:
    """The framing was given before: only where things are now is told."""
    return _notes(place), _buffer(tier, place), Sentence("tier", tier.say)


_OPENINGS: Final = {
    FIRST_CONTACT: _first_contact,
    RETURNING: _returning,
    CONTINUING: _continuing,
    MULTI_ACTIVE: _continuing,
}


def _asking(kind: str, active: Sequence[ActiveProcedure]) -> tuple[Sentence, ...]:
    """One question, and it comes last."""
    if kind == FIRST_CONTACT:
        return (Sentence("what_brought_you", words.WHAT_BROUGHT_YOU),)
    if kind == RETURNING or not active:
        return (Sentence("anything_changed", words.ANYTHING_CHANGED),)
    if kind == CONTINUING:
        return (_continue(active[0]),)
    listed = "; ".join(f"{each.title} ({each.last_step or 'no step noted yet'})" for each in active)
    return (Sentence("under_way", words.UNDER_WAY.format(listed=listed)),)


def _continue(procedure: ActiveProcedure) -> Sentence:
    if not procedure.last_step:
        return Sentence("continue", words.CONTINUE_AT_START.format(title=procedure.title))
    return Sentence("continue", words.CONTINUE.format(title=procedure.title, step=procedure.last_step))


def pivot(title: str, step: str, left: str = "") -> str:
    """When somebody turns to another procedure that is under way; what they leave stays open (R-RET-05)."""
    picked_up = words.PICKED_UP.format(title=title, step=step or "the beginning")
    return f"{picked_up} {words.LEFT_OPEN.format(left=left)}" if left else picked_up


def document_intake() -> Sentence:
    """Said whenever somebody is about to show a document (R-DOC-01)."""
    return Sentence("document_intake", words.DOCUMENT_INTAKE)


def closing_offer(tier: Tier, link: str) -> tuple[Sentence, ...]:
    """One sentence at the end, where nothing could be kept; no further pressure."""
    if tier.keeps_notes:
        return ()
    offer = words.CLOSING_T0 if tier.name == T0 else words.CLOSING_T1
    return (Sentence("closing_offer", offer.format(link=link)),)


def _upgrade(tier: Tier) -> tuple[Sentence, ...]:
    """The price is the agent's to know, and to say as of when it knew it (R-TIER-06)."""
    if tier.keeps_notes:
        return ()
    return (
        Sentence(
            "upgrade_offer", words.UPGRADE_T0 if tier.name == T0 else words.UPGRADE_T1, ("price", "as_of")
        ),
    )


def _notes(place: Place) -> Sentence:
    if place.is_refused:
        return Sentence("notes_after_all", words.NOTES_AFTER_ALL)
    if place.is_agreed:
        return Sentence("notes_at", words.NOTES_AT.format(place=place.data_dir))
    return Sentence("may_i_keep_notes", words.MAY_I_KEEP.format(place=place.data_dir))


def _buffer(tier: Tier, place: Place) -> Sentence:
    """Only what is on the disk is kept and sent by this program; without it there is no log, and the agent sends itself."""
    is_file = tier.keeps_notes and place.is_agreed and place.buffer
    return Sentence("buffer", words.BUFFER.format(place=place.buffer) if is_file else words.BUFFER_IN_MEMORY)


def _orphan(orphan: Orphan) -> Sentence:
    age = "today" if orphan.age_days < 1 else f"{_counted(orphan.age_days, 'day')} ago"
    said = (words.ORPHAN_AT_WORK if orphan.at_work else words.ORPHAN).format(
        age=age,
        items=_left(orphan),
        about=f", about {orphan.title}" if orphan.title else "",
        runtime=orphan.runtime or "an unknown agent",
    )
    return Sentence(
        f"orphan:{orphan.session_id}", said + (words.ORPHAN_STALE if orphan.age_days > _STALE_DAYS else "")
    )


def _left(orphan: Orphan) -> str:
    counted = [_counted(orphan.items, "item")] if orphan.items or not orphan.damaged else []
    unread = [_counted(orphan.damaged, "line") + " that cannot be read"] if orphan.damaged else []
    return " and ".join([*counted, *unread])


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
