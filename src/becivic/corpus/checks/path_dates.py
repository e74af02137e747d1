"""The day a path was last verified exists in the calendar (schemas 6.12.1; R-PATH-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.rules.identifiers import DATE, is_calendar_day, matches

_FIELD: Final = "last_verified"


@rule("path-dates", "last_verified is a day that exists", section="schemas 6.12.1")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    for entry in context.entries:
        day = entry.fields.raw(_FIELD)
        if matches(DATE, day) and not is_calendar_day(day):  # any other form is refused by the schema
            yield Problem(
                directory.place(entry.fields.at(_FIELD)),
                "the day does not exist in the calendar",
                "Write the day on which the path was last verified.",
            )
