"""Uids as the pipeline would give them out, given out to nobody: the next preview begins with the same numbers."""

from __future__ import annotations

from collections import Counter

from becivic.publishing.previews.known_rows import KnownRows
from becivic.rules.identifiers import UidPrefix


class PretendedMint:
    """Looks names up first, as the real one does (R-UID-06)."""

    def __init__(self, known: KnownRows) -> None:
        self._known = known
        self._counted: Counter[UidPrefix] = Counter()
        self.given: dict[tuple[UidPrefix, str], str] = {}
        """What nobody has yet, by kind and name."""

    def __call__(self, prefix: UidPrefix, name: str) -> str:
        found = self._known.uid_named(prefix, name) or self.given.get((prefix, name))
        if found is not None:
            return found
        self._counted[prefix] += 1
        uid = prefix.mint(self._known.last_number(prefix) + self._counted[prefix])
        self.given[prefix, name] = uid
        return uid

    def name_of(self, uid: str) -> str | None:
        pretended = next((name for (_, name), each in self.given.items() if each == uid), None)
        return pretended or self._known.name_of(uid)
