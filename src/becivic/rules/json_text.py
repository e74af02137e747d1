"""What counts as JSON here (design 6): UTF-8, no duplicate keys, no NaN, no lone surrogates, no NUL, bounded depth."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, Final

from becivic.rules import caps
from becivic.rules.json_tokens import Token, members, tokens

NUMBER_DIGITS: Final = 40
"""No number of ours is longer, and reading or comparing long ones takes quadratic time."""

_NEXT_BRACKET: Final = re.compile(r'(?>[^"\[\]{}]+|"(?>[^"\\]+|\\.)*"?)*+([\[\]{}]|\Z)', re.DOTALL)
"""Whatever comes before it, strings and all, is one step; at the end there is none, and the end itself is found."""


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
    if deep_line := _too_deep(text):
        raise JsonRefused(f"nests deeper than {caps.NESTING} levels", deep_line)
    value = _decode(text)
    if "\\u" in text:
        _refuse_lone_surrogates(value, text)
        _refuse_nul(text)
    return value


def _decode(text: str) -> Any:  # noqa: ANN401  any JSON value
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise JsonRefused(f"is not JSON: {error.msg.lower()}", error.lineno) from None
    except _RepeatedKey:
        raise JsonRefused("names the same key twice in one object", _line_of_repeated_key(text)) from None
    except _BadNumber as error:
        written = error.written
        line = _line_of(text, lambda token: token.text.startswith(written))
        raise JsonRefused(error.reason, line) from None


class _RepeatedKey(ValueError):
    pass


class _BadNumber(ValueError):
    def __init__(self, reason: str, written: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.written = written


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _RepeatedKey
    return result


def _int(text: str) -> int:
    if len(text) > NUMBER_DIGITS:
        raise _BadNumber("holds a number that is too long", text)
    return int(text)


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _BadNumber("holds a number out of range", text)
    return number


def _constant(name: str) -> float:
    raise _BadNumber(f"holds {name}, which is not JSON", name)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_float, parse_int=_int, parse_constant=_constant
)


def _too_deep(text: str) -> int:
    """The line where nesting passes the cap, or 0. Brackets in strings are skipped."""
    if text.count("[") + text.count("{") <= caps.NESTING:
        return 0
    depth = 0
    for match in _NEXT_BRACKET.finditer(text):
        if match[1] in ("[", "{"):
            depth += 1
            if depth > caps.NESTING:
                return text.count("\n", 0, match.start(1)) + 1
        else:
            depth -= 1
    return 0


def _line_of(text: str, is_it: Callable[[Token], bool]) -> int:
    """The line of the first token of a kind that the decoder has met."""
    return next((token.line for token in tokens(text) if is_it(token)), 1)


def _line_of_repeated_key(text: str) -> int:
    """The line of the second of two equal keys that the decoder has met."""
    seen: set[tuple[str | int, ...]] = set()
    again = (line for path, line in members(text) if path in seen or seen.add(path))  # type: ignore[func-returns-value]
    return next(again, 1)


def _refuse_lone_surrogates(value: object, text: str) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        line = _line_of(text, lambda token: token.is_string and is_broken(token.unquoted()))
        raise JsonRefused("holds half a surrogate pair", line) from None


def _refuse_nul(text: str) -> None:
    """No text of ours needs it, and PostgreSQL keeps none."""
    if "\\u0000" not in text:
        return
    for token in tokens(text):
        if token.is_string and "\0" in token.unquoted():  # not where the backslash is itself escaped
            raise JsonRefused("holds a NUL character", token.line)


def is_broken(text: str) -> bool:
    """Whether a text holds half of a surrogate pair: that can stand in JSON, and in no file and no database."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def same_json(one: object, other: object) -> bool:
    """Whether two values are one in JSON: 1, 1.0 and true differ, the order of fields does not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def pretty_json(value: object) -> str:
    """JSON as it is committed: two spaces, UTF-8 as it is, a newline at the end (R-REPO-08)."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def sent_size(value: object) -> int:
    """How many bytes it has in an answer, on one line and with letters as they are."""
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
