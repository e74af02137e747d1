"""Countries and communes of an audience exist in the closed lists (schemas 6.1; R-FM-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import COMMUNES_FILE, TYPES_FILE
from becivic.rules.identifiers import COUNTRY, NIS5, matches


class _ClosedList(NamedTuple):
    key: str
    noun: str
    pattern: str
    known: frozenset[str]
    file: str


@rule("fm-applies-to", "countries and communes of an audience exist", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    lists = _closed_lists(context.corpus)
    for skill in context.skills:
        audience = skill.fields.child("applies_to")
        for closed in lists:
            for code, pointer in audience.texts(closed.key):
                if code not in closed.known and matches(closed.pattern, code):
                    yield Problem(
                        skill.field_place(pointer),
                        f"no {closed.noun} `{code}` in {closed.file}",
                        f"Correct the code, or bring {closed.file} up to date first.",
                    )


def _closed_lists(corpus: Corpus) -> list[_ClosedList]:
    """The lists that could be read; one that is missing is reported as a file, not once per code."""
    countries = _ClosedList("origin_countries", "country", COUNTRY, corpus.types.countries, TYPES_FILE)
    codes = frozenset(corpus.communes.by_code)
    communes = _ClosedList("communes", "commune", NIS5, codes, COMMUNES_FILE)
    return [closed for closed in (countries, communes) if corpus.documents[closed.file].exists]
