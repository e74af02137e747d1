"""Months of votes and ticks, drawn by Hypothesis, and the log of them read again: it gives the same states."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from hypothesis import given

from becivic.lifecycle import Artefact, Tally, Vote, judge
from becivic.rules.consensus import Policy
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from tests.factories.consensus import START, a_vote, after, decided
from tests.lifecycle.strategies import ADDRESSES, SOURCES, seeded, some_artefact, some_policy, some_vote
from tests.requirement import requirement

_WAITS: Final = tuple(timedelta(hours=hours) for hours in (0, 1, 24, 50, 24 * 15))


@dataclass(slots=True)
class _Service:
    """What a server does, with nothing but a list for a database and one for the log."""

    artefact: Artefact
    policy: Policy
    now: datetime = START
    votes: list[Vote] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    states: list[tuple[Status, str]] = field(default_factory=list)

    def vote(self, drawn: Vote) -> None:
        """At the moment it is sent, of the version that is served then."""
        line = "" if drawn.source else self.artefact.line
        self.votes.append(replace(drawn, id=f"vote-{len(self.votes):03}", at=self.now, line=line))
        if drawn.confirms and self.artefact.is_path:
            self.artefact = replace(self.artefact, last_confirmed=self.now)

    def tick(self) -> None:
        """Decides until there is nothing left to decide."""
        while (decision := decided(self.artefact, self.votes, self.now, self.policy)).changes:
            self.log.append(
                json.dumps(
                    {
                        "at": decision.at.isoformat(),
                        "artefact": decision.artefact.as_json(),
                        "tally": decision.tally.as_json(),
                        "policy": self.policy.as_json(),
                        "decision": decision.as_json(),
                    }
                )
            )
            self.artefact = after(decision)
            self.states.append(_state(self.artefact))


def _state(artefact: Artefact) -> tuple[Status, str]:
    return artefact.status, artefact.cohort_started_at.isoformat()


def _replayed(line: str) -> tuple[dict[str, Any], tuple[Status, str]]:
    """What the same code makes of one line of the log, and of nothing else."""
    entry = json.loads(line)
    decision = judge(
        Artefact.of_json(entry["artefact"]),
        Tally.of_json(entry["tally"]),
        Policy.of_json(entry["policy"]),
        datetime.fromisoformat(entry["at"]),
    )
    assert decision.as_json() == entry["decision"]
    return entry["decision"], _state(after(decision))


def _life(random: Random) -> _Service:
    """An artefact and what happens to it: votes of a few addresses, time that passes, ticks."""
    service = _Service(some_artefact(random, (Status.ALPHA,)), some_policy(random))
    for _ in range(random.randint(0, 40)):
        if random.random() < 1 / 4:
            service.now += random.choice(_WAITS)
            service.tick()
        else:
            service.vote(some_vote(random, service.artefact, ADDRESSES))
    service.now += _WAITS[-1]
    service.tick()
    return service


_lives = seeded(_life)


@requirement("R-QUAR-07")
@given(_lives)
def test_the_log_read_again_gives_the_same_states(service: _Service) -> None:
    replayed = [_replayed(line) for line in service.log]

    assert [state for _, state in replayed] == service.states
    froms, tos = ([told[key] for told, _ in replayed] for key in ("from", "to"))
    assert froms == [Status.ALPHA.value, *tos][: len(froms)]
    assert all(Status(told) in Status for told in tos)


@given(_lives)
def test_a_tick_run_twice_does_nothing_the_second_time(service: _Service) -> None:
    before = list(service.log)

    service.tick()

    assert service.log == before


@given(_lives)
def test_no_vote_is_counted_in_two_cohorts(service: _Service) -> None:
    """Neither an observation nor the first step of a row ends one."""
    seen: set[str] = set()
    for line, (_, begun) in zip(service.log, service.states, strict=True):
        entry = json.loads(line)
        counted = set(entry["tally"]["counted"])
        assert not counted & seen
        if begun != entry["artefact"]["cohort_started_at"]:
            seen |= counted


def test_a_path_that_is_only_probed_lives_on_and_never_rises() -> None:
    artefact = Artefact(
        target=TargetType.PATH,
        id="a-path",
        status=Status.ALPHA,
        cohort_started_at=START,
        line="0.1",
        sources=SOURCES,
    )
    service = _Service(artefact, Policy())
    for _ in range(24):
        service.now += _WAITS[-1]
        service.vote(a_vote(is_probe=True, voter=None, source=SOURCES[0]))
        service.tick()

    assert service.artefact.status is Status.ALPHA
    assert service.log == []
