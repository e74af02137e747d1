"""What screens, shows, publishes and erases words agrees on which columns hold them: one that is forgotten is a leak."""

from __future__ import annotations

from typing import Final

import pytest
from sqlalchemy import Table

from becivic.publishing.retraction.marks import MARKED
from becivic.publishing.retraction.records import DELETED, ERASED, REPLACED
from becivic.publishing.review.published import EVERYTHING
from becivic.publishing.screening.public_rows import PUBLIC
from becivic.publishing.snapshots.allowed import PUBLISHED, Published
from becivic.store.tables import METADATA
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.signals import FEEDBACK_CHANNEL, LOOKED_THROUGH, VALIDATIONS
from becivic.store.tables.words import DOCUMENTS, WORDS, words_of
from tests.requirement import requirement

TABLES: Final = [table for table in METADATA.sorted_tables if table.name in WORDS]

ONLY_SHOWN_WITH_THEM: Final = {"source", "language"}
"""No words, but of no use to a reader without them."""

ONLY_FOR_PEOPLE: Final = {"injection_reason", "traversal_metadata"}
"""Words that no archive tells."""


def test_every_column_of_words_is_there() -> None:
    assert {table.name for table in TABLES} == set(WORDS)
    assert all(set(words_of(table)) <= set(table.c.keys()) for table in TABLES)
    assert set().union(*WORDS.values()) >= DOCUMENTS


def test_whatever_submissions_became_has_its_words_listed() -> None:
    assert {became.table for became in EVERYTHING} == set(TABLES)


def test_a_discarded_one_loses_all_of_them_or_goes_or_is_history() -> None:
    left = [became for became in EVERYTHING if not became.goes and became.table not in CATALOGUES.values()]
    assert left
    for became in left:
        assert set(became.erased) == set(words_of(became.table))


@requirement("R-NER-01")
@pytest.mark.parametrize("table", [public.table for public in PUBLIC], ids=lambda table: table.name)
def test_all_of_them_are_screened_and_shown_to_whoever_judges(table: Table) -> None:
    (screened,) = (public.looked_through for public in PUBLIC if public.table is table)
    (shown,) = (became.shown for became in EVERYTHING if became.table is table)
    assert set(screened) >= set(words_of(table))
    assert set(shown) >= set(screened)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_retraction_takes_all_of_them(table: Table) -> None:
    taken: dict[Table, tuple[str, ...]] = {**MARKED, **ERASED, **REPLACED, **DELETED}
    more = {"triage"} if table is FEEDBACK_CHANNEL else set()
    assert set(taken[table]) == set(words_of(table)) | more


@requirement("R-BAK-04")
@pytest.mark.parametrize("published", PUBLISHED, ids=lambda published: published.table.name)
def test_an_archive_tells_them_only_where_they_were_looked_through(published: Published) -> None:
    words = set(words_of(published.table))
    assert not words & set(published.columns)
    assert set(published.words) - ONLY_SHOWN_WITH_THEM == words - ONLY_FOR_PEOPLE


def test_a_vote_with_any_of_them_has_to_be_looked_through() -> None:
    asked = {own.name for own in VALIDATIONS.c if f"validations.{own.name} IS NULL" in str(LOOKED_THROUGH)}
    assert asked == set(words_of(VALIDATIONS))
