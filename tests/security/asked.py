"""Addresses in which a stranger writes: what is searched for, filtered by, asked of a form, or is nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

EVERY: Final = 5
"""Every so manieth text is asked everywhere."""

_ASKED: Final = (
    "/search?q={}",
    "/fr/search?q={}",
    "/search/index.md?q={}",
    "/skills/?q={}",
    "/skills/?domain={}",
    "/paths/?theme={}",
    "/{}",
    "/skills/{}",
    "/{}/index.md",
    "/api/{}",
    "/api/skills/{}",
    "/api/concerns?target_id={}",
    "/api/search?q={}",
    "/api/onboarding-form?locale={}",
    "/api/onboarding-form?skill_id={}",
    "/api/onboarding-form?mode=returning&pre_selected=conversation_language:{}",
)


def asked(texts: tuple[str, ...]) -> Iterator[str]:
    """In turn, so that each text stands somewhere."""
    for number, text in enumerate(texts):
        written = quote(text, safe="")
        for place, address in enumerate(_ASKED):
            if (number + place) % EVERY == 0:
                yield address.format(written)
