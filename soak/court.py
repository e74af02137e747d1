"""The maintainers: once a day they answer what waits for a person, by seeded chance."""

from __future__ import annotations

import random

from becivic.publishing.commit import merging
from becivic.publishing.consensus.ruling import Asked, RulingRefused, reinstate, rule_about_flag
from becivic.publishing.review import failed, feedback, queues, unsent
from becivic.publishing.review.feedback import Triage
from becivic.publishing.review.queues import Item
from becivic.publishing.review.writeback import OPERATOR
from becivic.rules.consensus import Ruling
from becivic.rules.submissions import SubmissionState
from becivic.rules.targets import TargetType
from becivic.store.tables.keeping import Queue
from soak.house import House
from soak.ledger import Ledger

_MOST = 200


class Court:
    """Sits on one house."""

    def __init__(self, house: House, ledger: Ledger, seed: int) -> None:
        self._house, self._ledger, self._counts = house, ledger, ledger.counts
        self._chance = random.Random(seed)

    async def sits(self) -> None:
        page = self._house.store.read(lambda connection: queues.listed(connection, None, None, _MOST))
        held = {item.subject_id for item in page.items if item.queue is Queue.HELD}
        for item in page.items:
            if item.queue is not Queue.HELD and item.subject_id in held:
                continue  # what is held is decided first
            outcome = await self._decides(item)
            self._counts[f"{item.queue.value} {outcome}"] += 1
        if page.items:
            self._house.follow()

    async def _decides(self, item: Item) -> str:
        match item.queue:
            case Queue.HELD:
                return await self._held(item)
            case Queue.DRAFTS:
                return self._draft(item)
            case Queue.INJECTION:
                return self._flag(item)
            case Queue.FAILED:
                return self._failed(item)
            case Queue.FEEDBACK:
                return self._feedback(item)

    async def _held(self, item: Item) -> str:
        now, store = self._house.clock.now(), self._house.store
        if item.submission is None:
            store.write(lambda connection: unsent.release(connection, item, now, OPERATOR))
            return "released"
        state = self._chance.choice(
            (SubmissionState.RELEASED, SubmissionState.RELEASED, SubmissionState.DISCARDED)
        )
        answer = await self._house.ask(
            "PATCH",
            f"/api/{item.submission.facts.route}/{item.subject_id}/status",
            address="192.0.2.1",
            body={"state": state.value},
            operator=True,
        )
        self._ledger.expects(answer.status_code == 200, f"held {answer.text[:300]}")
        return state.value

    def _draft(self, item: Item) -> str:
        shop, now = self._house.workshop, self._house.clock.now()
        if self._chance.randrange(2):
            resolved = merging.merge(shop, item.subject_id, now)
            if resolved.failure is None:
                return "merged"
        merging.close(shop, item.subject_id, now)
        return "closed"

    def _flag(self, item: Item) -> str:
        asked = Asked(item.number, TargetType(item.subject_type), item.subject_id)
        shop, now = self._house.workshop, self._house.clock.now()
        if self._chance.randrange(4):
            try:
                return reinstate(shop, asked, now).ruling.value
            except RulingRefused:
                pass  # something else stands there by now: only the flag is ruled about
        ruling = self._chance.choice((Ruling.BOGUS, Ruling.UPHELD))
        return shop.store.write(
            lambda connection: rule_about_flag(connection, asked, ruling, now)
        ).ruling.value

    def _failed(self, item: Item) -> str:
        now, store = self._house.clock.now(), self._house.store
        if item.submission is None:
            closed = "closed"
            store.write(lambda connection: unsent.answer(connection, item, closed, now, OPERATOR))
            return closed
        if not self._chance.randrange(4):
            store.write(lambda connection: failed.try_again(connection, item.subject_id, now, OPERATOR))
            return "tried again"
        store.write(lambda connection: failed.drop(connection, item.subject_id, now, OPERATOR))
        return "dropped"

    def _feedback(self, item: Item) -> str:
        now, outcome = self._house.clock.now(), self._chance.choice(list(Triage))
        self._house.store.write(
            lambda connection: feedback.triage(connection, item.subject_id, outcome, now, OPERATOR)
        )
        return outcome.value
