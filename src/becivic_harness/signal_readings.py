"""How one observation is read against one listed signal: it held, it did not, or nothing can be said (schemas 6.12.3)."""

from __future__ import annotations

from typing import Any, Callable, Final, Optional, Union

from becivic_harness.url_patterns import matches

STATUS: Final = "response-status"
REFUSED_THERE: Final = "user-reports-document-refused"
ELSEWHERE: Final = "commune-says-elsewhere"

Value = Union[str, int, float, bool]
Reading = Callable[[Any, Any], Optional[bool]]

_WALLS: Final = (401, 403, 407, 408, 425, 429, 451)
"""Statuses that say more about who asks than about what is there: people may well get through."""


def status_number(said: object) -> int | None:
    if isinstance(said, bool) or not isinstance(said, (str, int, float)):
        return None
    text = str(said)
    return int(text) if text.isascii() and text.isdigit() and len(text) == 3 else None


def as_written(wanted: Value, said: object) -> bool | None:
    """Text against text, a number against its text. A page may show other things as well, so no match says nothing."""
    return True if not isinstance(wanted, bool) and str(wanted) == str(said) else None


def _status(wanted: Value, said: object) -> bool | None:
    number = status_number(said)
    return None if number is None else number == status_number(wanted)


def _includes(wanted: Value, said: object) -> bool | None:
    return str(wanted).lower() in said.lower() if isinstance(said, str) else None


def _begins(wanted: Value, said: object) -> bool | None:
    return said.startswith(str(wanted)) if isinstance(said, str) else None


def _leads_to(wanted: Value, said: object) -> bool | None:
    return matches(str(wanted), said) if isinstance(said, str) else None


def _passes(wanted: Value, said: object) -> bool | None:
    """Another way in than the listed one is no failure."""
    return _leads_to(wanted, said) or None


def _told(_wanted: Value, said: object) -> bool | None:
    """The person's own account: it never has the words of the list."""
    return said not in (None, "") or None


def _loads(wanted: Value, said: object) -> bool | None:
    """A wall for machines (401, 403, 429) says nothing about the page: people may well get through."""
    number = status_number(said)
    if number is None or number in _WALLS or 300 <= number < 400:
        return None
    return number == status_number(wanted)


def _shows(wanted: Value, said: object) -> bool | None:
    """The text of a page, looked through for the listed words; alternatives stand between slashes."""
    if not isinstance(said, str):
        return None
    page = " ".join(said.casefold().split())
    words = (" ".join(each.casefold().split()) for each in str(wanted).split(" / "))
    return any(each and each in page for each in words) or None


READINGS: Final[dict[str, Reading]] = {
    STATUS: _status,
    "response-content-type-includes": _includes,
    "downloaded-bytes-start-with": _begins,
    "redirects-to": _leads_to,
    "redirect-chain-matches-pattern": _passes,
    REFUSED_THERE: _told,
    ELSEWHERE: _told,
}

DERIVED: Final[dict[tuple[str, str], Reading]] = {
    (STATUS, "api-returns-200"): _loads,
    (STATUS, "page-loads-200"): _loads,
    ("page-text", "page-text-contains"): _shows,
}
"""An observation of one check that answers another. The text of a page never shows what it lacks: a script may bring it."""
