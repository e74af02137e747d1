"""How a benchmark is run: how many rounds, who takes turns, what the person who waits is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

Figure = TypeVar("Figure")


class Took(NamedTuple):
    wall: float
    processor: float


@dataclass(frozen=True, slots=True)
class Run:
    """`share` of the usual rounds and seconds; `tell` shows what is under way; `is_long` sends as much as was ever asked for."""

    tell: Callable[[str], None] = lambda _: None
    share: float = 1.0
    is_long: bool = False

    def rounds(self, usual: int) -> int:
        return max(1, round(usual * self.share))

    def seconds(self, usual: float) -> float:
        return max(0.02, usual * self.share)

    def size(self, usual: int) -> int:
        """Of what must be made before anything is measured: a look makes do with a tenth."""
        return usual if self.share >= 1 else max(2, usual // 10)

    def turns(
        self, what: str, usual: int, works: Mapping[str, Callable[[], Figure]]
    ) -> dict[str, list[Figure]]:
        """What each found, round by round. They take turns, so that a busy neighbour slows all alike."""
        found: dict[str, list[Figure]] = {name: [] for name in works}
        rounds = self.rounds(usual)
        for number in range(rounds):
            for name, work in works.items():
                self.tell(f"{what}: {name}, round {number + 1} of {rounds}")
                found[name].append(work())
        return found


def timed(work: Callable[[], object]) -> Took:
    """Of this process; processor time is what neighbours disturb least."""
    started, spent = time.perf_counter(), time.process_time()
    work()
    return Took(time.perf_counter() - started, time.process_time() - spent)


def seconds_of(work: Callable[[], object], repeats: int = 1) -> float:
    """Of one repeat."""

    def repeated() -> None:
        for _ in range(repeats):
            work()

    return timed(repeated).wall / repeats
