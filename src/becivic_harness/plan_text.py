"""A plan for a person to read: what is unknown first, then numbered steps with who does what, then dates.

In English, with the title of a document also in the language of the administration, for that is what to ask for at a desk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from becivic_harness.asking import Asked
from becivic_harness.deadlines import PAST, SOON, Deadline
from becivic_harness.localised import in_language
from becivic_harness.months import first_day
from becivic_harness.plan_parts import AGENT, BOTH, YOU, LeftOut, Step, Title
from becivic_harness.plan_times import Window
from becivic_harness.planning import Plan
from becivic_harness.predicates import Truth
from becivic_harness.required import PATH

_WHO: Final = {
    YOU: "You do this; I tell you how.",
    AGENT: "I can do this for you.",
    BOTH: "We do this together.",
}
_NO_WAY: Final = "No way to it is open to you as things stand. Ask your commune."
_STATES: Final = {PAST: " (over)", SOON: " (soon)"}


def plan_text(plan: Plan, *, language: str) -> str:
    """`language` is that of the administration: fr, nl or de; empty where it is not known."""
    titles = {step.id: step.title for step in (*plan.steps, *plan.also)}
    names = {name: titles.get(name, {"en": name}) for name in plan.skills}
    lines = [f"Plan: {'; '.join(_english(title) for title in names.values())}"]
    lines += _section("First, what I do not know", _unknown(plan.unknown, titles))
    lines += _section("What to do", _steps(plan.steps, titles, language.lower()))
    lines += _section("Dates", map(_deadline, plan.deadlines))
    lines += _section("How long it takes, as the pages have it", (f"- {wait.said}" for wait in plan.waits))
    lines += _section("Not needed", map(_left_out, plan.left_out))
    lines += _section("Good to know", (f"- {_english(step.title)}: {step.note}" for step in plan.also))
    lines += _section("Not at hand, so this plan is not whole", (f"- {name}" for name in plan.not_at_hand))
    return "\n".join(lines) + "\n"


def _section(title: str, lines: Iterator[str]) -> list[str]:
    told = list(lines)
    return ["", title, *told] if told else []


def _unknown(unknown: Sequence[Asked], titles: dict[str, Title]) -> Iterator[str]:
    for number, each in enumerate(unknown, 1):
        decides = "; ".join(_english(titles.get(name, {"en": name})) for name in each.settles)
        yield f"{number}. {each.question.spoken}"
        yield f"   It decides on: {decides}"


def _steps(steps: Sequence[Step], titles: dict[str, Title], language: str) -> Iterator[str]:
    for step in steps:
        mark = "[done] " if step.is_done else "" if step.applies == Truth.YES else "Perhaps: "
        yield f"{step.number}. {mark}{_both(step.title, language)}"
        if not step.is_done:
            yield from (f"   {line}" for line in _about(step, titles))


def _about(step: Step, titles: dict[str, Title]) -> Iterator[str]:
    yield _NO_WAY if step.ways is not None and step.ways.is_none else _WHO[step.who]
    if step.window is not None:
        yield f"When: {_months(step.window)}"
    if step.kind == PATH and step.needed_by:
        yield f"For: {'; '.join(_english(titles.get(name, {'en': name})) for name in step.needed_by)}"
    if step.note:
        yield step.note
    if step.applies != Truth.YES and step.why and step.why != step.note:
        yield step.why
    if step.paper_age is not None:
        yield f"At most {step.paper_age.months} months old when you hand it in: do not ask for it too early."


def _deadline(deadline: Deadline) -> str:
    when = _day(deadline.end) if deadline.is_day else _month(deadline.end)
    if deadline.start is not None:
        when = f"{_day(deadline.start)} to {when}"
    return f"- {when}: {deadline.label}{_STATES.get(deadline.state, '')}"


def _left_out(left: LeftOut) -> str:
    return f"- {_english(left.title)}: {left.why}"


def _english(title: Title) -> str:
    return in_language(title)


def _both(title: Title, language: str) -> str:
    said = title.get(language, "")
    return f"{_english(title)} ({language}: {said})" if said and said != _english(title) else _english(title)


def _months(window: Window) -> str:
    start, end = _month(first_day(window.start)), _month(first_day(window.end))
    return start if start == end else f"{start} to {end}"


def _month(day: date) -> str:
    return f"{_NAMES[day.month - 1]} {day.year}"


def _day(day: date) -> str:
    return f"{day.day} {_month(day)}"


_NAMES: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
"""Not strftime: that speaks the language of the machine."""
