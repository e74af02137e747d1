"""A maintainer rules about a quarantine: the flag was right, or it was bogus and the content comes back (lifecycle 9.2).

It comes back by a fresh change, a row or a commit, at the status it had, and its cohort begins anew (R-QUAR-04).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy import Connection

from becivic.catalogue import judging
from becivic.lifecycle import Decision, Evidence, Prior, PriorKind, tally
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.consensus import flaggers, log
from becivic.publishing.consensus.cases import Facts, case_of
from becivic.publishing.consensus.consequences import after_it
from becivic.publishing.consensus.file_decisions import Claimed, FileDecisions, NotNow
from becivic.publishing.consensus.log import Logged
from becivic.publishing.consensus.main_facts import MainFacts, PinnedFacts
from becivic.publishing.consensus.quarantines import Texts, rows_of, texts_of
from becivic.publishing.consensus.questions import Question, waiting
from becivic.publishing.consensus.ruled import settle
from becivic.publishing.review.writeback import OPERATOR
from becivic.publishing.workshop import Workshop
from becivic.rules.consensus import DecisionKind, Rule, Ruling
from becivic.rules.errors import BeCivicError
from becivic.rules.statuses import Status
from becivic.rules.targets import COHORT_ANCHORED, TargetType

_ONLY_FLAG: Final = "`--only-flag` rules about the flag and leaves everything else as it is."


class RulingRefused(BeCivicError):
    """Nothing was ruled, and nothing has changed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The question that is answered: the number of a review item, and what it is about."""

    item: int
    target: TargetType
    target_id: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """What came of it, and how many addresses it was about."""

    ruling: Ruling
    addresses: int
    status: Status | None = None
    """What the content came back as."""
    commit: str | None = None
    """The commit of main that brought it, where it is on main."""


def quarantine_of(connection: Connection, asked: Asked) -> tuple[Question, Logged]:
    """What a question is about. Raises RulingRefused where it does not wait any more."""
    for question in waiting(connection, asked.target, asked.target_id):
        entry = log.numbered(connection, question.decision)
        if question.item == asked.item and entry is not None:
            return question, entry
    raise RulingRefused("It does not wait any more.")


def rule_about_flag(connection: Connection, asked: Asked, ruling: Ruling, now: datetime) -> Ruled:
    """The flag was right, or it was bogus; what was flagged stays as it is by now."""
    addresses = settle(connection, *quarantine_of(connection, asked), ruling, now)
    if addresses is None:
        raise RulingRefused("It does not wait any more.")
    return Ruled(ruling, addresses)


def reinstate(workshop: Workshop, asked: Asked, now: datetime) -> Ruled:
    """The flag was bogus. Raises RulingRefused, or what the forge raises."""
    return Reinstatement(workshop, MainFacts(workshop), now).do(asked)


@dataclass(frozen=True, slots=True)
class Reinstatement:
    workshop: Workshop
    facts: MainFacts
    now: datetime

    def do(self, asked: Asked) -> Ruled:
        if asked.target in COHORT_ANCHORED:
            return self._on_main(asked)
        return self.workshop.store.write(lambda connection: self._row_again(connection, asked))

    def _on_main(self, asked: Asked) -> Ruled:
        files = FileDecisions(self.workshop, self.facts, self.workshop.policy, self.now)
        _, quarantine = self.workshop.store.read(lambda connection: quarantine_of(connection, asked))
        pinned = PinnedFacts(self.workshop.corpus())
        texts = texts_of(self.facts, quarantine, pinned.corpus.commit or "")
        claimed, addresses = self.workshop.store.write(
            lambda connection: self._claim(connection, asked, files, pinned, texts)
        )
        try:
            done = files.make_true(claimed)
        except NotNow:
            raise RulingRefused("Main moved meanwhile.", remedy="Look at it again, and rule then.") from None
        except Unpublishable as refused:
            raise RulingRefused(f"{refused.failure.meaning} {refused.detail}", remedy=_ONLY_FLAG) from None
        return Ruled(Ruling.REINSTATED, addresses, done.decision.to, done.commit)

    def _claim(
        self, connection: Connection, asked: Asked, files: FileDecisions, pinned: PinnedFacts, texts: Texts
    ) -> tuple[Claimed, int]:
        _, quarantine = quarantine_of(connection, asked)
        if any(_is_about(entry, asked) for entry in log.unfinished(connection)):
            raise RulingRefused(
                "Something that was decided about it is being done at this moment, or a run died doing it.",
                remedy="Rule again in a moment; `becivic run promote` finishes what was left.",
            )
        _refuse(texts.against)
        decision, evidence = self._decision(connection, quarantine, texts.flagged_at, pinned)
        claimed = files.claim(connection, decision, self._entry(quarantine), evidence, pinned.corpus)
        return claimed, flaggers.how_many(connection, quarantine.number)

    def _row_again(self, connection: Connection, asked: Asked) -> Ruled:
        _, quarantine = quarantine_of(connection, asked)
        rows = rows_of(connection, quarantine)
        _refuse(rows.against)
        decision, _ = self._decision(connection, quarantine, quarantine.judged, self.facts)
        number = log.write(connection, decision, self._entry(quarantine))
        addresses = flaggers.how_many(connection, quarantine.number)
        begins, now = decision.next_cohort_at, rows.now
        judging.replace(connection, now, rows.flagged, decision.to, begins, judged=now.row_id)
        after_it(connection, decision, number, self.now)
        return Ruled(Ruling.REINSTATED, addresses, decision.to)

    def _decision(
        self, connection: Connection, quarantine: Logged, at: str, facts: Facts
    ) -> tuple[Decision, Evidence]:
        """It stands on no count: the numbers are there to be read. `at` is where what comes back is."""
        case = case_of(connection, quarantine.target, quarantine.target_id, facts)
        assert case is not None  # it stands as its quarantine left it
        was, policy = quarantine.before, self.workshop.policy
        kind = PriorKind.STABLE if was is Status.STABLE else PriorKind.AMENDED
        prior = Prior(kind, was, at)
        decision = Decision(
            kind=DecisionKind.REINSTATE,
            artefact=replace(case.artefact, prior=prior),
            tally=tally(case.artefact, case.evidence, policy),
            at=self.now,
            to=was,
            rule=Rule.RULING,
            back_to=prior,
        )
        return decision, case.evidence

    def _entry(self, quarantine: Logged) -> log.Entry:
        """What was judged is what had been flagged: by that, both entries of the log are about one thing."""
        return log.Entry(quarantine.judged, self.workshop.policy, OPERATOR)


def _refuse(reason: str) -> None:
    if reason:
        raise RulingRefused(reason, remedy=_ONLY_FLAG)


def _is_about(entry: Logged, asked: Asked) -> bool:
    return (entry.target, entry.target_id) == (asked.target, asked.target_id)
