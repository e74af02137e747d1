"""Owns answers as text: what is to be said first, then the rest by name, lists as lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

_SILENT: Final = ("ok",)


def told(answer: Mapping[str, Any]) -> str:
    if answer.get("ok") is False and "error" in answer:
        rest = {key: value for key, value in answer.items() if key not in ("ok", "error", "detail", "remedy")}
        return "\n".join(
            [
                f"Not done: {answer.get('detail', '')}",
                f"What to do: {answer.get('remedy', '')}",
                *_lines(rest, 0),
            ]
        )
    said = answer.get("say")
    rest = {key: value for key, value in answer.items() if key not in (*_SILENT, "say")}
    return "\n".join(
        [
            *([said, ""] if isinstance(said, str) and rest else [said] if isinstance(said, str) else []),
            *_lines(rest, 0),
        ]
    ).rstrip()


def _lines(value: Any, depth: int) -> Iterator[str]:  # noqa: ANN401  JSON
    pad = "  " * depth
    if isinstance(value, Mapping):
        for key, below in value.items():
            if below in (None, "", [], {}):
                continue
            name = str(key).replace("_", " ")
            if isinstance(below, (Mapping, list)):
                yield f"{pad}{name}:"
                yield from _lines(below, depth + 1)
            else:
                yield f"{pad}{name}: {_scalar(below)}"
    elif isinstance(value, list):
        for each in value:
            if isinstance(each, (Mapping, list)):
                inner = list(_lines(each, depth + 1))
                if inner:
                    yield f"{pad}- {inner[0].strip()}"
                    yield from inner[1:]
            else:
                yield f"{pad}- {_scalar(each)}"
    else:
        yield f"{pad}{_scalar(value)}"


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
