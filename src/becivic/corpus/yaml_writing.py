"""Writes JSON values as YAML that every reader understands alike: block style, quotes where a reader might doubt.

What older readers take for something else (`yes`, `no`, `on`, dates, commune codes) is quoted although YAML 1.2
would not need it. Whatever is written here, `parse_yaml` reads back as it was.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic.corpus.yaml12 import LONGEST_NUMBER, NOT_ALLOWED
from becivic.rules import caps
from becivic.rules.identifiers import SEMVER, matches

_STEP: Final = 2
_LONGEST_KEY: Final = 1000
"""A key is read as one only if its colon follows within 1,024 characters."""

_PLAIN: Final = re.compile(r"[^\W\d_](?:[^\n:#]++|:(?=[^ ])|(?<! )#)*+")
"""Begins with a letter, and holds neither `: ` nor ` #`; that everything is printable is asked besides."""

_DOUBTFUL: Final = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
"""Words that one version of YAML or another reads as something else, in any case."""


class Unwritable(ValueError):
    """The value cannot be written: too deep, no JSON, or a number or text that no reader takes."""


def write_yaml(value: Any) -> str:  # noqa: ANN401  any JSON value
    """The value as a YAML text of its own, with a newline at the end."""
    return "".join(f"{line}\n" for line in _block(value, 0))


def write_field(key: str, value: Any, indent: int = 0) -> str:  # noqa: ANN401  any JSON value
    """One field of a mapping that is indented so far. The first line comes without the indent, the last one without its end."""
    lines = list(_field(key, value, 1))
    return f"\n{' ' * indent}".join(lines)


def _block(value: Any, depth: int) -> Iterator[str]:  # noqa: ANN401  any JSON value
    """The lines of a value that stands by itself, without an indent."""
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _field(key, item, _deeper(depth))
    elif isinstance(value, list) and value:
        for item in value:
            first, *rest = _block(item, _deeper(depth))
            yield f"- {first}"
            yield from (_indented(line) for line in rest)
    else:
        yield from _scalar(value)


def _field(key: str, value: Any, depth: int) -> Iterator[str]:  # noqa: ANN401  any JSON value
    name = _name(key)
    if isinstance(value, Mapping | list) and value:
        yield f"{name}:"
        yield from (_indented(line) for line in _block(value, depth))
    else:
        first, *rest = _scalar(value)
        yield f"{name}: {first}"
        yield from rest


def _indented(line: str) -> str:
    return f"{' ' * _STEP}{line}" if line else ""


def _deeper(depth: int) -> int:
    if depth >= caps.NESTING:
        raise Unwritable(f"nests deeper than {caps.NESTING} levels")
    return depth + 1


def _name(key: object) -> str:
    if not isinstance(key, str):
        raise Unwritable("has a key that is not text")
    name = _text(key)
    if len(name) > _LONGEST_KEY:
        raise Unwritable(f"has a key of more than {_LONGEST_KEY} characters")
    return name


def _scalar(value: Any) -> Iterator[str]:  # noqa: ANN401  any JSON value
    if isinstance(value, str):
        yield from _literal(value) if _is_literal(value) else [_text(value)]
    elif value is None or isinstance(value, bool):
        yield json.dumps(value)
    elif isinstance(value, int):
        yield _whole(value)
    elif isinstance(value, float):
        yield _fraction(value)
    elif isinstance(value, Mapping | list):
        yield "{}" if isinstance(value, Mapping) else "[]"
    else:
        raise Unwritable("holds a value that is not JSON")


def _fraction(value: float) -> str:
    if not math.isfinite(value):
        raise Unwritable("holds a number that JSON cannot write")
    mantissa, e, exponent = repr(value).partition("e")
    # Older readers take 1e+16 for text: only a dot makes it a number to all.
    return f"{mantissa if '.' in mantissa else f'{mantissa}.0'}{e}{exponent}"


def _whole(value: int) -> str:
    if abs(value) >= 10 ** (LONGEST_NUMBER - 1):
        raise Unwritable("holds a number that is too long")
    return str(value)


def _text(value: str) -> str:
    if _is_plain(value) or matches(SEMVER, value):
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    try:
        quoted.encode("utf-8")
    except UnicodeEncodeError:
        raise Unwritable("holds half a surrogate pair") from None
    return NOT_ALLOWED.sub(lambda odd: f"\\u{ord(odd[0]):04x}", quoted)


def _is_plain(value: str) -> bool:
    """Whether no reader could take it for anything but this text."""
    return (
        value.isprintable()
        and not value.endswith((" ", ":"))
        and value.lower() not in _DOUBTFUL
        and _PLAIN.fullmatch(value) is not None
    )


def _is_literal(value: str) -> bool:
    """Whether it reads best as lines below each other: several, none of which begins or ends in a way that is lost."""
    lines = value.removesuffix("\n").split("\n")
    return (
        len(lines) > 1
        and all(line.isprintable() and line == line.rstrip(" ") for line in lines)
        and lines[0][:1].strip(" ") != ""
        and lines[-1] != ""
    )


def _literal(value: str) -> Iterator[str]:
    yield "|" if value.endswith("\n") else "|-"
    yield from (_indented(line) for line in value.removesuffix("\n").split("\n"))
