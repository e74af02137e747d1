"""How many single-letter edits lie between two words, as far as it matters (Levenshtein; R-FM-09)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def edit_distance(first: str, second: str, limit: int) -> int:
    """The distance, or `limit + 1` for anything farther. Only the band that can stay within the limit is filled."""
    beyond = limit + 1
    if abs(len(first) - len(second)) > limit:
        return beyond
    width = len(second)
    previous = list(range(width + 1))
    for row, letter in enumerate(first, start=1):
        low, high = max(1, row - limit), min(width, row + limit)
        current = [beyond] * (width + 1)
        current[0] = row
        for column in range(low, high + 1):
            current[column] = min(
                previous[column] + 1,
                current[column - 1] + 1,
                previous[column - 1] + (letter != second[column - 1]),
            )
        if min(current[low - 1 : high + 1]) > limit:
            return beyond
        previous = current
    return min(previous[width], beyond)


class NearWords:
    """Finds the words close to a given one without comparing it with every other.

    Cut a word into `limit + 1` pieces: `limit` edits leave at least one of them whole, moved by at most
    `limit` letters. So only words that share such a piece are worth measuring.
    """

    def __init__(self, words: Iterable[str], limit: int) -> None:
        self._limit = limit
        self._by_piece: dict[tuple[int, int, str], list[str]] = {}
        for word in words:
            for number, start, end in self._pieces(len(word)):
                self._by_piece.setdefault((len(word), number, word[start:end]), []).append(word)

    def near(self, word: str) -> set[str]:
        """Every known word within the limit, the word itself included if it is known."""
        limit = self._limit
        candidates: set[str] = set()
        for length in range(max(0, len(word) - limit), len(word) + limit + 1):
            for number, start, end in self._pieces(length):
                for shift in range(-limit, limit + 1):
                    piece = word[max(0, start + shift) : max(0, end + shift)]
                    candidates.update(self._by_piece.get((length, number, piece), ()))
        return {other for other in candidates if edit_distance(word, other, limit) <= limit}

    def _pieces(self, length: int) -> Iterator[tuple[int, int, int]]:
        count = self._limit + 1
        for number in range(count):
            yield number, length * number // count, length * (number + 1) // count
