"""What somebody hands over to be scrubbed, text or JSON, and how findings in it are told.

JSON that cannot be read is scrubbed as text: nothing is passed over because it is malformed.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Callable, Final, NamedTuple

from becivic_scrub.engine import Engine
from becivic_scrub.finding import Finding
from becivic_scrub.strings import as_text

_WINDOWS_BYTES: Final = {
    0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0x100)
}
"""How Python marks a byte that is not UTF-8, and what such a byte nearly always is."""

_UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")

_ESCAPE: Final = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_MEANT_AS_JSON: Final = re.compile(r'\s*[\[{]\s*["\[{]')
"""A text that merely begins with a bracket, as a list of tasks does, stays as it is, offsets and all."""
_SHORT: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class ContentRefused(ValueError):
    """The content cannot be handled; the message is one sentence and repeats nothing of it."""


class Content(NamedTuple):
    """A text, or the value that a JSON text holds."""

    value: object
    is_json: bool

    def find(self, engine: Engine) -> list[Finding]:
        return list(engine.walk(self.value)) if self.is_json else engine.find(str(self.value))

    def redacted(self, engine: Engine, findings: Sequence[Finding] | None = None) -> str:
        """The same content without what was found. A text whose findings are known is not read again."""
        if not self.is_json:
            return engine.redact(str(self.value), findings)
        try:
            return json.dumps(_redacted(self.value, engine), ensure_ascii=False, indent=2) + "\n"
        except RecursionError:
            raise ContentRefused("the JSON is nested too deeply to be written again") from None

    def placer(self) -> Callable[[Finding], str]:
        """Tells where a finding is, for a person: line and column, or the pointer and the character."""
        starts = [0, *(found.end() for found in re.finditer("\n", "" if self.is_json else str(self.value)))]

        def place(finding: Finding) -> str:
            if finding.pointer is None:
                line = bisect_right(starts, finding.start)
                return f"{line}:{finding.start - starts[line - 1] + 1}"
            what = "key" if finding.in_key else "character"
            # Keys come from strangers: what moves a terminal's cursor is not passed on.
            shown = "".join(mark if mark.isprintable() else "\ufffd" for mark in finding.pointer or "/")
            return f"{shown} {what} {finding.start + 1}"

        return place


def read_content(raw: bytes) -> Content:
    """Bytes as JSON where they are an object or a list, as text otherwise."""
    text = _decoded(raw)
    if text.lstrip()[:1] in ("{", "["):
        try:
            return Content(json.loads(text, object_pairs_hook=_every_value), is_json=True)
        except (ValueError, RecursionError):
            return Content(_unescaped(text) if _MEANT_AS_JSON.match(text) else text, is_json=False)
    return Content(text, is_json=False)


def _decoded(raw: bytes) -> str:
    """UTF-8 or UTF-16; a byte that does not belong is taken for Windows-1252, where A0 is a space in a number."""
    if raw.startswith(_UTF_16_MARKS):
        return raw.decode("utf-16", errors="replace")
    return raw.decode("utf-8-sig", errors="surrogateescape").translate(_WINDOWS_BYTES)


def _unescaped(text: str) -> str:
    """JSON that cannot be read, as if it were: several documents, one cut short, one too deep."""
    plain = _ESCAPE.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else _SHORT.get(found[2], found[2]), text
    )
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _every_value(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """A key that stands twice would hide its first value: then it holds them all."""
    found: dict[str, list[Any]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: values[0] if len(values) == 1 else values for key, values in found.items()}


def _redacted(value: object, engine: Engine) -> object:
    if isinstance(value, dict):
        return dict(_redacted_members(value, engine))
    if isinstance(value, list):
        return [_redacted(each, engine) for each in value]
    text = as_text(value)
    if text is None:
        return value
    clean = engine.redact(text)
    return value if clean == text else clean


def _redacted_members(members: dict[str, object], engine: Engine) -> Iterator[tuple[str, object]]:
    """Keys too; those that become alike are numbered, so that none swallows another."""
    taken: dict[str, int] = {}
    for key, value in members.items():
        clean = key if as_text(key) is None else engine.redact(key)
        taken[clean] = taken.get(clean, 0) + 1
        yield clean if taken[clean] == 1 else f"{clean} {taken[clean]}", _redacted(value, engine)
