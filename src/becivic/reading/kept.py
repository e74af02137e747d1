"""Readings that are remembered: the very same object for as long as it says the same, so that pages made of it stand."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar
from weakref import ref

from becivic.corpus.load import Corpus
from becivic.reading.readings import PathReading, SkillReading

R = TypeVar("R", SkillReading, PathReading)

MOST: Final = 20_000
"""Readings of a kind. Beyond that whatever was not asked for longest goes."""

_CORPORA: Final = 2
"""A reading that nobody asked for while main moved twice is let go, and with it the corpus it came from."""

Moment = tuple[int | None, str]
"""When something was read: the revision, and the hour, for some of what is shown grows old by itself."""


def weakly(thing: object) -> Callable[[], object]:
    """Gives a thing for as long as somebody else keeps it. A plain value, like a moment, is kept."""
    try:
        return ref(thing)
    except TypeError:
        return lambda: thing


@dataclass(slots=True)
class _Entry(Generic[R]):
    reading: R
    moment: Moment


class Kept(Generic[R]):
    def __init__(self, most: int = MOST) -> None:
        self._most: Final = most
        self._entries: Final[OrderedDict[str, _Entry[R]]] = OrderedDict()
        self._corpora: Final[deque[Corpus]] = deque(maxlen=_CORPORA)

    def __len__(self) -> int:
        return len(self._entries)

    def known(self, name: str, corpus: Corpus) -> R | None:
        """Of this corpus, from whatever moment."""
        entry = self._entries.get(name)
        return entry.reading if entry is not None and entry.reading.corpus is corpus else None

    def current(self, name: str, corpus: Corpus, moment: Moment) -> R | None:
        entry = self._entries.get(name)
        if entry is None or entry.moment != moment or entry.reading.corpus is not corpus:
            return None
        self._entries.move_to_end(name)
        return entry.reading

    def keep(self, name: str, reading: R, moment: Moment) -> R:
        """The one that was known, where it says the same; from here on it stands in the newer corpus."""
        self._make_room_for(reading.corpus)
        entry = self._entries.pop(name, None)
        if entry is not None and entry.reading == reading:
            # Nothing that is compared changes. An old corpus would live as long as one of its pages.
            object.__setattr__(entry.reading, "corpus", reading.corpus)
            reading = entry.reading
        self._entries[name] = _Entry(reading, moment)
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)
        return reading

    def _make_room_for(self, corpus: Corpus) -> None:
        if any(known is corpus for known in self._corpora):
            return
        self._corpora.append(corpus)
        old = [name for name, entry in self._entries.items() if entry.reading.corpus not in self._corpora]
        for name in old:
            del self._entries[name]
