"""What a tool tells: readable text and the same as data, where both are from, and how it becomes an MCP result.

No answer is larger than an agent can swallow: what does not fit is left out by name, never cut without a word.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from becivic.mcp.asking import Answered
from becivic.reading.terms_of_use import LICENSE
from becivic.rendering.cutting import Cutting
from becivic.rules.errors import ErrorCategory
from becivic.rules.json_text import sent_size
from becivic.rules.reading import PART_BYTES

PREFIX: Final = "be.becivic/"
"""Before every name of ours in a `_meta`."""

_CUT: Final = "\n\n[The rest does not fit into one answer.]"
_SAYS_NOTHING: Final = ("type", "title", "status")
"""Of a problem: what HTTP has and a reader of a tool does not need."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Which version an answer comes from: asked for most by those who rely on one (users-expect)."""

    commit: str
    statuses: tuple[str, ...] = ()
    last_verified: str = ""
    """Of several things, the day of the one that was looked at longest ago."""

    @classmethod
    def over(cls, commit: str, facts: Iterable[tuple[str, str]]) -> Provenance:
        """Of a list: its statuses, each once, and the oldest day."""
        told = list(facts)
        days = sorted(day for _, day in told if day)
        return cls(
            commit=commit,
            statuses=tuple(sorted({status for status, _ in told if status})),
            last_verified=days[0] if days else "",
        )

    def as_json(self) -> dict[str, Any]:
        status: Any = list(self.statuses) if len(self.statuses) > 1 else next(iter(self.statuses), None)
        return {
            "corpus_commit": self.commit,
            "status": status,
            "last_verified": self.last_verified or None,
            "license": LICENSE,
        }

    def line(self) -> str:
        """Without the day: by itself it claims more than was done (design 7.23)."""
        status = f"status {', '.join(self.statuses)}" if self.statuses else ""
        return " · ".join(filter(None, ("Be Civic", f"corpus commit {self.commit}", status, LICENSE)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    structured: Mapping[str, Any]
    text: str
    provenance: Provenance
    source: str = ""
    """The address of the API that says the same; empty where none does."""
    notes: tuple[str, ...] = ()
    """What was put right on the way: an argument under another name, one that nobody knows."""
    is_error: bool = False
    is_data: bool = False
    """Whether the text is the data itself: then nothing else stands in it."""
    _made: list[dict[str, Any]] = field(default_factory=list, repr=False, compare=False)
    """The result, once it was asked for: an answer that is kept is weighed once."""

    def noting(self, notes: Iterable[str]) -> Told:
        more = tuple(notes)
        return replace(self, notes=(*self.notes, *more), _made=[]) if more else self

    def as_result(self) -> dict[str, Any]:
        if not self._made:
            self._made.append(self._result())
        return self._made[0]

    def _result(self) -> dict[str, Any]:
        structured, left_out = fitting(self.structured)
        said: dict[str, Any] = {"provenance": self.provenance.as_json(), "api": self.source or None}
        said |= {"notes": list(self.notes) or None, "left_out": left_out or None}
        return {
            "content": [{"type": "text", "text": text} for text in self._texts(structured, left_out)],
            "structuredContent": structured,
            "isError": self.is_error,
            "_meta": {f"{PREFIX}{name}": value for name, value in said.items() if value is not None},
        }

    def _texts(self, structured: Mapping[str, Any], left_out: list[str]) -> list[str]:
        if not self.is_data:
            return [self._whole_text(self.text, left_out)]
        return [json.dumps(structured, ensure_ascii=False), self._whole_text("", left_out)]

    def _whole_text(self, text: str, left_out: list[str]) -> str:
        notes = [f"Note: {note}" for note in self.notes]
        if left_out:
            notes.append(f"Note: left out of the data, because it is too much: {', '.join(left_out)}.")
        foot = f"\n\n{self.provenance.line()}"
        room = PART_BYTES - len("\n".join(notes).encode()) - len(foot.encode()) - len(_CUT.encode()) - 2
        told = [*notes, *([""] if notes else []), bounded(text.strip("\n"), room)]
        return ("\n".join(told) + foot).lstrip("\n")


def bounded(text: str, most: int) -> str:
    """The text, or its beginning and a word that there is more. What a fence holds stays in it: the cut one is closed."""
    if len(text.encode("utf-8", "replace")) <= most:
        return text
    return Cutting(text, ()).piece(0, len(text), most).text.rstrip() + _CUT


def fitting(value: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """As much of an object as one answer holds: its largest members are emptied first, and named."""
    kept, left_out = dict(value), []
    while (size := sent_size(kept)) > PART_BYTES:
        largest = max(kept, key=lambda name: sent_size(kept[name]))
        kept[largest] = type(kept[largest])()
        left_out.append(largest)
        if sent_size(kept) == size:
            break
    return kept, left_out


_ARGUMENTS: Final = {"/after": "/cursor", "/q": "/query"}
"""What a parameter of the API is called as an argument."""

REMEDY: Final = "Correct the argument that the pointer names; the tool's input schema says what it takes."


def of_argument(answer: Answered, commit: str) -> Told:
    """A refusal of something that a reading tool was given, under the name that it has here."""
    told = refused(answer, commit, remedy=REMEDY if answer.status == 400 else "")
    said = dict(told.structured)
    for each in (said, *said.get("faults", ())):
        if each.get("schema_pointer") in _ARGUMENTS:
            each["schema_pointer"] = _ARGUMENTS[each["schema_pointer"]]
    return replace(told, structured=said, text=refusal_text(said), _made=[])


def missing(argument: str, commit: str) -> Told:
    """What a tool cannot do without, where a schema cannot say it."""
    said = {
        "error": ErrorCategory.SCHEMA_FAIL.value,
        "detail": f"The argument `{argument}` is missing.",
        "schema_pointer": "",
        "keyword": "required",
        "missing": argument,
        "remedy": f"Call it again with `{argument}`.",
    }
    return Told(structured=said, text=refusal_text(said), provenance=Provenance(commit=commit), is_error=True)


def refused(
    answer: Answered, commit: str, *, remedy: str = "", more: Mapping[str, Any] | None = None
) -> Told:
    """What the API refused, as a result that an agent can act on: category, place and remedy, never the text (R-MCP-05)."""
    said = answer.json()
    told = {name: value for name, value in said.items() if name not in _SAYS_NOTHING} | dict(more or {})
    if remedy:
        told["remedy"] = remedy
    return Told(structured=told, text=refusal_text(told), provenance=Provenance(commit=commit), is_error=True)


def _place(fault: Mapping[str, Any]) -> str:
    return f"`{fault['schema_pointer']}`: " if fault.get("schema_pointer") else ""


def refusal_text(told: Mapping[str, Any]) -> str:
    place = f" at `{told['schema_pointer']}`" if told.get("schema_pointer") else ""
    lines = [f"Refused: {told.get('error', 'refused')}{place}. {told.get('detail', '')}".rstrip()]
    lines += [f"- {_place(each)}{each['detail']}" for each in told.get("faults", ())[1:20]]
    if told.get("retry_after"):
        lines.append(f"Wait {told['retry_after']} seconds.")
    if told.get("remedy"):
        lines.append(f"What to do: {told['remedy']}")
    return "\n".join(lines)
