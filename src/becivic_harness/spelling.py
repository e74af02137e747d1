"""Words that nobody knows: joined of known ones, as Dutch and German do, or written with a mistake."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Callable, Final

from becivic_harness.word_stems import Word, stem

_SHORTEST_PART: Final = 4
_LINKS: Final = ("", "s", "en", "n", "e", "es", "er")
_ONE_EDIT_FROM: Final = 5
_TWO_EDITS_FROM: Final = 8
_SMALL_WORDS_FIRST: Final = 1_000_000
"""Where both may be meant: to hear nothing is better than to hear something else."""


class Spelling:
    """Made of all stems in use, how often each is, and small words, which nobody stems."""

    def __init__(self, count: Mapping[str, int], small: Collection[str]) -> None:
        self._count: Final = count
        self._small: Final = small

    def knows(self, word: str) -> bool:
        return word in self._small or stem(word) in self._count

    def parts(self, word: str) -> list[str]:
        """The known words that this one is joined of, or nothing."""
        return joined_of(word, self.knows)

    def meant(self, word: Word) -> Word | None:
        """The one with the fewest mistakes between; of several the one in use most."""
        edits = 2 if len(word.text) >= _TWO_EDITS_FROM else 1 if len(word.text) >= _ONE_EDIT_FROM else 0
        if not edits:
            return None
        found = [
            *(
                (distance, -self._count[near], Word(word.text, near))
                for distance, near in _near(word.stem, self._count, edits)
            ),
            *(
                (distance, -_SMALL_WORDS_FIRST, Word(near, stem(near)))
                for distance, near in _near(word.text, self._small, edits)
            ),
        ]
        return min(found)[2] if found else None


def _near(written: str, known: Iterable[str], edits: int) -> Iterator[tuple[int, str]]:
    """Whoever mistypes a word seldom does so at its first letter. An edit touches two letters at most, which tells most
    words apart before anything is counted."""
    first, letters = written[0], set(written)
    shortest, longest = max(len(written) - edits, _ONE_EDIT_FROM), len(written) + edits
    for other in known:
        if other[0] != first or not shortest <= len(other) <= longest:
            continue
        if len(letters.symmetric_difference(other)) <= 2 * edits:
            distance = edits_between(written, other, edits)
            if distance <= edits:
                yield distance, other


def joined_of(word: str, knows: Callable[[str], bool]) -> list[str]:
    """The first part as long as can be: `verblijfskaart` and `verlenging`, not `verblijf` and what is no word."""
    for end in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
        if not knows(word[:end]):
            continue
        for link in _LINKS:
            if not word.startswith(link, end):
                continue
            rest = word[end + len(link) :]
            if len(rest) < _SHORTEST_PART:
                continue
            others = [rest] if knows(rest) else joined_of(rest, knows)
            if others:
                return [word[:end], *others]
    return []


def edits_between(one: str, other: str, most: int) -> int:
    """Letters put in, left out, changed or swapped with the next; `most` and one where there are more than that."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
