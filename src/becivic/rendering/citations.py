"""Which reference has which number in a body: in the order of first citation (schemas 6.10; R-TAG-11)."""

from __future__ import annotations

from dataclasses import dataclass

from becivic.corpus.body import Body, Element
from becivic.rendering.shown import ShownReference, ShownRows
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.tags import Tag


@dataclass(frozen=True, slots=True)
class Note:
    """An entry of the list of sources."""

    number: int
    row: ShownReference
    start: int
    """Where it is cited first in the body."""

    @property
    def anchor(self) -> str:
        """The id of the first citation."""
        return f"cite-{self.number}"

    @property
    def id(self) -> str:
        """The id of the note beside it."""
        return f"note-{self.number}"


class Citations:
    """Numbered once for a body; only what can be shown has a number."""

    def __init__(self, body: Body, rows: ShownRows) -> None:
        self._rows = rows
        self._notes: dict[str, Note] = {}
        """By uid."""
        self._names: dict[str, str] = {}
        """The uid of a name that was cited."""
        for element in body.named(Tag.REF):
            row = self.row(element)
            if row is not None and row.is_resolved and not row.held:
                self._add(element, row)

    def _add(self, element: Element, row: ShownReference) -> None:
        if row.uid not in self._notes:
            self._notes[row.uid] = Note(len(self._notes) + 1, row, element.start)
        for name in (row.name, element.get("name") or ""):
            self._names.setdefault(name, row.uid)

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
