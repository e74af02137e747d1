"""Who is reached from whom over any number of steps, for a whole graph at once: a set of bits for each name.

Knows names alone. Walking from each name anew would take time by the square of a long chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

Targets = Mapping[str, Sequence[str]]


class Reach:
    """Bits are given out dependencies first, so that names near the end of every chain have short sets."""

    def __init__(self, targets: Targets) -> None:
        self._numbers = {name: number for number, name in enumerate(_dependencies_first(targets))}
        self._reached = dict.fromkeys(self._numbers, 0)
        while self._spread(
            targets
        ):  # once, and once more to see that it was enough: only a cycle takes longer
            pass

    def __iter__(self) -> Iterator[str]:
        """Every name that is there or is led to."""
        return iter(self._numbers)

    def set_of(self, names: Iterable[str]) -> int:
        """Names of the graph, for counting."""
        return sum(1 << self._numbers[name] for name in set(names))

    def count(self, name: str, among: int) -> int:
        """How many of a set are reached from a name, itself left out."""
        number = self._numbers.get(name)
        return 0 if number is None else (self._reached[name] & among & ~(1 << number)).bit_count()

    def _spread(self, targets: Targets) -> bool:
        """Hand on what is known by now; whether that was anything new."""
        is_new = False
        for name, known in self._reached.items():
            found = known
            for target in targets.get(name, ()):
                found |= self._reached[target] | 1 << self._numbers[target]
            if found != known:
                self._reached[name] = found
                is_new = True
        return is_new


def _dependencies_first(targets: Targets) -> Iterator[str]:
    """Without recursion: a chain may be longer than the stack. A cycle is cut where it closes."""
    seen: set[str] = set()
    for root in targets:
        stack = [] if root in seen else [(root, iter(targets[root]))]
        seen.add(root)
        while stack:
            name, following = stack[-1]
            step = next((target for target in following if target not in seen), None)
            if step is None:
                stack.pop()
                yield name
            else:
                seen.add(step)
                stack.append((step, iter(targets.get(step, ()))))
