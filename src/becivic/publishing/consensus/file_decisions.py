"""A decision about a skill or a path: claimed in the records, made on main as one commit, settled in the records.

As with submissions (ADR 15), a run may die between any two steps: the next one finds the claim, asks the forge what
became of the branch, and goes on from there or begins anew.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import ColumnElement, Connection, and_, select, update

from becivic.corpus.directory import PathEntry
from becivic.corpus.findings import Finding
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.frames import frames
from becivic.lifecycle import Artefact, Decision, Evidence, judge
from becivic.publishing.changes.checking import with_commit
from becivic.publishing.changes.finishing import ChangeOrigin, Finished
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.commit.claims import DECISIONS
from becivic.publishing.commit.failing import places
from becivic.publishing.commit.making import Maker
from becivic.publishing.commit.settling import Landed, landed_on_main
from becivic.publishing.commit.statements import OPEN_REQUEST
from becivic.publishing.commit.watching import tell
from becivic.publishing.consensus import log
from becivic.publishing.consensus.cases import case_of, decided
from becivic.publishing.consensus.commit_words import message_of, title_of
from becivic.publishing.consensus.consequences import after_it, before_it
from becivic.publishing.consensus.main_facts import MainFacts, PinnedFacts, PriorUnknown
from becivic.publishing.consensus.rewriting import files_of, origin_of
from becivic.publishing.consensus.steps import OnStep, Step, unwatched
from becivic.publishing.consensus.votes import votes_on
from becivic.publishing.forge.forge import (
    ForgeRefused,
    ForgeUnavailable,
    MainMoved,
    Proposed,
    Request,
)
from becivic.publishing.last_changes import content_id
from becivic.publishing.repository import RepositoryRefused
from becivic.publishing.servable import CorpusBroken
from becivic.publishing.workshop import StillMoving, Workshop
from becivic.rules.changes import ChangeState
from becivic.rules.consensus import DecisionKind, Policy
from becivic.rules.publishing import Failure
from becivic.rules.targets import TargetType
from becivic.store import reviews
from becivic.store.reviews import Asked
from becivic.store.store import StoreUnavailable
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS, Queue
from becivic.store.written import moment

_log = logging.getLogger(__name__)


class NotNow(Exception):
    """Main does not stand as the records say, or moves under every attempt: the next tick looks again."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A decision that is about to be made true."""

    decision: Decision
    number: int
    request: str
    judged: str
    evidence: Evidence
    content: str | None = None
    """What main held of it then: a change that is made anew is made for this, and for nothing else."""


@dataclass(frozen=True, slots=True)
class Done:
    """A decision that was made true, and the commit of main that did it."""

    decision: Decision
    commit: str


@dataclass(frozen=True, slots=True)
class FileDecisions:
    """One tick's."""

    workshop: Workshop
    facts: MainFacts
    policy: Policy
    now: datetime
    on_step: OnStep = unwatched

    def decide(self, target: TargetType, target_id: str) -> Done | Decision | None:
        """What was done, or why nothing was; None where there is no such thing any more.

        Raises Unpublishable where main cannot hold it, NotNow, or what the forge raises.
        """
        pinned = PinnedFacts(self.workshop.corpus())
        try:
            found = self._claimed(target, target_id, pinned)
        except PriorUnknown as asked:
            behind = {(target, target_id): self.facts.prior_at(pinned.corpus, asked.artefact)}
            found = self._claimed(target, target_id, replace(pinned, behind=behind))
        return self.make_true(found) if isinstance(found, Claimed) else found

    def _claimed(self, target: TargetType, target_id: str, pinned: PinnedFacts) -> Claimed | Decision | None:
        return self.workshop.store.write(
            lambda connection: self._claim(connection, target, target_id, pinned)
        )

    def make_true(self, claimed: Claimed) -> Done:
        """Also for what a maintainer decided: the way is the same.

        What is flagged is pulled at any rate: where the earlier text fits no more, a notice stands in its place.
        """
        self.on_step(Step.CLAIMED, claimed.request)
        try:
            return self._made(claimed)
        except NotNow:
            self._let_go(claimed)
            raise
        except Unpublishable as refused:
            decision = claimed.decision
            if decision.kind is not DecisionKind.QUARANTINE or not decision.goes_back:
                self._give_up(claimed, refused)
                raise
        corpus = self.workshop.corpus()
        return self.make_true(
            self.workshop.store.write(lambda connection: self._pulled(connection, claimed, corpus))
        )

    def resume(self) -> list[Done]:
        """What a tick before left in the middle: settled where main has it, and let go where it has not."""
        done = []
        for entry in self.workshop.store.read(log.unfinished):
            try:
                done += self._resumed(entry)
            except (ForgeUnavailable, RepositoryRefused, CorpusBroken, StoreUnavailable):
                raise
            except Exception as error:  # noqa: BLE001  what is wrong with one keeps no other back
                _log.error("Decision %d cannot be taken up.\n%s", entry.number, frames(error))
        return done

    def _resumed(self, entry: log.Logged) -> list[Done]:
        claimed = self._claimed_before(entry)
        request = self.workshop.forge.find(claimed.request)
        if request is None or request.state is not ChangeState.MERGED:
            with suppress(ForgeRefused):  # merged by another tick meanwhile, which settles it
                self._let_go(claimed)
            return []
        return [Done(claimed.decision, request.head)] if self._land_again(claimed, request) else []

    def claim(
        self,
        connection: Connection,
        decision: Decision,
        entry: log.Entry,
        evidence: Evidence,
        corpus: Corpus,
    ) -> Claimed:
        """The records say what is about to happen. Of two at one moment, each is a change request of its own."""
        artefact = decision.artefact
        connection.execute(select(ARTEFACTS.c.blob_id).where(_is_it(artefact)).with_for_update())
        turn = log.how_many(connection, artefact.target, artefact.id) + 1
        request = f"{DECISIONS}{artefact.target}/{artefact.id}/{turn}"
        OPEN_REQUEST.run(connection, **_request(decision, request, corpus, self.now))
        number = log.write(connection, decision, replace(entry, change_request_id=request))
        return Claimed(decision, number, request, entry.judged, evidence, _content(corpus, artefact))

    def _claim(
        self, connection: Connection, target: TargetType, target_id: str, pinned: PinnedFacts
    ) -> Claimed | Decision | None:
        """Everything is counted once more: whatever was true a moment ago, this is what is acted upon (R-CI-05)."""
        case = case_of(connection, target, target_id, pinned)
        if case is None:
            return None
        decision = decided(connection, case, pinned, self.policy, self.now)
        if not decision.changes:
            return decision
        if not _is_as_recorded(connection, pinned.corpus, decision.artefact):
            raise NotNow
        entry = log.Entry(case.judged, self.policy)
        return self.claim(connection, decision, entry, case.evidence, pinned.corpus)

    def _made(self, claimed: Claimed) -> Done:
        try:
            return self.workshop.on_main(lambda corpus: self._make(claimed, corpus))
        except StillMoving:
            raise NotNow from None

    def _make(self, claimed: Claimed, corpus: Corpus) -> Done:
        """Raises NotNow where it says something else by now: nobody voted on that."""
        decision = claimed.decision
        if _content(corpus, decision.artefact) != claimed.content:
            raise NotNow
        files = files_of(decision, corpus, self.facts)
        finished, after, beyond = self._checked(corpus, files, origin_of(decision))
        base = corpus.commit or ""
        message = message_of(decision, claimed.request, finished.artefacts)
        try:
            request = self.workshop.forge.open(
                Proposed(claimed.request, base, finished.files, message, self.now)
            )
            self.on_step(Step.OPENED, claimed.request)
            commit = self.workshop.forge.merge(claimed.request, base)
        except MainMoved:
            raise
        except ForgeRefused as refused:
            self._unless_let_go(claimed)
            raise Unpublishable(Failure.FORGE_REFUSED, refused.message) from None
        self.on_step(Step.MERGED, claimed.request)
        self.workshop.is_at(with_commit(after, commit))
        if beyond:
            tell(self.workshop, commit, beyond, self.now)
        self._land(claimed, Landed(commit, finished.artefacts, finished.cited, request.number))
        return Done(decision, commit)

    def _pulled(self, connection: Connection, claimed: Claimed, corpus: Corpus) -> Claimed:
        """The same decision for something that has nothing behind it."""
        _close(claimed, self.now, connection)
        before = claimed.decision
        alone = judge(replace(before.artefact, prior=None), before.tally, self.policy, before.at)
        entry = log.Entry(claimed.judged, self.policy)
        return self.claim(connection, alone, entry, claimed.evidence, corpus)

    def _checked(
        self, corpus: Corpus, files: Mapping[str, bytes], origin: ChangeOrigin
    ) -> tuple[Finished, Corpus, tuple[Finding, ...]]:
        maker = Maker(self.workshop, self.now)
        finished = maker.finished(corpus, files, origin)
        return (finished, *maker.checked_but_for_withdrawal(corpus, finished, ""))

    def _land(self, claimed: Claimed, landed: Landed) -> bool:
        """The records say so. False where another tick has said it already: what follows is done once."""

        def settle(connection: Connection) -> bool:
            if _state(connection, claimed) is ChangeState.MERGED:
                return False
            before_it(connection, claimed.decision, claimed.number, claimed.evidence)
            landed_on_main(connection, claimed.request, landed, _begins(connection, claimed.decision))
            after_it(connection, claimed.decision, claimed.number, self.now)
            return True

        is_ours = self.workshop.store.write(settle)
        self.on_step(Step.SETTLED, claimed.request)
        self.workshop.forget(claimed.request)
        return is_ours

    def _claimed_before(self, entry: log.Logged) -> Claimed:
        assert entry.change_request_id is not None
        decision = entry.decision()
        began = decision.artefact.cohort_started_at
        evidence = self.workshop.store.read(
            lambda connection: votes_on(connection, entry.target, entry.target_id, began)
        )
        return Claimed(decision, entry.number, entry.change_request_id, entry.judged, evidence)

    def _land_again(self, claimed: Claimed, request: Request) -> bool:
        """A tick before died after the merge: what it made is read from main."""
        finished = Maker(self.workshop, self.now).made_by(request.head, origin_of(claimed.decision))
        return self._land(claimed, Landed(request.head, finished.artefacts, finished.cited, request.number))

    def _give_up(self, claimed: Claimed, refused: Unpublishable) -> None:
        """A person is asked: votes alone cannot make this true."""
        artefact = claimed.decision.artefact
        title = f"What was decided about {artefact.target} {artefact.id} cannot be done: {refused.failure}"
        found = places(refused.findings) or refused.detail
        asked = Asked(Queue.FAILED, artefact.target.value, artefact.id, title, found)

        def give_up(connection: Connection) -> None:
            _close(claimed, self.now, connection)
            reviews.ask(connection, asked, self.now)

        self.workshop.store.write(give_up)
        with suppress(ForgeUnavailable):  # an open branch harms nobody
            self._close_branch(claimed)

    def _let_go(self, claimed: Claimed) -> None:
        self._close_branch(claimed)
        self.workshop.store.write(partial(_close, claimed, self.now))

    def _unless_let_go(self, claimed: Claimed) -> None:
        """Another tick took it for one that died, and decides anew: then it is nothing of ours any more."""
        request = self.workshop.forge.find(claimed.request)
        if request is not None and request.state is ChangeState.CLOSED:
            raise NotNow

    def _close_branch(self, claimed: Claimed) -> None:
        request = self.workshop.forge.find(claimed.request)
        if request is not None and request.state is ChangeState.OPEN:
            self.workshop.forge.close(claimed.request)


def _begins(connection: Connection, decision: Decision) -> datetime:
    """When the next cohort does. Every vote there is by now was given for the text that goes, whoever counted it."""
    if not decision.goes_back:
        return decision.next_cohort_at
    votes = votes_on(
        connection, decision.artefact.target, decision.artefact.id, decision.next_cohort_at
    ).votes
    return max([decision.next_cohort_at, *(vote.at + timedelta(microseconds=1) for vote in votes)])


def _close(claimed: Claimed, now: datetime, connection: Connection) -> None:
    closed = {"state": ChangeState.CLOSED.value, "resolved_at": moment(now)}
    is_it = (CHANGE_REQUESTS.c.id == claimed.request) & (CHANGE_REQUESTS.c.state == ChangeState.OPEN.value)
    connection.execute(update(CHANGE_REQUESTS).where(is_it).values(closed))


def _request(decision: Decision, request: str, corpus: Corpus, now: datetime) -> dict[str, object]:
    return {
        "id": request,
        "submission_id": None,
        "submission_type": None,
        "title": title_of(decision),
        "branch": request,
        "base_commit": corpus.commit or "",
        "state": ChangeState.OPEN.value,
        "checks": None,
        "opened_at": moment(now),
        "resolved_at": None,
        "target_type": decision.artefact.target.value,
        "target_id": decision.artefact.id,
    }


def _state(connection: Connection, claimed: Claimed) -> ChangeState:
    """Held against others until this transaction is over."""
    query = select(CHANGE_REQUESTS.c.state).where(CHANGE_REQUESTS.c.id == claimed.request).with_for_update()
    return ChangeState(connection.execute(query).scalar_one())


def _is_as_recorded(connection: Connection, corpus: Corpus, artefact: Artefact) -> bool:
    """Main may be ahead of the records, by a push or by a change that is being settled: votes were not about that."""
    found = _on_main(corpus, artefact)
    recorded = connection.execute(select(ARTEFACTS.c.blob_id).where(_is_it(artefact))).scalar()
    return (
        found is not None
        and found.status is artefact.status
        and recorded in (None, content_id(found))  # what was entered without git's history has none
    )


def _is_it(artefact: Artefact) -> ColumnElement[bool]:
    own = ARTEFACTS.c
    return and_(own.target_type == artefact.target.value, own.target_id == artefact.id)


def _content(corpus: Corpus, artefact: Artefact) -> str | None:
    found = _on_main(corpus, artefact)
    return None if found is None else content_id(found)


def _on_main(corpus: Corpus, artefact: Artefact) -> Skill | PathEntry | None:
    if artefact.target is TargetType.SKILL:
        return corpus.skills.get(artefact.id)
    return corpus.paths.entries.get(artefact.id)
