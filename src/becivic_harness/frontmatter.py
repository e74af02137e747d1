"""Owns the head of a memory file: `key: value` lines between two rules, readable and editable by anybody.

A small part of YAML: text, numbers, truth values and, on one line, JSON for lists. What somebody wrote there in another way stays as
text, and keys that this version does not know are kept in their order.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

_RULE: Final = "---"
_KEY: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)[ \t]*:[ \t]*(.*)")
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9 _./()+-]*")
_WORDS_OF_YAML: Final = frozenset(("true", "false", "null", "yes", "no", "on", "off", "~"))


class Document(NamedTuple):
    head: dict[str, Any]
    body: str


def parse(text: str) -> Document:
    """A file with or without a head. A head that nobody closed ends at the first line that cannot be in one."""
    lines = text.split("\n")
    if not lines or lines[0].strip() != _RULE:
        return Document({}, text.strip("\n"))
    head: dict[str, Any] = {}
    last = ""
    for number, line in enumerate(lines[1:], 1):
        if line.strip() == _RULE:
            return Document(head, "\n".join(lines[number + 1 :]).strip("\n"))
        found = _KEY.fullmatch(line.rstrip())
        if found:
            last = found[1]
            head[last] = _read(found[2])
        elif line.lstrip().startswith("- ") and last and (head[last] == "" or isinstance(head[last], list)):
            head[last] = [*(head[last] or []), _read(line.lstrip()[2:].strip())]
        elif line.strip() and not line.lstrip().startswith("#"):
            return Document(head, "\n".join(lines[number:]).strip("\n"))
    return Document(head, "")


def dump(head: dict[str, Any], body: str) -> str:
    lines = [f"{key}: {_written(value)}" for key, value in head.items() if value is not None]
    return "\n".join([_RULE, *lines, _RULE, "", body.strip("\n"), ""])


def _read(written: str) -> Any:  # noqa: ANN401  whatever the line holds
    if written[:1] in ('"', "[", "{") or re.fullmatch(r"-?[0-9]+(\.[0-9]+)?|true|false|null", written):
        try:
            return json.loads(written)
        except (ValueError, RecursionError):
            return written
    if len(written) > 1 and written[0] == written[-1] == "'":
        return written[1:-1].replace("''", "'")
    return written


def _written(value: object) -> str:
    """Bare where nothing else could be meant by it, as JSON otherwise (which YAML reads too)."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS_OF_YAML:
        return value.rstrip() if value == value.rstrip() else json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False)
