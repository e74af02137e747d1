"""What counts as JSON here (design 6): UTF-8, no duplicate keys, no NaN, no lone surrogates, bounded depth."""

from __future__ import annotations

import json
import math
from typing import Any

from becivic.rules import caps


class JsonRefused(ValueError):
    """The text is not acceptable JSON. The message never repeats what was in it."""

    def __init__(self, reason: str, line: int = 1) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def parse_json(raw: bytes) -> Any:  # noqa: ANN401  JSON is any value until a schema has spoken
    """Parse strictly, or raise JsonRefused with a reason and a line."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise JsonRefused("is not valid UTF-8", raw.count(b"\n", 0, error.start) + 1) from None
    if text.startswith("\ufeff"):
        raise JsonRefused("starts with a byte order mark")
    depth_line = _too_deep(text)
    if depth_line:
        raise JsonRefused(f"nests deeper than {caps.NESTING} levels", depth_line)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise JsonRefused(f"is not JSON: {error.msg.lower()}", error.lineno) from None
    except _Refused as error:
        raise JsonRefused(str(error), _line_of(text, error.hint)) from None
    except ValueError:
        raise JsonRefused("holds a number that is too long") from None
    if "\\u" in text or "\\U" in text:
        _refuse_lone_surrogates(value)
    return value


class _Refused(ValueError):
    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.hint = hint


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Refused("names the same key twice in one object", f'"{twice}"')
    return result


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _Refused("holds a number out of range", text)
    return number


def _constant(name: str) -> float:
    raise _Refused(f"holds {name}, which is not JSON", name)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_constant)


def _too_deep(text: str) -> int:
    """The line where nesting passes the cap, or 0. Brackets in strings are skipped."""
    if text.count("[") + text.count("{") <= caps.NESTING:
        return 0
    depth, position, end = 0, 0, len(text)
    while position < end:
        letter = text[position]
        if letter == '"':
            position = _string_end(text, position)
        elif letter in "[{":
            depth += 1
            if depth > caps.NESTING:
                return text.count("\n", 0, position) + 1
        elif letter in "]}":
            depth -= 1
        position += 1
    return 0


def _string_end(text: str, start: int) -> int:
    position = start + 1
    while (close := text.find('"', position)) >= 0:
        slashes = 0
        while text[close - 1 - slashes] == "\\":
            slashes += 1
        if slashes % 2 == 0:
            return close
        position = close + 1
    return len(text)


def _line_of(text: str, needle: str) -> int:
    """Line of the last occurrence: of a duplicate key that is the second one, unless it comes again."""
    position = text.rfind(needle)
    return text.count("\n", 0, max(position, 0)) + 1


def _refuse_lone_surrogates(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise JsonRefused("holds half a surrogate pair") from None
