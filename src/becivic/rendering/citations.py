"""Which reference has which number on a page: in the order in which a reader meets them (schemas 6.10; R-TAG-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from becivic.corpus.body import Body, Element
from becivic.rendering.reading_order import place_in
from becivic.rendering.shown import ShownReference, ShownRows
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.tags import Tag


@dataclass(frozen=True, slots=True)
class Note:
    """An entry of the list of sources."""

    number: int
    row: ShownReference
    start: int
    """Where in the body stands the first tag that a reader meets of it."""

    @property
    def anchor(self) -> str:
        """The id of the first citation by tag."""
        return f"cite-{self.number}"

    @property
    def id(self) -> str:
        """The id of the note beside it."""
        return f"note-{self.number}"


class Citations:
    """Numbered once for a body; only what can be shown has a number."""

    def __init__(self, body: Body, rows: ShownRows, first: Sequence[str] = ()) -> None:
        """`first` are the uids that a page cites before the body begins."""
        self._rows = rows
        self._cited: dict[str, tuple[ShownReference, list[int]]] = {}
        """By uid: the row, and where the tags stand that cite it."""
        self._names: dict[str, str] = {}
        """The uid of a name that was cited."""
        for element in body.named(Tag.REF):
            row = self.row(element)
            if row is not None and row.is_resolved and not row.held:
                self._add(element, row)
        self._notes = self._numbered(body, first)

    def _add(self, element: Element, row: ShownReference) -> None:
        self._cited.setdefault(row.uid, (row, []))[1].append(element.start)
        for name in (row.name, element.get("name") or ""):
            self._names.setdefault(name, row.uid)

    def _numbered(self, body: Body, first: Sequence[str]) -> dict[str, Note]:
        place = place_in(body)
        tags = [(start, uid) for uid, (_, starts) in self._cited.items() for start in starts]
        brackets = [(token.start, self._names.get(token.name, token.name)) for token in body.brackets]
        met = (uid for _, uid in sorted(tags + brackets, key=lambda each: place(each[0])))
        notes: dict[str, Note] = {}
        for uid in dict.fromkeys((*first, *met)):
            if uid in self._cited:
                row, starts = self._cited[uid]
                notes[uid] = Note(len(notes) + 1, row, min(starts, key=place))
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

    def means_reference(self, key: str) -> bool:
        """Whether a bracket that leads nowhere can only have meant a reference."""
        return matches(UidPrefix.REFERENCE.pattern, key) or self._rows.reference("", key) is not None
