"""A plan as a calendar (RFC 5545): days as all-day events with alarms, steps and months as tasks.

Holds titles and notes of public pages, dates, and nothing of what somebody said about themselves: not why a step applies, and
no name. A step keeps its UID however often the plan is made, so that a calendar updates it and does not double it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from becivic_harness.deadlines import PAST, Deadline
from becivic_harness.localised import in_language
from becivic_harness.months import first_day, last_day
from becivic_harness.plan_parts import Step
from becivic_harness.planning import Plan
from becivic_harness.predicates import Truth

_NAMESPACE: Final = uuid5(NAMESPACE_URL, "be.becivic/harness/plan")
_LONGEST_LINE: Final = 75
_DAY: Final = timedelta(days=1)
_BEFORE_A_DAY: Final = ("-P7D", "-P1D")
_BEFORE_A_MONTH: Final = ("-P30D",)


def calendar(plan: Plan, stamp: datetime) -> str:
    """`stamp` is when it was made, with its time zone. What is over is left out."""
    at = stamp.astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Be Civic//Harness//EN", "CALSCALE:GREGORIAN"]
    for deadline in plan.deadlines:
        if deadline.state != PAST:
            lines += _deadline(deadline, at)
    for step in plan.steps:
        lines += _task(step, plan, at)
    return "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))


def uid_of(*named: str) -> str:
    return str(uuid5(_NAMESPACE, "|".join(named)))


def _deadline(deadline: Deadline, at: str) -> Iterator[str]:
    """A day is an event. A window is a task for as long as it lasts, as is a month, of which only the end is known."""
    is_event = deadline.is_day and deadline.start is None
    kind, start = "VEVENT" if is_event else "VTODO", deadline.start or deadline.end
    if not deadline.is_day:
        start = deadline.end.replace(day=1)
    yield f"BEGIN:{kind}"
    yield f"UID:{uid_of('deadline', deadline.key)}"
    yield f"DTSTAMP:{at}"
    yield f"DTSTART;VALUE=DATE:{_date(start)}"
    if is_event:
        yield f"DTEND;VALUE=DATE:{_date(deadline.end + _DAY)}"
        yield "TRANSP:TRANSPARENT"
    else:
        yield f"DUE;VALUE=DATE:{_date(deadline.end)}"
        yield "STATUS:NEEDS-ACTION"
    yield f"SUMMARY:{escaped(deadline.label)}"
    yield "CATEGORIES:Deadline"
    for before in _BEFORE_A_DAY if deadline.is_day else _BEFORE_A_MONTH:
        yield from ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{escaped(deadline.label)}")
        yield from (f"TRIGGER:{before}", "END:VALARM")
    yield f"END:{kind}"


def _task(step: Step, plan: Plan, at: str) -> Iterator[str]:
    title = in_language(step.title) or step.id
    note = [
        step.note,
        f"{step.paper_age.months} months at most when it is handed in." if step.paper_age else "",
    ]
    yield "BEGIN:VTODO"
    yield f"UID:{uid_of('step', *plan.skills, step.kind, step.id, step.role, step.timing)}"
    yield f"DTSTAMP:{at}"
    if step.window is not None:
        yield f"DTSTART;VALUE=DATE:{_date(first_day(step.window.start))}"
        yield f"DUE;VALUE=DATE:{_date(last_day(step.window.end))}"
    yield f"SUMMARY:{escaped(f'{step.number}. {title}' + ('' if step.applies == Truth.YES else ' (?)'))}"
    if any(note):
        yield f"DESCRIPTION:{escaped(chr(10).join(filter(None, note)))}"
    yield from ("STATUS:COMPLETED", "PERCENT-COMPLETE:100") if step.is_done else ("STATUS:NEEDS-ACTION",)
    yield "CATEGORIES:Be Civic"
    yield "END:VTODO"


def escaped(text: str) -> str:
    """As RFC 5545 3.3.11 wants it; a line break is one, and no other character that cannot be seen is let through."""
    for character, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,")):
        text = text.replace(character, written)
    lines = ("".join(each for each in line if each.isprintable()) for line in text.splitlines())
    return "\\n".join(lines)


def _folded(line: str) -> Iterator[str]:
    """At most 75 octets a line, cut between characters; what goes on begins with a blank."""
    start, length, room = 0, 0, _LONGEST_LINE
    for at, character in enumerate(line):
        size = len(character.encode("utf-8"))
        if length + size > room:
            yield (" " if start else "") + line[start:at]
            start, length, room = at, 0, _LONGEST_LINE - 1
        length += size
    yield (" " if start else "") + line[start:]


def _date(day: date) -> str:
    return day.strftime("%Y%m%d")
