"""One message of the protocol, read strictly before the SDK sees it: over HTTP and over stdio the same.

The SDK takes duplicate keys and NaN, drops a line that it cannot read, and tells what is wrong with the words that were
sent. What is wrong with the arguments of a call is for the agent that wrote them: the call goes on without them, and
beside it why.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from becivic.rules.json_text import JsonRefused, parse_json

_PARSE_ERROR: Final = -32700
_INVALID: Final = -32600
_CALL: Final = "tools/call"
_WHAT_IS_ONE: Final = "Invalid request: one JSON-RPC 2.0 message, with an id that is a text or a whole number, and parameters by name."


class Unsound(NamedTuple):
    """Stands for arguments that could not even be read."""

    reason: str


class Read(NamedTuple):
    """A message for the SDK; `unread` stands for arguments that are not in it."""

    message: bytes
    unread: object = None


class Wrong(NamedTuple):
    """What a sender is told instead of an answer."""

    code: int
    message: str
    id: int | None = None

    def as_json(self) -> bytes:
        error = {"code": self.code, "message": self.message}
        return json.dumps({"jsonrpc": "2.0", "id": self.id, "error": error}).encode()


def read(raw: bytes) -> Read | Wrong | None:
    """None for an answer to a question that nobody asked: it is taken in and forgotten."""
    try:
        value = parse_json(raw)
    except JsonRefused as wrong:
        return _put_right(raw, wrong.reason)
    if not _is_framed(value):
        return None if _is_answer(value) else Wrong(_INVALID, _WHAT_IS_ONE, _number(value))
    if _has_odd_arguments(value):
        return Read(_without_arguments(value), value["params"]["arguments"])
    return Read(raw)


def _is_framed(value: object) -> bool:
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        return False
    named = value.get("id", "")
    is_named = isinstance(named, int | str) and not isinstance(named, bool)
    return is_named and isinstance(value.get("method"), str) and isinstance(value.get("params"), dict | None)


def _is_answer(value: object) -> bool:
    return isinstance(value, dict) and "method" not in value and ("result" in value or "error" in value)


def _number(value: object) -> int | None:
    """The id of what is wrong, where it is a number: a text might be anything."""
    named = value.get("id") if isinstance(value, dict) else None
    return named if isinstance(named, int) and not isinstance(named, bool) else None


def _is_call(value: object) -> bool:
    return isinstance(value, dict) and value.get("method") == _CALL and isinstance(value.get("params"), dict)


def _has_odd_arguments(value: Any) -> bool:  # noqa: ANN401  any JSON value
    """A list, a text, a number: a mistake of whoever calls the tool, not of its host."""
    return _is_call(value) and not isinstance(value["params"].get("arguments"), dict | None)


def _without_arguments(value: dict[str, Any]) -> bytes:
    params = {name: each for name, each in value["params"].items() if name != "arguments"}
    return json.dumps({**value, "params": params}).encode("utf-8")


def _put_right(raw: bytes, reason: str) -> Read | Wrong:
    """Not JSON as we take it; where it is still plain which call was meant, that call is told why."""
    try:
        value = json.loads(raw)
        if _is_call(value) and _is_framed(parse_json(sound := _without_arguments(value))):
            return Read(sound, Unsound(reason))
    except (ValueError, RecursionError):  # of which JsonRefused is one
        pass
    return Wrong(_PARSE_ERROR, f"Parse error: the message {reason}.")
