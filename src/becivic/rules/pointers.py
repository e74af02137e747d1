"""JSON pointers (RFC 6901), and the line a pointer stands on in JSON text.

Lines are looked up only when something is wrong, so a clean corpus never pays for them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)

_PUNCTUATION: Final = frozenset("{}[],:")


def join(parts: Sequence[str | int]) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def split(pointer: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def line_in_json(text: str, pointer: str) -> int:
    """The line of the value (or of its nearest existing ancestor) that a pointer names; 1 at the root."""
    wanted = split(pointer)
    best_depth, best_line = 0, 1
    for path, line in _walk(text):
        depth = len(path)
        if best_depth < depth <= len(wanted) and path == wanted[:depth]:
            best_depth, best_line = depth, line
            if depth == len(wanted):
                break
    return best_line


def _walk(text: str) -> Iterator[tuple[list[str], int]]:
    """Each member's path and line, in document order. Text is JSON already known to parse."""
    path: list[str] = []
    counters: list[int] = []  # index of the running element of each open array; -1 inside an object
    key = ""
    wants_key = False
    line, last = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        token = match.group()
        if wants_key and token.startswith('"'):
            key, wants_key = _unquote(token), False
            yield [*path, key], line
            continue
        starts_value = token not in _PUNCTUATION or token in "{["
        if starts_value and counters and counters[-1] >= 0:
            key = str(counters[-1])
            yield [*path, key], line
        if token in "{[":
            path += [key] if counters else []
            counters.append(-1 if token == "{" else 0)
            wants_key = token == "{"
        elif token in "}]":
            counters.pop()
            del path[-1:]
        elif token == ",":
            wants_key = counters[-1] < 0
            counters[-1] += 0 if wants_key else 1


def _unquote(token: str) -> str:
    return str(json.loads(token))
