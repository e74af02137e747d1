"""One sentence of the labelled set, and the kind and place of what is to be found in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Item:
    """`kind` is None for a clean sentence, "person" for a name; spans are in characters of `text`."""

    id: str
    lang: str
    text: str
    kind: str | None
    spans: tuple[tuple[int, int], ...]

    def as_json(self) -> dict[str, Any]:
        spans = [[start, end] for start, end in self.spans]
        return {"id": self.id, "lang": self.lang, "text": self.text, "kind": self.kind, "spans": spans}
