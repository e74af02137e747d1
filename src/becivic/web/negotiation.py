"""What a caller would rather read: media types and languages by weight (RFC 9110 12.4.2, 12.5.1, 12.5.4).

Every header is read once and remembered; the time it takes grows with its length, which is bounded. Knows nothing of
pages: whoever asks says what there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from starlette.types import Scope

HTML: Final = "text/html"
MARKDOWN: Final = "text/markdown"
JSON: Final = "application/json"

HEADER_MOST: Final = 1024
"""Bytes of a header that are read; a longer one counts as not said."""

_KEPT: Final = 1024
_ALIASES: Final = {"text/x-markdown": MARKDOWN}
"""Older names of what is offered."""

_ANY: Final = "*"
_WEIGHT: Final = re.compile(r"[01](?:\.[0-9]{0,3})?")


class Range(NamedTuple):
    """One member of such a header."""

    name: str
    weight: float
    place: int


def said(scope: Scope, name: bytes) -> bytes:
    """A header of a request; several lines of it are one list."""
    return b",".join([value for each, value in scope["headers"] if each == name])


def preferred(accept: bytes, offers: tuple[str, ...]) -> str | None:
    """Which of these media types the caller likes best; None where it likes none of them.

    Weights decide. Of two that weigh the same comes first what is named more exactly, then what the caller named
    first, then what stands first among the offers: `text/markdown, text/html, */*` is how agents ask for markdown,
    and `*/*` or nothing at all gets the first offer.
    """
    return next(iter(ranked(accept, offers)), None)


def ranked(accept: bytes, offers: tuple[str, ...]) -> tuple[str, ...]:
    """All that the caller takes at all, what it likes best first."""
    return _ranked(accept, offers) if len(accept) <= HEADER_MOST else offers


def language(accept_language: bytes, offers: tuple[str, ...], default: str) -> str:
    """Which of these languages the caller reads best; `fr-BE` reads `fr`. The default where it reads none of them."""
    return _language(accept_language, offers, default) if len(accept_language) <= HEADER_MOST else default


@lru_cache(maxsize=_KEPT)
def _ranked(accept: bytes, offers: tuple[str, ...]) -> tuple[str, ...]:
    ranges = _by_name(accept, _ALIASES)
    if not ranges:
        return offers
    found = [
        (each.weight, exactness, -each.place, -order, offer)
        for order, offer in enumerate(offers)
        for exactness, each in _most_exact(offer, ranges)
        if each.weight > 0
    ]
    return tuple(offer for *_, offer in sorted(found, reverse=True))


def _most_exact(offer: str, ranges: dict[str, Range]) -> Iterator[tuple[int, Range]]:
    """The one range that speaks of this type, and how exactly it does."""
    names = (offer, f"{offer.partition('/')[0]}/*", "*/*")
    for exactness, name in zip((2, 1, 0), names, strict=True):
        if name in ranges:
            yield exactness, ranges[name]
            return


@lru_cache(maxsize=_KEPT)
def _language(accept_language: bytes, offers: tuple[str, ...], default: str) -> str:
    ranges = _by_name(accept_language, {})
    refused = {name for name, each in ranges.items() if each.weight == 0}
    for each in sorted(ranges.values(), key=lambda each: (-each.weight, each.place)):
        if each.weight == 0:
            break
        if each.name == _ANY:
            named = refused | {name.partition("-")[0] for name in ranges}
            return next((offer for offer in (default, *offers) if offer not in named), default)
        offer = each.name.partition("-")[0]
        if offer in offers and offer not in refused:
            return offer
    return default


def _by_name(header: bytes, aliases: dict[str, str]) -> dict[str, Range]:
    """Of what is said twice the heavier counts. What cannot be read is left out."""
    found: dict[str, Range] = {}
    for place, part in enumerate(header.decode("latin-1").lower().split(",")):
        name, *parameters = (piece.strip(" \t") for piece in part.split(";"))
        weight = _weight(parameters)
        if name and weight is not None:
            name = aliases.get(name, name)
            known = found.get(name)
            if known is None or weight > known.weight:
                found[name] = Range(name, weight, place)
    return found


def _weight(parameters: list[str]) -> float | None:
    """Other parameters, like a charset, change nothing: there is one form of each type."""
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip(" \t") == "q":
            return float(value) if _WEIGHT.fullmatch(value) and float(value) <= 1 else None
    return 1.0
