"""How and when a source was read, and which day its page carries (design 7.23): the vocabulary of references.

`last_verified` is the day of a reading. It says nothing about how fresh the page was; these two fields do.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class ReadAs(StrEnum):
    """What was in front of the reader on the day `last_verified`. Absent: it was not recorded."""

    LIVE = "live"
    """The page at its own address."""

    STORED_COPY = "stored_copy"
    """A copy in an archive, an index or a republication."""

    SEARCH_EXCERPT = "search_excerpt"
    """What a search shows of the page."""

    UNREAD = "unread"
    """Nothing: the source is cited after another one."""


SENT_READ_AS: Final = (ReadAs.LIVE, ReadAs.STORED_COPY, ReadAs.SEARCH_EXCERPT)
"""What an amendment may say of its own reading: that there was none is no reason to propose another day."""

UNDATED: Final = "undated"
"""A `page_date` of a page that was looked through and carries no date."""

PAGE_DATE: Final = r"^(undated|[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?)$"
"""The date that a page gives of itself, as exact as it gives it: a day, a month or a year. Absent: it was not recorded."""
