"""Owns what is kept of a document somebody showed: a few routing fields by its kind, and nothing else (privacy 8.9).

The text of a document never comes in here: an agent reads it, and hands over fields alone. Days become months in what
stays; the exact day lives in the session's facts until the session closes (C-42).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from becivic_harness import memory_index, topics
from becivic_harness.countries import country_name
from becivic_harness.here import Here
from becivic_harness.refusals import ASK_THE_PERSON, Refused
from becivic_harness.topics import DOCUMENT, Topic

_DAY: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?")
_COUNTRY: Final = re.compile(r"[a-z]{2}")
_LONGEST_VALID: Final = 16
_CATEGORY: Final = re.compile(
    r"[A-Za-z][A-Za-z+ -]{0,30}|(?i:annexe?|bijlage|anlage)[ -]?[0-9]{1,2}(?i:bis|ter|quater|[a-z])?"
)
"""Words; and the annexes, which are papers that go by their number."""


class Kind(NamedTuple):
    """Which fields may be kept of a kind of document, and what each may hold."""

    fields: Mapping[str, Any]
    title: str


_MONTHS: Final = {"validity_end": _DAY, "validity_start": _DAY}
KINDS: Final = {
    "residence-permit": Kind({"permit_type": _CATEGORY, **_MONTHS}, "Residence permit card"),
    "identity-card": Kind({"issuing_country": _COUNTRY, **_MONTHS}, "Identity card"),
    "passport": Kind({"issuing_country": _COUNTRY, **_MONTHS}, "Passport"),
    "work-permit": Kind({"permit_type": _CATEGORY, **_MONTHS}, "Work permit"),
    "diploma": Kind({"issuing_country": _COUNTRY, "level": _CATEGORY}, "Diploma"),
    "civil-status-record": Kind(
        {
            "issuing_country": _COUNTRY,
            "record_type": ("birth", "marriage", "divorce", "death", "name", "other"),
        },
        "Civil status record",
    ),
    "correspondence": Kind(
        {
            "issuing_authority_category": ("commune", "CGVS", "OCMW", "other"),
            "subject_category": ("invitation", "refusal", "decision"),
            "deadline_date": _DAY,
        },
        "Official letter",
    ),
}
"""R-DOC-02, and the same discipline for the other documents of 8.9.1."""


class Noted(NamedTuple):
    topic: Topic
    exact: dict[str, str]
    """Days that only the session may know."""


def note(here: Here, kind: str, identifier: str, fields: Mapping[str, str], omit: frozenset[str]) -> Noted:
    """Keeps the fields of one document, or refuses with a question for the person."""
    allowed = _kind(kind)
    kept = {name: value for name, value in fields.items() if name not in omit}
    unknown = [name for name in kept if name not in allowed.fields]
    if unknown:
        raise Refused(
            "field_not_kept",
            f"Of a document of this kind {_listed(allowed)} may be kept, and nothing else.",
            "Leave the other fields out: they may not be kept anywhere.",
            fields=len(unknown),
        )
    wrong = [name for name, value in kept.items() if not _fits(allowed.fields[name], value, here.today)]
    hits = [
        each.pointer.strip("/")
        for each in here.layer_one.in_document(dict(kept), spelled=True)
        if not _DAY.fullmatch(kept.get(each.pointer.strip("/"), ""))
    ]
    if wrong or hits:
        doubtful = list(dict.fromkeys([*hits, *wrong]))
        raise Refused(
            "scrub_hit",
            f"Nothing was kept: {', '.join(f'`{name}`' for name in doubtful)} may hold more than a category.",
            "Ask the person whether the field should be left out; with a yes, run the command again with "
            + " ".join(f"--omit {name}" for name in doubtful),
            code=ASK_THE_PERSON,
            ask="Part of what I read from your document looks like it identifies you. Shall I leave that field out?",
            doubtful=doubtful,
        )
    exact = {
        name: value
        for name, value in kept.items()
        if len(value) == len("2026-05-14") and _DAY.fullmatch(value)
    }
    months = {name: value[:7] if _DAY.fullmatch(value) else value for name, value in kept.items()}
    head = {
        "name": allowed.title,
        "description": f"{allowed.title}: {', '.join(f'{name} {value}' for name, value in months.items())}"
        if months
        else allowed.title,
        "source_category": kind,
        "extraction_date": here.today.isoformat(),
        "fields_extracted": list(months),
        **months,
    }
    written = topics.write(here, Topic(DOCUMENT, identifier, head, ""))
    memory_index.refresh(here)
    return Noted(written, exact)


def _kind(kind: str) -> Kind:
    if kind not in KINDS:
        raise Refused(
            "unknown_document",
            "There is no such kind of document here.",
            f"It is one of {', '.join(KINDS)}; of any other document nothing is kept.",
        )
    return KINDS[kind]


def _fits(wanted: Any, value: str, today: date) -> bool:  # noqa: ANN401  a pattern or a list of words
    if isinstance(wanted, tuple):
        return value in wanted
    if wanted is _COUNTRY:
        return bool(country_name(value) != value)
    return wanted.fullmatch(value) is not None and (wanted is not _DAY or _is_of_a_paper(value, today))


def _is_of_a_paper(value: str, today: date) -> bool:
    """Cards are valid for ten years, and letters are answered in months: a day of long ago is of somebody's life."""
    return today.year - _LONGEST_VALID <= int(value[:4]) <= today.year + _LONGEST_VALID


def _listed(kind: Kind) -> str:
    return ", ".join(f"`{name}`" for name in kind.fields)
