"""Votes over HTTP, each from an address of its own, and the tick that counts them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection

from becivic.corpus.skill import Skill
from becivic.lifecycle import Decision
from becivic.publishing.consensus.cases import Case, case_of
from becivic.publishing.consensus.log import Logged, of_artefact
from becivic.publishing.consensus.main_facts import MainFacts
from becivic.publishing.consensus.steps import OnStep, unwatched
from becivic.publishing.consensus.tick import Tick, TickReport
from becivic.publishing.screening.votes import look_through
from becivic.rules.consensus import Policy
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType, Verdict
from becivic.rules.targets import TargetType
from becivic.store import confirmable_days
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS
from tests.factories.corpora import Files
from tests.factories.numbered import submission_id
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.press import Press, press

SKILL: Final = (TargetType.SKILL, "nationality-application")
PATH: Final = (TargetType.PATH, "birth-certificate-belgian")
SOURCE: Final = (TargetType.PATH_SOURCE, "birth-certificate-belgian:commune-desk")
VALUE: Final = (TargetType.VOLATILE_VALUE, "val-00001")
REFERENCE: Final = (TargetType.REFERENCE, "ref-00001")

TWO_DAYS: Final = timedelta(hours=48)
A_FORTNIGHT: Final = timedelta(days=14)

Target = tuple[TargetType, str]
_NUMBERS: Final = count(1)


def begun(store: Store, home: Path, files: Files | None = None) -> Press:
    """A press whose cohorts begin now. A first tick has looked at each of the hundreds there are: what a test's own
    ticks look at is what happened since."""
    return press(
        store,
        home,
        files,
        began=timedelta(0),
        then=lambda shop: Tick(shop, shop.policy, NOW).run(lambda _: None),
    )


def address(number: int) -> str:
    return f"203.0.{number // 250}.{number % 250 + 1}"


@dataclass
class Poll:
    """A press, and the people who judge what it publishes."""

    press: Press

    def vote(
        self, target: Target, verdict: Verdict = Verdict.CONFIRM, *, by: str | None = None, **changes: Any
    ) -> str:
        """One vote; from an address that nobody else has, unless it is said."""
        number = next(_NUMBERS)
        sent = payload("validations/valid/skill-confirm")
        kind, target_id = target
        said = {"rationale": "It is not so at the desk."} if verdict is Verdict.REJECT else {}
        more = (
            {"traversal_metadata": {"validates_post_handoff": False}}
            if kind is TargetType.PATH_SOURCE
            else {}
        )
        sent |= {
            "validation_id": submission_id(SubmissionType.VALIDATION, number),
            "submitted_at": f"{self.press.now:%Y-%m-%dT%H:%M:%SZ}",
            "target_type": kind.value,
            "target_id": target_id,
            "verdict": verdict.value,
            **said,
            **more,
            **changes,
        }
        return self.press.sends_payload(SubmissionType.VALIDATION, sent, address=by or address(number))

    def confirm(self, target: Target, times: int, **changes: Any) -> list[str]:
        return [self.vote(target, **changes) for _ in range(times)]

    def reject(self, target: Target, times: int, **changes: Any) -> list[str]:
        return [self.vote(target, Verdict.REJECT, **changes) for _ in range(times)]

    def flag(self, target: Target, **changes: Any) -> str:
        said: dict[str, Any] = {
            "injection_flag": True,
            "injection_reason": "It tells the agent to send the profile away.",
        }
        return self.vote(target, Verdict.REJECT, **said | changes)

    def amend(self, name: str = "amendments/valid/skill/body-one-line") -> None:
        """A stranger's change of the skill, published."""
        number = next(_NUMBERS)
        sent = payload(name) | {"amendment_id": submission_id(SubmissionType.AMENDMENT, number)}
        sent["submitted_at"] = f"{self.press.now:%Y-%m-%dT%H:%M:%SZ}"
        sent["content"] |= {"skill_commit": self.press.corpus.commit}
        self.press.sends_payload(SubmissionType.AMENDMENT, sent, address=address(number))
        self.press.a_day_later()

    def amend_value(self, uid: str = VALUE[1]) -> None:
        number = next(_NUMBERS)
        sent = payload("amendments/valid/volatile_value/integer")
        sent |= {"amendment_id": submission_id(SubmissionType.AMENDMENT, number), "target_id": uid}
        sent["submitted_at"] = f"{self.press.now:%Y-%m-%dT%H:%M:%SZ}"
        self.press.sends_payload(SubmissionType.AMENDMENT, sent, address=address(number))
        self.press.a_day_later()

    def every_day_counts(self, span: timedelta) -> None:
        """From today on, as if a probe asked a source of each class every day, and none answered clearly."""
        classes = self.press.corpus.paths.source_classes(self.press.corpus.paths.entries)
        for day in range(span.days + 1):
            then = self.press.now + timedelta(days=day)
            self.press.store.write(partial(confirmable_days.note, source_classes=classes, now=then))

    def later(self, span: timedelta) -> None:
        self.press.service.clock.move(seconds=span.total_seconds())

    def tick(
        self, policy: Policy | None = None, on_step: OnStep = unwatched, *, everything: bool = False
    ) -> TickReport:
        workshop = self.press.workshop
        look_through(workshop, self.press.now)
        tick = Tick(workshop, policy or workshop.policy, self.press.now, on_step)
        report = tick.run(lambda _: None, everything=everything)
        self.later(timedelta(seconds=1))  # what is sent next is about what stands now
        self.press.service.library.refresh()
        return report

    def decided(self, report: TickReport) -> list[tuple[str, str, str, str]]:
        """What, about what, from which status to which."""
        return [(each["decision"], each["target_id"], each["from"], each["to"]) for each in report.decisions]

    def skill(self, skill_id: str = SKILL[1]) -> Skill:
        return self.press.corpus.skills[skill_id]

    def status(self, target: Target) -> Status:
        case = self.case(target)
        assert case is not None
        return case.artefact.status

    def case(self, target: Target) -> Case | None:
        facts = MainFacts(self.press.workshop)
        return self.press.store.read(lambda connection: case_of(connection, *target, facts, every_vote=True))

    def log(self, target: Target) -> list[Logged]:
        def read(connection: Connection) -> list[Logged]:
            return of_artefact(connection, *target)

        return self.press.store.read(read)

    def artefact(self, target: Target) -> Any:
        (row,) = self.press.rows(ARTEFACTS, target_type=target[0].value, target_id=target[1])
        return row

    def promote(self, target: Target, to: Status) -> Decision | None:
        """As far up as that, by as many votes and as much time as it takes."""
        while self.status(target) is not to:
            self.confirm(target, 10)
            self.later(A_FORTNIGHT)
            self.tick()
        return None
