"""What a procedure's page says about time: how long things take, how old a paper may be, and which days are fixed.

Out of the answer of `/api/skills/<id>`: only values that the page cites and that can be shown are told, with their uid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from becivic_harness.said_months import read_month

_VALUE: Final = re.compile(r"<VV\b[^>]*\buid=\"(val-[0-9]+)\"[^>]*>")
_HOW_LONG: Final = re.compile(
    r"^#{2,4}[ \t]+How long it takes[ \t]*$(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL
)
_OLDER: Final = re.compile(
    r"(?:older than|issued less than|dated less than|made less than)\s*$", re.IGNORECASE
)
_NO_PAPER: Final = re.compile(r"photo|picture", re.IGNORECASE)
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.;])\s+(?=[A-Z*<(])")
_REFERENCE: Final = re.compile(r"\(?<Ref\b[^>]*>.*?</Ref>\)?|<Ref\b[^>]*/>", re.DOTALL)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_CITED: Final = re.compile(r"\[[a-z0-9-]+\]")
_EMPTY: Final = re.compile(r"\(\s*[;,\s]*\)")
_FIXED_DAY: Final = re.compile(r"([0-9]{1,2}) ([A-Z][a-z]+) ([0-9]{4})")
_WINDOW: Final = re.compile(
    r"between the ([0-9]{1,3})(?:st|nd|rd|th) and the ([0-9]{1,3})(?:st|nd|rd|th) day before it expires"
)
_DURATION: Final = re.compile(r"\b(?:day|week|month)s?\b")
_LOOKED_BACK: Final = 60
_LONGEST_SAID: Final = 300


class Wait(NamedTuple):
    """How long something takes, as the page has it: no promise of anybody's."""

    skill_id: str
    said: str
    uids: tuple[str, ...]
    """The values that the sentence cites, for whoever wants to look them up."""

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "uids": list(self.uids)}


class PaperAge(NamedTuple):
    """How old a supporting document may be when it is handed in."""

    months: int
    uid: str
    said: str


class FixedDay(NamedTuple):
    skill_id: str
    uid: str
    day: date
    said: str


class RenewalWindow(NamedTuple):
    """From so many days before a card expires until so many days before."""

    uid: str
    first: int
    last: int
    said: str


def waits_of(skill: Mapping[str, Any]) -> list[Wait]:
    """Sentences under `How long it takes` that name a number of days, weeks or months."""
    shown = _shown(skill)
    found = []
    for section in _HOW_LONG.findall(_body(skill)):
        for said in _sentences(section):
            uids = tuple(uid for uid in _VALUE.findall(said) if uid in shown)
            if any(_DURATION.search(str(shown[uid].get("text") or shown[uid].get("value"))) for uid in uids):
                found.append(Wait(str(skill.get("id")), plain(said), uids))
    return found


def paper_age_of(skill: Mapping[str, Any]) -> PaperAge | None:
    """The shortest that the page names for papers, in whole months."""
    shown = _shown(skill)
    found = []
    for said in _sentences(_body(skill)):
        for value in _VALUE.finditer(said):
            row = shown.get(value[1], {})
            before = said[max(0, value.start() - _LOOKED_BACK) : value.start()]
            is_months = row.get("unit") == "months" and isinstance(row.get("value"), int)
            if is_months and _OLDER.search(before) and not _NO_PAPER.search(before):
                found.append(PaperAge(row["value"], value[1], plain(said)))
    return min(found, default=None)


def fixed_days_of(skill: Mapping[str, Any]) -> list[FixedDay]:
    """Deadlines with a year, as a page names them for everybody."""
    found = []
    for uid, row in _shown(skill).items():
        day = _day(str(row.get("value"))) if "deadline" in str(row.get("name")) else None
        if day is not None:
            found.append(
                FixedDay(str(skill.get("id")), uid, day, str(row.get("note") or row.get("text") or ""))
            )
    return sorted(found, key=lambda fixed: (fixed.day, fixed.uid))


def windows_of(skill: Mapping[str, Any]) -> list[RenewalWindow]:
    """When a card is to be renewed, as the page says it: each pair of days once, the earliest first."""
    found: dict[tuple[int, int], RenewalWindow] = {}
    for uid, row in _shown(skill).items():
        told = _WINDOW.fullmatch(str(row.get("value")))
        if told:
            days = int(told[1]), int(told[2])
            found.setdefault(days, RenewalWindow(uid, *days, str(row["value"])))
    return sorted(found.values(), key=lambda window: (-window.first, -window.last))


def plain(said: str) -> str:
    """A sentence of a page without its tags and citations; the cells of a row one after the other."""
    text = (
        _CITED.sub("", _TAG.sub("", _COMMENT.sub("", _REFERENCE.sub("", said))))
        .replace("**", "")
        .strip(" |\n-")
    )
    text = re.sub(r"\s+([.,;:)])", r"\1", re.sub(r"\s+", " ", _EMPTY.sub("", text.replace(" | ", ": "))))
    return text if len(text) <= _LONGEST_SAID else text[: _LONGEST_SAID - 1].rstrip() + "…"


def _shown(skill: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The values that can be shown. One that is held back says so, and has nothing to tell."""
    rows = skill.get("values")
    listed = [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    return {str(row.get("uid")): row for row in listed if "resolution_status" not in row}


def _body(skill: Mapping[str, Any]) -> str:
    return str(skill.get("resolved_body") or skill.get("body") or "")


def _sentences(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield from ([line] if line.lstrip().startswith("|") else _SENTENCE_ENDS.split(line))


def _day(text: str) -> date | None:
    found = _FIXED_DAY.fullmatch(text)
    month = read_month(text) if found else None
    if found is None or month is None:
        return None
    try:
        return date(int(found[3]), int(month[5:]), int(found[1]))
    except ValueError:
        return None
