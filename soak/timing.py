"""How long each kind of work took, month by month."""

from __future__ import annotations

from collections import defaultdict


class Timings:
    """Seconds and times by kind, since the last month began."""

    def __init__(self) -> None:
        self._spent: defaultdict[str, list[float]] = defaultdict(list)

    def add(self, kind: str, seconds: float) -> None:
        self._spent[kind].append(seconds)

    def month(self) -> dict[str, dict[str, float]]:
        """Of the month that ends here: how often, and the middle one in milliseconds."""
        told = {
            kind: {"times": len(spent), "ms": round(_middle(spent) * 1000, 2), "s": round(sum(spent), 2)}
            for kind, spent in sorted(self._spent.items())
        }
        self._spent.clear()
        return told


def _middle(spent: list[float]) -> float:
    return sorted(spent)[len(spent) // 2]
