"""A tick may die after any step, or meet another one: each decision is made true once, and the log says so."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Connection, text

from becivic.publishing.consensus.cases import case_of, decided
from becivic.publishing.consensus.file_decisions import Claimed, FileDecisions
from becivic.publishing.consensus.log import Entry, unfinished
from becivic.publishing.consensus.main_facts import MainFacts, PinnedFacts
from becivic.publishing.consensus.steps import Step
from becivic.rules.consensus import Policy
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.store import Store, open_store
from becivic.store.tables.keeping import REVIEW_ITEMS, SALTS, Queue
from becivic.store.tables.lifecycle import FLAGGERS
from becivic.store.tables.signals import VALIDATIONS
from tests.factories.corpora import Files
from tests.factories.databases import Databases
from tests.factories.intake import fixture_files
from tests.factories.json_edits import with_value
from tests.factories.polls import A_FORTNIGHT, SKILL, TWO_DAYS, Poll, Target, begun
from tests.publishing.consensus.meeting import (
    TO_BETA,
    Died,
    beside,
    branches_of,
    insist_on_agreement,
    told_by_git,
)
from tests.requirement import requirement

CLOCK: Final = (TargetType.SKILL, "nationality-residence-clock")
COPY: Final = (TargetType.SKILL, "another-residence-clock")
HISTORY: Final = (TargetType.PATH, "certificate-of-residence-history")
BIRTH: Final = (TargetType.PATH, "birth-certificate-belgian")
REGISTER: Final = (TargetType.PATH, "sworn-translator-register")

BECOMES: Final = {
    SKILL: ("rollback", Status.STABLE),
    HISTORY: ("rollback", Status.STABLE),
    COPY: ("promote", Status.STABLE),
    BIRTH: ("promote", Status.STABLE),
    CLOCK: ("quarantine", Status.ALPHA),
    REGISTER: ("quarantine", Status.QUARANTINED),
}
"""What the votes of `ready` come to. The clock goes back to what was amended, the register has nothing behind it."""

FORGOTTEN: Final = (SKILL, HISTORY, COPY, BIRTH)
"""Those of which nobody may know any more who voted (R-SALT-02). The register was pulled as it is, and waits for a
ruling; the clock went back to an alpha, whose salt goes on."""


def _files() -> Files:
    """Some are stable or nearly so, so that there is something to go back to, and something to forget."""
    files = fixture_files()
    application, clock = (f"skills/{each}/canonical.md" for _, each in (SKILL, CLOCK))
    copied = files[clock].decode().replace(CLOCK[1], COPY[1]).replace("name: years", "name: other_years")
    files = files.with_file(f"skills/{COPY[1]}/canonical.md", copied)
    files = _at(files, application, "stable", "1.0.0")
    files = _at(files, f"skills/{COPY[1]}/canonical.md", "beta", "0.2.0")
    for target, status, version in ((HISTORY, "stable", "1.0.0"), (BIRTH, "beta", "0.2.0")):
        files = with_value(files, f"/paths/{target[1]}/status", status)
        files = with_value(files, f"/paths/{target[1]}/version", version)
    return files


def _at(files: Files, file: str, status: str, version: str) -> Files:
    files = files.replaced(file, "status: alpha", f"status: {status}")
    return files.replaced(file, "version: 0.1.0", f"version: {version}")


def ready(store: Store, home: Path) -> Poll:
    """Six artefacts about which something is to be decided, of both kinds that main holds."""
    poll = Poll(begun(store, home, _files()))
    for name in (
        "skill/body-with-provenance",
        "skill/frontmatter-summary",
        "path/audience-summary",
    ):
        poll.press.sends(f"amendments/valid/{name}")
    assert poll.press.a_day_later().total == 3
    for target, (kind, _) in BECOMES.items():
        {"rollback": _rejected, "promote": _confirmed, "quarantine": _flagged}[kind](poll, target)
    poll.later(A_FORTNIGHT)
    return poll


def _rejected(poll: Poll, target: Target) -> None:
    poll.reject(target, 2)


def _confirmed(poll: Poll, target: Target) -> None:
    poll.confirm(target, 10)


def _flagged(poll: Poll, target: Target) -> None:
    poll.flag(target)


def insist_on_everything_once(poll: Poll) -> None:
    for target, (kind, status) in BECOMES.items():
        (entry,) = [each for each in poll.log(target) if each.is_true]
        assert (entry.kind, entry.after) == (kind, status)
        assert poll.press.workshop.repository.holds(entry.commit or "")
        assert entry.again() == entry.decision()
    assert sorted(told_by_git(poll)) == sorted(
        entry.change_request_id or "" for target in BECOMES for entry in poll.log(target) if entry.is_true
    )
    assert poll.press.store.read(unfinished) == []
    insist_on_agreement(poll)
    insist_on_what_is_left(poll)


def insist_on_what_is_left(poll: Poll) -> None:
    """One question for each that was flagged, its flagger kept; and of the others who voted, nothing."""
    items = poll.press.rows(REVIEW_ITEMS, queue=Queue.INJECTION.value)
    assert sorted(item.subject_id for item in items) == sorted((CLOCK[1], REGISTER[1]))
    assert len(poll.press.rows(FLAGGERS)) == 2
    for kind, target_id in FORGOTTEN:
        votes = poll.press.rows(VALIDATIONS, target_type=kind.value, target_id=target_id)
        assert votes
        assert {row.voter_hash for row in votes} == {None}
        salts = poll.press.rows(SALTS, artefact=f"{kind}:{target_id}")
        assert [row for row in salts if row.submitter_hash is None] == []
    assert len(poll.press.rows(REVIEW_ITEMS, queue=Queue.FAILED.value)) == 0


def _target(request: str) -> str:
    """Of a decision, whichever attempt it is."""
    return request.rpartition("/")[0]


@requirement("R-JOB-10")
def test_a_tick_that_dies_after_each_step_of_each_decision_makes_each_true_once(
    sqlite_store: Store, tmp_path: Path
) -> None:
    poll = ready(sqlite_store, tmp_path / "home")
    died: set[tuple[str, Step]] = set()

    def dies(step: Step, request: str) -> None:
        if (_target(request), step) not in died:
            died.add((_target(request), step))
            raise Died

    for _ in range(len(BECOMES) * len(Step)):
        with pytest.raises(Died):
            poll.tick(on_step=dies)
    poll.tick(on_step=dies)
    assert len(died) == len(BECOMES) * len(Step)
    insist_on_everything_once(poll)
    assert poll.tick().decisions == []


@pytest.mark.parametrize("step", list(Step))
def test_two_ticks_at_once_make_each_decision_true_once(
    databases: Databases, tmp_path: Path, step: Step
) -> None:
    """The second comes in the middle of the first, wherever that is, and does everything; the first goes on."""
    kind = "postgresql" if step in (Step.CLAIMED, Step.MERGED) else "sqlite"  # each takes seconds
    with databases.fresh(kind) as database_url:
        store = open_store(database_url)
        poll = ready(store, tmp_path / "home")
        met: list[str] = []

        def interrupted(at: Step, request: str) -> None:
            if at is step and _target(request) not in met:
                met.append(_target(request))
                beside(poll).tick()

        poll.tick(on_step=interrupted)
        poll.tick()
        assert met
        insist_on_everything_once(poll)
        assert branches_of(poll) == []
        store.close()


def test_two_claims_at_one_moment_are_two_requests(databases: Databases, tmp_path: Path) -> None:
    """On a database that lets two write at once."""
    with databases.fresh("postgresql") as database_url:
        store = open_store(database_url)
        poll = Poll(begun(store, tmp_path / "home"))
        poll.confirm(SKILL, 3)
        poll.later(TWO_DAYS)
        claims = _claims_at_once(store, FileDecisions(poll.press.workshop, *_how(poll)))
        assert [claim.request for claim in claims] == [
            f"lifecycle/skill/{SKILL[1]}/{turn}" for turn in (1, 2)
        ]
        assert nobody_is_left_behind(poll)
        store.close()


def _how(poll: Poll) -> tuple[MainFacts, Policy, datetime]:
    return MainFacts(poll.press.workshop), poll.press.workshop.policy, poll.press.now


def _claims_at_once(store: Store, files: FileDecisions) -> list[Claimed]:
    """The second waits until the first is written."""
    pinned = PinnedFacts(files.workshop.corpus())

    def claim(connection: Connection) -> Claimed:
        case = case_of(connection, *SKILL, pinned)
        assert case is not None
        decision = decided(connection, case, pinned, files.policy, files.now)
        entry = Entry(case.judged, files.policy)
        return files.claim(connection, decision, entry, case.evidence, pinned.corpus)

    with ThreadPoolExecutor(1) as other:
        with store.engine.begin() as connection:
            first = claim(connection)
            second = other.submit(store.write, claim)
            while not store.read(_somebody_waits):
                assert not second.done()
        return [first, second.result()]


def _somebody_waits(connection: Connection) -> bool:
    return bool(connection.execute(text("SELECT 1 FROM pg_locks WHERE NOT granted")).first())


def nobody_is_left_behind(poll: Poll) -> bool:
    """Neither was made true by whoever claimed it: the next tick lets both go, and decides."""
    assert poll.decided(poll.tick()) == [TO_BETA]
    return [entry.is_true for entry in poll.log(SKILL)] == [False, False, True]
