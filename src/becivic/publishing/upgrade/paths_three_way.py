"""The path catalogue, merged entry by entry: two that add a path each do not contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from becivic.corpus.fields import Fields
from becivic.publishing.changes.finished_paths import entry_text
from becivic.rules.json_text import JsonRefused, parse_json, pretty_json

_PATHS: Final = "paths"
_OF_THE_CATALOGUE: Final = ("version", "generated_at")
_OF_AN_ENTRY: Final = ("version", "uid")
"""What the service gives out: main's own stand."""

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PathsMerge:
    base: Fields
    ours: Fields
    theirs: Fields
    raw: bytes
    """Main's own text, where nothing comes of it."""

    @classmethod
    def of(cls, base: bytes | None, ours: bytes, theirs: bytes) -> PathsMerge | None:
        """None where one of them is no JSON: then they are texts like others."""
        try:
            before, own, wanted = (Fields.of(parse_json(each)) for each in (base or b"{}", ours, theirs))
        except JsonRefused:
            return None
        return cls(before, own, wanted, ours)

    def merged(self, merged_text: Callable[[bytes, bytes, bytes], bytes | None]) -> tuple[bytes, bool]:
        """The catalogue, and whether nothing in it was changed on both sides. Where it was, theirs stands."""
        entries: dict[str, Any] = dict(self.ours.child(_PATHS).data)
        is_clean = True
        for key, before, own, wanted in self._changed():
            entry = _merged(before, own, wanted, merged_text)
            entries[key] = wanted if entry is None else entry
            is_clean = is_clean and entry is not None
        whole = {**self.ours.data, **self._around(), _PATHS: entries}
        return (self.raw if whole == self.ours.data else pretty_json(whole).encode()), is_clean

    def _changed(self) -> Iterator[tuple[str, Entry | None, Entry | None, Entry]]:
        before, ours = self.base.child(_PATHS), self.ours.child(_PATHS)
        for key, fields in self.theirs.child(_PATHS).members():
            own = ours.child(key).data if key in ours else None
            known = _under(own, before.child(key).data) if key in before else None
            wanted = _under(own, fields.data)
            if wanted not in (known, own):
                yield key, known, own, wanted

    def _around(self) -> dict[str, Any]:
        """What the catalogue says beside its entries and their count, where the package says something new."""
        return {
            name: value
            for name, value in self.theirs.data.items()
            if name not in (_PATHS, *_OF_THE_CATALOGUE) and value != self.base.raw(name)
        }


def _under(own: Entry | None, entry: Entry) -> Entry:
    """An entry under the version and uid that main has for it."""
    given = {} if own is None else {name: own[name] for name in _OF_AN_ENTRY if name in own}
    return {**entry, **given}


def _merged(
    before: Entry | None,
    own: Entry | None,
    wanted: Entry,
    merged_text: Callable[[bytes, bytes, bytes], bytes | None],
) -> Entry | None:
    """None where both changed the same lines, or where one took away what the other changed."""
    if own == before:
        return wanted
    if before is None or own is None:
        return None
    text = merged_text(*(entry_text(each).encode() for each in (before, own, wanted)))
    try:
        return None if text is None else Fields.of(parse_json(text)).data
    except JsonRefused:  # lines that fit beside each other, and commas that do not
        return None
