"""YAML 1.2, strict (architecture 5; R-REPO-10): one document, no anchors, aliases, tags or directives.

libyaml reads the syntax into events; we resolve plain scalars by the core schema of YAML 1.2 ourselves, so
`yes`, `no`, `on`, `off` and dates stay text (ADR 2). Every value is JSON when it comes out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from becivic.rules import caps, pointers

EVENT_SOURCE: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

_INTEGER: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_WORDS: Final = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
LONGEST_NUMBER: Final = 40
_FIELD_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,59}")

NOT_ALLOWED: Final = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""What YAML calls unprintable, and the separators that YAML 1.1 reads as line breaks where 1.2 does not."""


class YamlRefused(ValueError):
    """The text is not acceptable YAML; `line` counts from 1 within it."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


_STARTS: Final[dict[type, type[dict[str, Any] | list[Any]]]] = {
    yaml.MappingStartEvent: dict,
    yaml.SequenceStartEvent: list,
}
_ENDS: Final = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


@dataclass(slots=True)
class _Open:
    """A collection that has not ended yet."""

    value: Any
    key: str | None = None
    pointer: str = ""


@dataclass(slots=True)
class _Builder:
    """A line is looked up where it is told: of a thousand values without a fault nobody asks for it."""

    lines: dict[str, int] | None
    stack: list[_Open] = field(default_factory=list)
    root: Any = None
    documents: int = 0

    def take(self, event: Any) -> None:  # noqa: ANN401  each kind of event has fields of its own
        """Fold one event into the document."""
        kind = type(event)
        if kind is yaml.ScalarEvent:  # two events in three
            self._scalar(event)
        elif kind in _ENDS:
            self.stack.pop()
        elif kind in _STARTS:
            self._open(_STARTS[kind](), event)
        elif kind is yaml.AliasEvent:
            raise YamlRefused("uses an alias; write the value out", _line(event))
        elif kind is yaml.DocumentStartEvent:
            self._document(event)

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        self.documents += 1
        if self.documents > 1:
            raise YamlRefused("holds more than one document", _line(event))
        if event.version or event.tags:
            raise YamlRefused("uses a % directive", _line(event))

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        if event.anchor or event.tag:
            raise _marked(event)
        top = self.stack[-1] if self.stack else None
        if top is not None and top.key is None and type(top.value) is dict:
            self._key(top, event)
        else:
            self._place(event.value if event.style else _resolve(event), event)

    def _key(self, top: _Open, event: yaml.ScalarEvent) -> None:
        key = event.value
        if not event.style:
            if not isinstance(_resolve(event), str):
                raise YamlRefused("has a key that is not text; quote it", _line(event))
            if key == "<<":
                raise YamlRefused("uses a merge key; write the values out", _line(event))
        if key in top.value:
            raise YamlRefused(f"names {_named(key)} twice", _line(event))
        top.key = key
        if self.lines is not None:
            self.lines[f"{top.pointer}/{pointers.escape(key)}"] = _line(event)

    def _open(self, value: Any, event: yaml.CollectionStartEvent) -> None:  # noqa: ANN401  a dict or a list
        if event.anchor or event.tag:
            raise _marked(event)
        if len(self.stack) >= caps.NESTING:
            raise YamlRefused(f"nests deeper than {caps.NESTING} levels", _line(event))
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.value, dict) and top.key is None:
            raise YamlRefused("has a key that is not text", _line(event))
        self.stack.append(_Open(value, pointer=self._place(value, event)))

    def _place(self, value: Any, event: yaml.Event) -> str:  # noqa: ANN401  any JSON value
        """Put a value where it belongs and return its pointer, where lines are asked for."""
        if not self.stack:
            self.root = value
            return ""
        top = self.stack[-1]
        if type(top.value) is dict:
            key, top.key = str(top.key), None
            top.value[key] = value
            return "" if self.lines is None else f"{top.pointer}/{pointers.escape(key)}"
        top.value.append(value)
        if self.lines is None:
            return ""
        pointer = f"{top.pointer}/{len(top.value) - 1}"
        self.lines[pointer] = _line(event)
        return pointer


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _marked(event: Any) -> YamlRefused:  # noqa: ANN401  three event classes share these fields
    if event.anchor:
        return YamlRefused("uses an anchor; write the value out", _line(event))
    return YamlRefused("uses a tag; only plain values are read", _line(event))


def parse_yaml(text: str) -> Any:  # noqa: ANN401  any JSON value
    """The document as JSON values, or YamlRefused with a reason and a line."""
    return _build(text, None)


def yaml_lines(text: str) -> dict[str, int]:
    """The line of every value by JSON pointer, of text already known to parse."""
    lines: dict[str, int] = {"": 1}
    _build(text, lines)
    return lines


def _build(text: str, lines: dict[str, int] | None) -> Any:  # noqa: ANN401  any JSON value
    # Most are plain, and that is known at once.
    is_plain = text.isascii() and text.replace("\n", "").isprintable()
    if not is_plain and (odd := NOT_ALLOWED.search(text)):
        line = text.count("\n", 0, odd.start()) + 1
        raise YamlRefused("holds a character that YAML does not allow", line)
    builder = _Builder(lines)
    source = EVENT_SOURCE(text)
    try:
        while (event := source.get_event()) is not None:
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        last = text.count("\n") + 1  # what is missing at the end is said to be missing on a line further on
        raise YamlRefused(f"is not YAML: {error.problem}", min(mark.line + 1, last) if mark else 1) from None
    finally:
        source.dispose()
    return builder.root


def _named(key: str) -> str:
    """A key as far as it may be repeated: one that looks like a field name, and nothing else."""
    return f"the key `{key}`" if _FIELD_NAME.fullmatch(key) else "a key"


def _resolve(event: yaml.ScalarEvent) -> Any:  # noqa: ANN401  a JSON scalar
    """A plain scalar, one without quotes and so without a style, by the core schema of YAML 1.2."""
    text = event.value
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        if len(text) > LONGEST_NUMBER:
            raise YamlRefused("holds a number that is too long; quote it", _line(event))
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if number in (float("inf"), float("-inf")):
            raise YamlRefused("holds a number out of range", _line(event))
        return number
    if _NOT_FINITE.fullmatch(text):
        raise YamlRefused("holds a number that JSON cannot write", _line(event))
    return text
