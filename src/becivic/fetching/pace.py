"""One request at a time to a host, with a pause between two, and so many in all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from becivic.fetching.answers import NoAnswer, Trouble
from becivic.rules.rot import Manners


@dataclass(slots=True)
class Pace:
    """Of one run. `clock` counts seconds and never goes back; `sleep` waits."""

    clock: Callable[[], float]
    sleep: Callable[[float], None]
    manners: Manners
    asked: int = 0
    """Requests made so far."""
    _last: dict[str, float] = field(default_factory=dict)

    def take_turn(self, host: str, wished: float = 0.0) -> None:
        """Wait until the host may be asked again; `wished` is what it asks for between two requests."""
        pause = max(self.manners.pause_seconds, wished)
        if pause > self.manners.longest_pause_seconds:
            raise NoAnswer(Trouble.SLOWER_WISHED)
        if self.asked >= self.manners.requests:
            raise NoAnswer(Trouble.ENOUGH_ASKED)
        if host in self._last:
            wait = self._last[host] + pause - self.clock()
            if wait > 0:
                self.sleep(wait)
        self.asked += 1

    def done(self, host: str) -> None:
        """It has answered, or not; the pause begins."""
        self._last[host] = self.clock()
