"""Which reference has which number on a page: in the order in which a reader meets them (schemas 6.10; R-TAG-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from becivic.corpus.body import Body, Element
from becivic.rendering.reading_order import place_in
from becivic.rendering.shown import ShownReference, ShownRows
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.statuses import Status
from becivic.rules.tags import Tag


class Note(NamedTuple):
    """An entry of the list of sources."""

    number: int
    row: ShownReference
    start: int
    """Where in the body a reader meets it first, as a tag or in brackets: there the note stands."""
    named: int
    """Where a reader meets its first tag: there its label is a link."""
    usual: Status
    """Which status most sources of the page have: a note speaks of its own only where it is another."""

    @property
    def anchor(self) -> str:
        """The id of the numeral that the note stands by."""
        return f"cite-{self.number}"

    @property
    def id(self) -> str:
        """The id of the note beside it."""
        return f"note-{self.number}"


class Citations:
    """Numbered once for a body; only what can be shown has a number."""

    def __init__(self, body: Body, rows: ShownRows, first: Sequence[str] = ()) -> None:
        """`first` are the uids that a page cites before the body begins."""
        self._body = body
        self._rows = rows
        self._first = first
        self._cited: dict[str, tuple[ShownReference, list[int]]] = {}
        """By uid: the row, and where the tags stand that cite it."""
        self._names: dict[str, str] = {}
        """The uid of a name that was cited."""
        for element in body.named(Tag.REF):
            row = self.row(element)
            if row is not None and row.is_resolved and not row.held:
                self._add(element, row)

    def _add(self, element: Element, row: ShownReference) -> None:
        self._cited.setdefault(row.uid, (row, []))[1].append(element.start)
        for name in (row.name, element.get("name") or ""):
            self._names.setdefault(name, row.uid)

    @cached_property
    def _notes(self) -> dict[str, Note]:
        """By uid. Numbered when the first number is asked for: markdown has none."""
        body, place = self._body, place_in(self._body)
        tags = [(start, uid) for uid, (_, starts) in self._cited.items() for start in starts]
        brackets = [(start, self._names.get(name, name)) for start, name in _shown_brackets(body)]
        met: dict[str, int] = {}
        for start, uid in sorted(tags + brackets, key=lambda each: place(each[0])):
            met.setdefault(uid, start)
        numbered = [uid for uid in dict.fromkeys((*self._first, *met)) if uid in self._cited]
        statuses = [self._cited[uid][0].status for uid in numbered]
        usual = max(dict.fromkeys(statuses), key=statuses.count, default=Status.STABLE)
        notes: dict[str, Note] = {}
        for number, uid in enumerate(numbered, start=1):
            row, starts = self._cited[uid]
            notes[uid] = Note(number, row, met[uid], min(starts, key=place), usual)
        return notes

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(self._notes.values())

    def row(self, element: Element) -> ShownReference | None:
        return self._rows.reference(element.get("uid") or "", element.get("name") or "")

    def note(self, uid: str) -> Note | None:
        return self._notes.get(uid)

    def of_bracket(self, key: str) -> Note | None:
        return self._notes.get(self._names.get(key, key))

    def is_cited(self, key: str) -> bool:
        """Whether a bracket leads to something that the text cites by a tag."""
        return self._names.get(key, key) in self._cited

    def means_reference(self, key: str) -> bool:
        """Whether a bracket that leads nowhere can only have meant a reference."""
        return matches(UidPrefix.REFERENCE.pattern, key) or self._rows.reference("", key) is not None


def _shown_brackets(body: Body) -> Iterator[tuple[int, str]]:
    """What stands inside a citation is replaced with it: nobody meets it there."""
    wrappers = iter(body.citations)
    wrapper = next(wrappers, None)
    for token in body.brackets:
        while wrapper is not None and wrapper.end <= token.start:
            wrapper = next(wrappers, None)
        if wrapper is None or token.start < wrapper.start:
            yield token.start, token.name
