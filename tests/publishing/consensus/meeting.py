"""What goes wrong with a tick, for the tests that let it: a death, another process, and what records and main say then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pygit2

from becivic.publishing.consensus.commit_words import DECISION_TRAILER
from becivic.publishing.consensus.steps import Step
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import CorpusRepository
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.tables.keeping import ARTEFACTS
from tests.factories.polls import SKILL, Poll
from tests.factories.press import Press

TO_BETA: Final = ("promote", SKILL[1], "alpha", "beta")


class Died(BaseException):
    """As a kill: nothing of ours catches it."""


def at(step: Step, work: Callable[[], object], times: int = 1) -> Callable[[Step, str], None]:
    """Does something in the middle of a tick."""
    left = times

    def on_step(reached: Step, _: str) -> None:
        nonlocal left
        if reached is step and left:
            left -= 1
            work()

    return on_step


def beside(poll: Poll) -> Poll:
    """Another process's eyes on the same records and repository."""
    kept = poll.press.workshop
    own = CorpusRepository.open(kept.repository.path)
    return Poll(Press(poll.press.service, replace(kept, repository=own, forge=LocalForge(own), _corpus=None)))


def insist_on_agreement(poll: Poll) -> None:
    """Records and main say the same of each."""
    corpus = poll.press.corpus
    on_main = [
        *((TargetType.SKILL, key, skill.status, skill.version) for key, skill in corpus.skills.items()),
        *((TargetType.PATH, key, path.status, path.version) for key, path in corpus.paths.entries.items()),
    ]
    recorded = [
        (TargetType(row.target_type), row.target_id, Status(row.status), row.version)
        for row in poll.press.rows(ARTEFACTS)
    ]
    assert sorted(recorded) == sorted((*who, status, str(version)) for *who, status, version in on_main)


def told_by_git(poll: Poll) -> Iterator[str]:
    git = pygit2.Repository(str(poll.press.workshop.repository.path))
    for each in git.walk(git.head.target):
        for line in each.message.splitlines():
            if line.startswith(DECISION_TRAILER):
                yield line.removeprefix(f"{DECISION_TRAILER}: ")


def branches_of(poll: Poll) -> list[str]:
    git = pygit2.Repository(str(poll.press.workshop.repository.path))
    return [name for name in git.references if name.startswith("refs/heads/lifecycle/")]
