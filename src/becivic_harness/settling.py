"""Which source comes next, and what stands before it: the second to fifth step of architecture 24.9.

Three things hold here and nowhere else. Eligibility first: a source is chosen only if every predicate is known to
hold. Commune last: an offline source is chosen only when no online one is left and the person chose that way.
Consent: a source that delivers a document is passed on only with a yes of the same day to this one call.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from becivic_harness import traversal_record as record
from becivic_harness.asking import Asked, asked
from becivic_harness.json_values import text_at
from becivic_harness.predicates import Eligibility, Truth, applicability, eligibility
from becivic_harness.questions import question_for
from becivic_harness.sources import Source
from becivic_harness.traversal_record import Traversal
from becivic_harness.traversal_scene import Scene
from becivic_harness.traversal_states import (
    ADVICE,
    ASKING,
    AWAITING_CONSENT,
    AWAITING_HANDOFF,
    EXHAUSTED,
    FINAL,
    NOT_FOR_THEM,
    READY,
    UNAVAILABLE,
    UNDER_WAY,
)


class Judged(NamedTuple):
    """A source and whether it is open to this person; an answer that was refused closes it."""

    source: Source
    eligibility: Eligibility

    @property
    def truth(self) -> Truth:
        return self.eligibility.truth


class Settled(NamedTuple):
    """A traversal with its state settled, and what the step is told from."""

    traversal: Traversal
    source: Source | None = None
    questions: tuple[Asked, ...] = ()
    judged: tuple[Judged, ...] = ()

    @property
    def state(self) -> str:
        return record.state_of(self.traversal)

    def offline_left(self) -> list[Source]:
        """Offline sources that were neither tried nor declined, and are not closed to the person."""
        left = _left(self.judged, self.traversal, offline=True)
        return [each.source for each in left if each.truth is not Truth.NO]


def settle(traversal: Traversal, scene: Scene) -> Settled:
    """The state as it is now: by the path, the profile and the day, whatever they were before. Changes nothing else."""
    state = record.state_of(traversal)
    judged = _judged(traversal, scene)
    if state in FINAL:
        return Settled(traversal, judged=judged)
    if state in UNDER_WAY and record.current_source(traversal) is not None:
        begun = _as_begun(traversal, scene)
        if not any(each.source.id == begun.id and each.truth is Truth.NO for each in judged):
            return Settled(traversal, begun, judged=judged)
    skipped = [each.source.id for each in judged if each.truth is Truth.NO]
    version = text_at(scene.path or {}, "version")
    looked_at = {
        **traversal,
        "skipped": skipped,
        "path_version": version or text_at(traversal, "path_version"),
    }
    if scene.unavailable:
        return Settled(_in(looked_at, UNAVAILABLE), judged=judged)
    if applicability(scene.path or {}, scene.profile, scene.today).truth is Truth.NO:
        return Settled(_in(looked_at, NOT_FOR_THEM), judged=judged)
    return _next(looked_at, scene, judged)


def _next(traversal: Traversal, scene: Scene, judged: tuple[Judged, ...]) -> Settled:
    """The first source that is left; or the question that decides whether one before it is open."""
    online, offline = (
        [each for each in _left(judged, traversal, offline=kind) if each.truth is not Truth.NO]
        for kind in (False, True)
    )
    left = _confirmed(online)
    if not left and traversal.get("offline_chosen") is True:
        left = _confirmed(offline) or [*online, *offline]
    elif not left and not _confirmed(offline):
        left = online  # nothing but a report, which says so
    left.sort(key=lambda each: each.source.id != text_at(traversal, "preferred"))
    if not left:
        return Settled(_in(traversal, EXHAUSTED), judged=judged)
    first_open = next((place for place, each in enumerate(left) if each.truth is Truth.YES), len(left))
    unknown = left[:first_open]
    if unknown:
        questions = asked(
            (each.source.id, question_for(field, scene.profile))
            for each in unknown
            for field in each.eligibility.ask
        )
        return Settled(_in(traversal, ASKING), questions=questions, judged=judged)
    source = left[0].source
    prepared = _prepared(traversal, source)
    return Settled({**prepared, "state": _gate(prepared, source, scene)}, source, judged=judged)


def _gate(traversal: Traversal, source: Source, scene: Scene) -> str:
    """What stands before an attempt at this source."""
    if not scene.can_attempt(source):
        return ADVICE
    if source.is_audited and record.current(traversal).get("consent_on") != scene.day:
        return AWAITING_CONSENT
    return AWAITING_HANDOFF if source.needs_handoff else READY


def _prepared(traversal: Traversal, source: Source) -> Traversal:
    """What was agreed for another source does not count for this one."""
    is_the_same = record.current(traversal).get("source") == source.id
    return traversal if is_the_same else {**traversal, "current": {"source": source.id}}


def _as_begun(traversal: Traversal, scene: Scene) -> Source:
    begun = record.current_source(traversal) or Source({})
    return scene.source(begun.id) or begun


def _judged(traversal: Traversal, scene: Scene) -> tuple[Judged, ...]:
    refused = record.refused_fields(traversal)
    return tuple(
        Judged(source, _unless_refused(eligibility(source.data, scene.profile, scene.today), refused))
        for source in scene.sources
    )


def _unless_refused(found: Eligibility, refused: list[str]) -> Eligibility:
    """Who would rather not say is not probed: the source counts as closed (R-TRAV-08)."""
    return Eligibility(Truth.NO, ask=found.ask) if any(each in refused for each in found.ask) else found


def _left(judged: tuple[Judged, ...], traversal: Traversal, *, offline: bool) -> list[Judged]:
    return [
        each
        for each in judged
        if each.source.is_offline is offline and not record.has_ended(traversal, each.source.id)
    ]


def _confirmed(judged: list[Judged]) -> list[Judged]:
    """Without what is an anonymous report: it comes after every other way (design 7.14)."""
    return [each for each in judged if not each.source.is_unconfirmed]


def _in(traversal: Traversal, state: str) -> dict[str, Any]:
    return {**traversal, "state": state, "current": None}
