"""Names of fields that say who somebody is: banned at every depth of everything that is kept or sent (R-IDB-01, R-IDB-02)."""

from __future__ import annotations

from functools import lru_cache

from becivic_harness.json_pointers import Place, join
from becivic_harness.submission_rules import rules


def identity_pointers(value: object) -> list[str]:
    """Where a field is named like something that says who somebody is, in document order. Depth cannot break it."""
    return [join(place) for place in _identity_places(value)]


def _identity_places(value: object) -> list[Place]:
    found: list[Place] = []
    waiting: list[tuple[Place, object]] = [((), value)]
    while waiting:
        place, node = waiting.pop()
        if isinstance(node, dict):
            found += [(*place, str(name)) for name in node if is_identity_field(str(name))]
            waiting += [((*place, str(name)), below) for name, below in reversed(list(node.items()))]
        elif isinstance(node, list):
            waiting += [((*place, index), below) for index, below in reversed(list(enumerate(node)))]
    return found


def is_identity_field(name: str) -> bool:
    """Whatever its case, width and separators."""
    return _plain(name) in _banned()


def _plain(name: str) -> str:
    """Letter by letter: normalising a whole text takes quadratic time where somebody piles up marks."""
    if name.isascii():
        return "".join(filter(str.isalnum, name)).lower()
    from unicodedata import normalize

    longest = max(map(len, _banned()))
    plain = ""
    for letter in name:
        if letter.isalnum():
            plain += normalize("NFKC", letter).casefold()
            if len(plain) > longest:
                return ""
    return "".join(filter(str.isalnum, plain))


@lru_cache(maxsize=1)
def _banned() -> frozenset[str]:
    return frozenset(rules()["identity_names"])
