"""JSON text as tokens with their lines, for saying where something stands. What it means is json_text's affair.

Every token of the text up to its first fault is the token a JSON parser sees; after a fault anything may come.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

# Strings are atomic groups: time is linear in the length of the text, whatever it holds.
_TOKEN: Final = re.compile(r'"(?>[^"\\]+|\\.)*"?|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)

_PUNCTUATION: Final = frozenset("{}[],:")


class Token(NamedTuple):
    """A string, a bracket, a separator, or a run of anything else, as written."""

    text: str
    line: int

    @property
    def is_string(self) -> bool:
        return self.text.startswith('"')

    @property
    def starts_value(self) -> bool:
        return self.text not in _PUNCTUATION or self.text in "{["

    def unquoted(self) -> str:
        """What a string token says."""
        return str(json.loads(self.text))


class Member(NamedTuple):
    """A field of an object or an element of an array: where it belongs, and the line it starts on."""

    path: tuple[str | int, ...]
    line: int


def tokens(text: str) -> Iterator[Token]:
    line, last = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        yield Token(match.group(), line)


def members(text: str) -> Iterator[Member]:
    """Every member in the order of the text, as far as it is JSON. A field stands where its name does."""
    path: list[str | int] = []  # where the running member belongs; the last part is its key or index
    wants_key = False
    for token in tokens(text):
        if wants_key and token.is_string:
            path[-1], wants_key = token.unquoted(), False
            yield Member(tuple(path), token.line)
            continue
        if path and token.starts_value and isinstance(path[-1], int):
            yield Member(tuple(path), token.line)
        match token.text:
            case "{":
                path.append("")
                wants_key = True
            case "[":
                path.append(0)
                wants_key = False
            case "}" | "]" if path:
                path.pop()
                wants_key = False
            case "," if path:
                last = path[-1]
                wants_key = isinstance(last, str)
                if isinstance(last, int):
                    path[-1] = last + 1
