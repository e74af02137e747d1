"""What each event makes of a traversal (the right-hand side of traversal_states.TRANSITIONS).

Every function returns the traversal before it is settled again; which event may come when is not decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Final, NamedTuple

from becivic_harness import traversal_record as record
from becivic_harness import traversal_states as states
from becivic_harness.json_values import text_at
from becivic_harness.observations import facts_of
from becivic_harness.predicates import Truth
from becivic_harness.refusals import Refused
from becivic_harness.settling import Settled
from becivic_harness.signals import AMBIGUOUS, SUCCESS, Decision, decide
from becivic_harness.sources import Source
from becivic_harness.traversal_record import Traversal
from becivic_harness.traversal_scene import Scene
from becivic_harness.validations import progress, validation


class Change(NamedTuple):
    """The traversal after an event; what to buffer, and what to note on the progress, if anything."""

    traversal: Traversal
    validation: dict[str, Any] | None = None
    progress: dict[str, Any] | None = None


class Happening(NamedTuple):
    """One event: where the traversal stood, and what was told."""

    settled: Settled
    scene: Scene
    told: Mapping[str, Any]

    @property
    def before(self) -> Traversal:
        return self.settled.traversal

    @property
    def source(self) -> Source:
        return self.settled.source or Source({})

    @property
    def is_under_way(self) -> bool:
        return self.settled.state in states.UNDER_WAY

    def answered(self) -> Change:
        return Change(self.before)

    def refused(self) -> Change:
        field = self.settled.questions[0].question.field
        if self.told.get("field") not in (None, field):
            raise Refused(
                "another_question",
                "That is not the question that is open now. Nothing was changed.",
                "Ask for the next step: it names the question.",
                field=field,
            )
        return Change({**self.before, "refused": [*record.refused_fields(self.before), field]})

    def consented(self) -> Change:
        now = {**record.current(self.before), "consent_on": self.scene.day}
        return Change({**self.before, "current": now})

    def shown(self) -> Change:
        return Change(self._begun(states.HANDED_OFF))

    def declined(self) -> Change:
        if self.told.get("all_online") is True:
            return Change(self._without_online())
        if self.settled.state == states.ASKING:
            raise Refused(
                "nothing_to_decline",
                "No source was offered yet: a question comes first. Nothing was changed.",
                "Use `refuse` for the question, or decline all online ways at once.",
            )
        return Change(record.with_attempt(self.before, self.source.id, record.DECLINED, self.scene.day))

    def begun_again(self) -> Change:
        return Change({**self.before, "state": states.CHOOSING, "current": None})

    def searching(self) -> Change:
        return Change(_stopped(self.before, "search"))

    def going_there(self) -> Change:
        """Where the path lists no counter that is left, the choice ends here: none is made up."""
        if not self.settled.offline_left():
            return Change(_stopped(self.before, "commune"))
        return Change({**self.before, "offline_chosen": True})

    def skipping(self) -> Change:
        """An attempt that had begun is broken off: nobody judges it."""
        ended = self.before
        if self.is_under_way:
            ended = record.with_attempt(ended, self.source.id, record.DECLINED, self.scene.day)
        return Change(_stopped(ended, "skip"))

    def restarted(self) -> Change:
        return Change(record.begun_anew(self.before, self.scene.today))

    def reported(self) -> Change:
        begun = self.before if self.is_under_way else self._begun(states.UNDECIDED)
        observed = self.told.get("observed")
        seen = facts_of(observed, self.source) if isinstance(observed, Mapping) else []
        facts = record.merged(record.facts(begun), seen)
        decision = decide(facts, self.source)
        if decision.outcome != AMBIGUOUS:
            return self._ended(begun, decision)
        if self.settled.state == states.ADVICE:
            return Change(self.before)
        now = {**record.current(begun), "facts": [fact.as_json() for fact in facts]}
        return Change({**begun, "current": now, "state": states.UNDECIDED})

    def _ended(self, begun: Traversal, decision: Decision) -> Change:
        is_success = decision.outcome == SUCCESS
        outcome = record.SUCCESS if is_success else record.FAILED
        ended = record.with_attempt(begun, self.source.id, outcome, self.scene.day, decision.signal)
        judged = self._validation(begun, decision)
        if not is_success:
            return Change(ended, judged)
        path_id, kept = text_at(begun, "path_id"), self.told.get("file_retained")
        ended = {
            **ended,
            "state": states.SUCCEEDED,
            "file_retained": kept if kept in record.FILE_KEPT else "unknown",
        }
        return Change(ended, judged, progress(path_id, self.source, self.scene))

    def _validation(self, begun: Traversal, decision: Decision) -> dict[str, Any] | None:
        """One for every attempt that was decided, unless there is nothing that it could be about (R-TRAV-06).

        What was only told of is no attempt (R-CAP-08).
        """
        was_walked = self.scene.can_walk and self.settled.state != states.ADVICE
        if not was_walked or not self.scene.can_be_judged(self.source.id):
            return None
        return validation(
            text_at(begun, "path_id"),
            self.source,
            decision,
            attempted_on=text_at(record.current(begun), "begun_on"),
            auth_provider=text_at(self.told, "auth_provider"),
        )

    def _begun(self, state: str) -> Traversal:
        now = {
            **record.current(self.before),
            "source": self.source.id,
            "begun_on": self.scene.day,
            "as_begun": record.snapshot(self.source),
        }
        return {**self.before, "state": state, "current": now}

    def _without_online(self) -> Traversal:
        after = {**self.before, "state": states.CHOOSING, "current": None}
        for each in self.settled.judged:
            is_left = not each.source.is_offline and not record.has_ended(after, each.source.id)
            if is_left and each.truth is not Truth.NO:
                after = record.with_attempt(after, each.source.id, record.DECLINED, self.scene.day)
        return after


def _stopped(traversal: Traversal, chosen: str) -> Traversal:
    return {**traversal, "state": states.STOPPED, "stopped_for": chosen, "current": None}


HANDLERS: Final[dict[str, Callable[[Happening], Change]]] = {
    states.ANSWER: Happening.answered,
    states.REFUSE: Happening.refused,
    states.CONSENT_YES: Happening.consented,
    states.CONSENT_NO: Happening.declined,
    states.SHOWN: Happening.shown,
    states.REPORT: Happening.reported,
    states.AGAIN: Happening.begun_again,
    states.DECLINE: Happening.declined,
    states.CHOOSE_SEARCH: Happening.searching,
    states.CHOOSE_COMMUNE: Happening.going_there,
    states.CHOOSE_SKIP: Happening.skipping,
    states.RESTART: Happening.restarted,
}
