"""Freshness of sources in words: the day and way of a reading, the date of the page, and how many were read how.

The only place that puts `last_verified` of a source into words (design 7.23): every face takes its sentence from here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from becivic.rendering.shown import ShownReference, ShownRows, ShownValue
from becivic.rendering.voice import Voice
from becivic.rules.freshness import UNDATED, ReadAs
from becivic.words.dates import written_date, written_day

_WAYS: Final = frozenset(ReadAs)
_SEEN: Final = frozenset((ReadAs.LIVE, ReadAs.STORED_COPY, ReadAs.SEARCH_EXCERPT))
"""Ways of reading in which the page was looked at: of these a missing page date is worth a word."""


class Recorded(Protocol):
    """A row of a reference, from the records or as a page shows it."""

    @property
    def last_verified(self) -> str | None: ...
    @property
    def read_as(self) -> str | None: ...
    @property
    def page_date(self) -> str | None: ...


class SourceReading(NamedTuple):
    """The three facts of a reference row about its reading, as the row has them; empty where not recorded."""

    last_verified: str = ""
    read_as: str = ""
    page_date: str = ""

    @classmethod
    def of(cls, row: Recorded) -> SourceReading:
        return cls(row.last_verified or "", row.read_as or "", row.page_date or "")


NOT_RECORDED: Final = SourceReading()


@lru_cache(maxsize=4096)  # a few hundred readings, in four languages, on every page that cites them
def reading_words(reading: SourceReading, voice: Voice) -> str:
    """A sentence, or two: `Read on 16 November 2026 in a stored copy; the page carries no date.`"""
    t, (day, way, page_date) = voice.t, reading
    if not day:
        read = t("body.read_no_day")
    else:
        key = f"body.read_{ReadAs(way)}" if way in _WAYS else "body.read_not_recorded"
        read = t(key, date=written_day(day, voice.language))
    if page_date == UNDATED:
        return t("body.reading", read=read, page=t("body.page_undated"))
    if page_date:
        dated = t("body.page_dated", date=written_date(page_date, voice.language))
        return t("body.reading", read=read, page=dated)
    if day and way in _SEEN:
        return t("body.reading", read=read, page=t("body.page_not_recorded"))
    return t("body.reading_alone", read=read)


def source_of(value: ShownValue, rows: ShownRows) -> ShownReference | None:
    """The reference that a value was read in, where readers are shown it."""
    source = rows.references.get(value.source)
    return source if source is not None and source.is_resolved and not source.held else None


class SourceCount(NamedTuple):
    """How many sources there are, and how many of them were read in what way."""

    sources: int
    stored_copies: int
    undated: int
    """Of the stored copies, those of pages without a date."""
    not_recorded: int
    """Of all, those of which it is not recorded how they were read."""

    @classmethod
    def over(cls, rows: Iterable[ShownReference]) -> SourceCount:
        shown = [row for row in rows if row.is_resolved and not row.held]
        stored = [row for row in shown if row.read_as == ReadAs.STORED_COPY]
        return cls(
            len(shown),
            len(stored),
            sum(row.page_date == UNDATED for row in stored),
            sum(row.read_as not in _WAYS for row in shown),
        )

    def words(self, voice: Voice) -> str:
        """Empty where every source was read at its own address."""
        told = []
        if self.stored_copies:
            told.append(
                voice.t("body.sources_read", n=self.sources, stored=self.stored_copies, undated=self.undated)
            )
        if self.not_recorded:
            told.append(voice.t("body.sources_not_recorded", n=self.not_recorded))
        return " ".join(told)
