"""What stands beside the text of a part: as much of the whole as leaves the text its room. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from becivic.rules.json_text import sent_size
from becivic.rules.reading import PART_BYTES, TEXT_BYTES

LONG: Final = frozenset({"body", "resolved_body", "values", "references"})
"""Members of a whole skill that no part has: its text stands in the parts, with every value and source in its place."""

HEAD: Final = (
    "id",
    "title",
    "summary",
    "status",
    "version",
    "last_verified",
    "notices",
    "disclaimer",
    "sources_read",
    "canonical_url",
    "license",
    "commit",
)
"""What every part says: which text it is of, how that stands, and what to beware of."""

SECTIONS: Final = "sections"

_NAMES: Final = 2_000
"""Bytes for the names of what is left out."""
_MORE: Final = "…"
_OFFSET: Final = 999_999_999
_FRAME: Final = {
    "part": {
        "text": "",
        "section": "-" * 100,
        "from": _OFFSET,
        "to": _OFFSET,
        "of": _OFFSET,
        "sources": [],
    },
    "left_out": [],
    "next": f"{_OFFSET}-{_OFFSET}.00000000",
}
"""At its longest; a slug has fewer characters, a text fewer than so many."""


@dataclass(frozen=True, slots=True)
class Head:
    members: Mapping[str, Any]
    left_out: list[str]
    weight: int
    """Bytes of an answer with this head and no text, at most."""


def fitted(whole: Mapping[str, Any], sections: list[dict[str, Any]], *, is_first: bool) -> Head:
    """Of the first part everything but what is long, of every other what it is of. Where that is too much, the largest
    members go first, and those that every part has only when nothing else is left to go."""
    told = {name: value for name, value in whole.items() if _is_told(name, is_first=is_first)}
    told[SECTIONS] = sections
    weights = {name: sent_size({name: value}) for name, value in told.items()}
    room = PART_BYTES - TEXT_BYTES - sent_size(_FRAME) - _NAMES
    left = sum(weights.values())
    for name in sorted(weights, key=lambda each: (each in HEAD or each == SECTIONS, -weights[each])):
        if left <= room:
            break
        left -= weights[name]
        del told[name]
    gone = [name for name in (*whole, SECTIONS) if name not in told]
    members = {**told, SECTIONS: told.get(SECTIONS, [])}
    left_out = _named(gone)
    return Head(members, left_out, sent_size({**members, **_FRAME, "left_out": left_out}) + 1)


def _is_told(name: str, *, is_first: bool) -> bool:
    """Whatever a frontmatter calls its fields, what a part says of itself is not among them."""
    return (name not in LONG and name not in _FRAME) if is_first else name in HEAD


def _named(names: Iterable[str]) -> list[str]:
    """As many as there is room for, and a sign where there are more."""
    found: list[str] = []
    room = _NAMES - sent_size(_MORE)
    for name in names:
        room -= sent_size(name) + len(", ")
        if room < 0:
            return [*found, _MORE]
        found.append(name)
    return found
