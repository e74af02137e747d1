"""Whether an address matches a pattern that came with a path.

Whoever wrote the pattern is a stranger, and Python cannot stop a search that it has begun: only patterns of a shape
that cannot run away are run, on addresses of bounded length. Any other matches nothing, and the agent says what it saw.
"""

from __future__ import annotations

import re
from typing import Final

_LONGEST_PATTERN: Final = 300
_LONGEST_ADDRESS: Final = 300
_MOST_OPEN: Final = 2
"""Repetitions without end: with two, a search takes at most the cube of the length."""
_MOST_MAYBE: Final = 6

_TOKEN: Final = re.compile(
    r"(?P<group>\((?:\?:)?)|(?P<end>\))|(?P<or>\|)|(?P<open>[*+])|(?P<maybe>\?)|(?P<edge>[\^$])"
    r"|(?P<class>\[\^?(?:[A-Za-z0-9_./:%](?:-[A-Za-z0-9])?|\\[.\-/\]])+-?\])"
    r"|(?P<sort>\.|\\[dw])|(?P<plain>[^\\\[\](){}*+?|^$.]|\\[^A-Za-z0-9])"
)

_Tokens = list[tuple[str, str]]


def matches(pattern: str, address: str) -> bool:
    """Whether it is found anywhere in the address; False for a pattern that is not run."""
    # A sign-in hangs long tickets onto an address; where it leads is said before them.
    looked_at = address if len(address) <= _LONGEST_ADDRESS else re.split(r"[?#]", address, maxsplit=1)[0]
    if len(looked_at) > _LONGEST_ADDRESS or not is_run(pattern):
        return False
    return re.search(pattern, looked_at) is not None


def is_run(pattern: str) -> bool:
    """Whether the pattern is of a shape that ends."""
    tokens = _tokens(pattern)
    if tokens is None or len(pattern) > _LONGEST_PATTERN:
        return False
    kinds = [kind for kind, _ in tokens]
    if kinds.count("open") > _MOST_OPEN or kinds.count("maybe") > _MOST_MAYBE:
        return False
    if not all(_is_tame(tokens, place) for place, kind in enumerate(kinds) if kind in ("open", "maybe")):
        return False
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def _tokens(pattern: str) -> _Tokens | None:
    found, place = [], 0
    while place < len(pattern):
        token = _TOKEN.match(pattern, place)
        if token is None:
            return None
        found.append((str(token.lastgroup), token.group()))
        place = token.end()
    return found


def _is_tame(tokens: _Tokens, place: int) -> bool:
    """One character repeated is tame. A group is when each round ends in a character that its repetitions never take."""
    if place == 0 or tokens[place - 1][0] in ("group", "or", "open", "maybe", "edge"):
        return False
    if tokens[place - 1][0] != "end":
        return True
    inside = tokens[_start_of(tokens, place - 1) + 1 : place - 1]
    if not inside or any(kind in ("group", "or", "maybe", "edge") for kind, _ in inside):
        return False
    repeated = [piece for (_, piece), (kind, _) in zip(inside, inside[1:]) if kind == "open"]
    kind, last = inside[-1]
    return not repeated or (kind == "plain" and not any(re.fullmatch(each, last[-1]) for each in repeated))


def _start_of(tokens: _Tokens, end: int) -> int:
    depth = 0
    for place in range(end, -1, -1):
        depth += {"end": 1, "group": -1}.get(tokens[place][0], 0)
        if depth == 0:
            return place
    return 0
