"""Days and months that matter: until when a document is valid, what a letter sets, and what a page names for everybody.

Months come out of the profile, days out of the session's own facts, which are gone when it ends. Labels are made here, of a
closed list of words: nothing that somebody wrote gets into them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from becivic_harness.months import first_day, last_day, month_number
from becivic_harness.page_terms import fixed_days_of, windows_of

VALIDITY: Final = "validity"
LETTER: Final = "letter"
PUBLISHED: Final = "published"
WINDOW: Final = "window"

PAST: Final = "past"
SOON: Final = "soon"
AHEAD: Final = "ahead"

_SOON: Final = timedelta(days=60)
_UNTIL: Final = "validity_end_"
_DOCUMENTS: Final = {
    "id_card": "card with a chip",
    "residence_card": "residence card",
    "work_permit": "work permit",
    "passport_BE": "Belgian passport",
    "passport_other": "other passport",
}
_SUBJECTS: Final = {
    "invitation": "an invitation",
    "refusal": "a refusal",
    "decision": "a decision",
    "appointment": "an appointment",
}
_AUTHORITIES: Final = {
    "commune": "your commune",
    "CGVS": "the Commissioner General for Refugees (CGRS)",
    "OCMW": "the public centre for social welfare (CPAS, OCMW)",
}


class Deadline(NamedTuple):
    kind: str
    label: str
    end: date
    """The day, or the last day of a month where only that is known."""
    is_day: bool
    state: str
    key: str
    """What it is about, the same whenever the plan is made, and nothing of the person's."""
    start: date | None = None
    """Of a window: its first day."""

    def as_json(self) -> dict[str, Any]:
        when = self.end.isoformat() if self.is_day else self.end.isoformat()[:7]
        since = {} if self.start is None else {"from": self.start.isoformat()}
        return {"kind": self.kind, "label": self.label, **since, "when": when, "state": self.state}


def deadlines(
    profile: Mapping[str, Any], facts: Mapping[str, Any], skills: Sequence[Mapping[str, Any]], today: date
) -> tuple[Deadline, ...]:
    """By date. What a page names and is over is left out: it was for a year that has passed."""
    found = [*_of_documents(profile, skills, today), *_of_letters(facts, today), *_of_pages(skills, today)]
    return tuple(sorted(found, key=lambda each: (each.end, each.key)))


def _of_documents(
    profile: Mapping[str, Any], skills: Sequence[Mapping[str, Any]], today: date
) -> Iterator[Deadline]:
    """Of documents that a procedure of the plan renews: the page's window for it, else the month that the document ends."""
    inventory = profile.get("document_inventory")
    for name, document in _DOCUMENTS.items():
        month = str(inventory.get(_UNTIL + name)) if isinstance(inventory, Mapping) else ""
        renewing = [skill for skill in skills if _renews(skill, name)]
        if month_number(month) is None or not renewing:
            continue
        windows = [each for skill in renewing for each in _windows(skill, name, month, today)]
        yield from windows
        end = last_day(month)
        if all(each.state == PAST for each in windows):
            said = f"Your {document} {'was' if end < today else 'is'} valid until this month"
            yield Deadline(
                VALIDITY, said, end, is_day=False, state=_state(end, today), key=f"{VALIDITY}:{name}"
            )


def _renews(skill: Mapping[str, Any], document: str) -> bool:
    """Whether the procedure comes again for such a document, by its tags."""
    tags = skill.get("tags")
    kind = document.partition("_")[0] if document.startswith("passport") else document.replace("_", "-")
    return isinstance(tags, list) and kind in tags and skill.get("recurring") is True


def _windows(skill: Mapping[str, Any], document: str, month: str, today: date) -> Iterator[Deadline]:
    """The day in the month is not known here: from the window of its first day to that of its last."""
    for window in windows_of(skill):
        end = last_day(month) - timedelta(days=window.last)
        said = f"{skill.get('title')}: ask {window.said}; the exact day is on the document"
        yield Deadline(
            WINDOW,
            said,
            end,
            is_day=True,
            state=_state(end, today),
            key=f"{WINDOW}:{document}:{window.uid}",
            start=first_day(month) - timedelta(days=window.first),
        )


def _of_letters(facts: Mapping[str, Any], today: date) -> Iterator[Deadline]:
    """As they were noted from a document (R-DOC-02): a day, who wrote, and what kind of letter it is."""
    listed = facts.get("deadlines")
    letters = [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []
    for number, letter in enumerate(letters, 1):
        day = _day(letter.get("deadline_date") or letter.get("date"))
        if day is not None:
            subject = _SUBJECTS.get(str(letter.get("subject_category")), "a letter")
            authority = _AUTHORITIES.get(str(letter.get("issuing_authority_category")), "an authority")
            said = f"Last day set in {subject} of {authority}"
            yield Deadline(LETTER, said, day, is_day=True, state=_state(day, today), key=f"{LETTER}:{number}")


def _of_pages(skills: Sequence[Mapping[str, Any]], today: date) -> Iterator[Deadline]:
    for skill in skills:
        for fixed in fixed_days_of(skill):
            if fixed.day >= today:
                said = f"{skill.get('title')}: {fixed.said}"
                key = f"{PUBLISHED}:{fixed.skill_id}:{fixed.uid}"
                yield Deadline(
                    PUBLISHED, said, fixed.day, is_day=True, state=_state(fixed.day, today), key=key
                )


def _state(end: date, today: date) -> str:
    return PAST if end < today else SOON if end <= today + _SOON else AHEAD


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None
