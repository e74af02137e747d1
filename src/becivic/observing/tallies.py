"""What this process has counted since it started: requests, calls, submissions, runs of jobs.

Numbers under words of closed lists; nothing that a caller wrote is ever a key. Each kind is counted by one thread.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from becivic.rules.submissions import SubmissionType

BOUNDS: Final = (0.001, 0.005, 0.025, 0.1, 0.5, 2.5)
"""Seconds up to which an answer is counted in each bucket; what took longer is in the last."""

FAILURES: Final = (500, 503)
"""What the service answers when the fault is its own."""

ENVELOPE: Final = "envelope"
"""Stands for the type of what could not be opened."""


class RunOutcome(StrEnum):
    """How a run of a job ended."""

    DONE = "done"
    FAILED = "failed"
    ELSEWHERE = "elsewhere"
    """Another replica is at it."""
    STOPPED = "stopped"
    """The server ends, and the job goes on at the next start."""


@dataclass(slots=True)
class Durations:
    """How long answers took: how many by bucket, the last without bound, and all together."""

    buckets: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    seconds: float = 0.0


@dataclass(slots=True)
class Runs:
    """How one job fared here."""

    outcomes: Counter[RunOutcome] = field(default_factory=Counter)
    last_seconds: float | None = None


@dataclass(slots=True)
class Tallies:
    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By group of routes and status."""
    durations: dict[str, Durations] = field(default_factory=dict)
    """By group of routes."""
    submissions: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By type and outcome."""
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By tool and outcome."""
    runs: dict[str, Runs] = field(default_factory=dict)
    """By job."""

    def expect(self, groups: Iterable[str]) -> None:
        """What people are woken for stands at 0 before the first of it: a counter that is born at 1 shows no step."""
        for group in groups:
            for status in FAILURES:
                self.requests.setdefault((group, status), 0)

    def request(self, group: str, status: int, seconds: float) -> None:
        self.requests[group, status] += 1
        durations = self.durations.get(group)
        if durations is None:
            durations = self.durations[group] = Durations()
        durations.buckets[bisect_left(BOUNDS, seconds)] += 1
        durations.seconds += seconds

    def submission(self, kind: SubmissionType | None, outcome: str) -> None:
        self.submissions[ENVELOPE if kind is None else kind.value, str(outcome)] += 1

    def call(self, tool: str, outcome: str) -> None:
        self.calls[tool, outcome] += 1

    def run(self, job: str, outcome: RunOutcome, seconds: float) -> None:
        """What another replica does took no time here."""
        runs = self.runs.setdefault(job, Runs())
        runs.outcomes[outcome] += 1
        if outcome is not RunOutcome.ELSEWHERE:
            runs.last_seconds = seconds
