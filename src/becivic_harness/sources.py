"""A source of a path as the harness reads it (schemas 6.12.2), and the order in which sources are tried.

Entries come from a cache or a network and may be of another version: wrong shapes read as absent, never as a crash,
and where something decides about safety the careful reading wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from becivic_harness.json_values import text_at, texts_at

OFFLINE: Final = "offline"
AUDITED_CLASS: Final = "brussels-tier1-quicklink"
"""Each call delivers a real document, whether the flag beside it says so or not (C-35)."""

NO_HANDOFF: Final = "none"

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]*[a-z0-9]")
_LONGEST_ID: Final = 100
_ADDRESS: Final = re.compile(r"https?://[!-~]+")
_ADDRESSES: Final = ("deeplink", "form_url", "url", "api_url", "sitemap_url")
_FETCHED: Final = ("api_url", "url", "deeplink", "form_url")


class Source:
    """One channel to the target of a path."""

    __slots__ = ("data",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    @property
    def id(self) -> str:
        """Empty where it cannot be one: such a source cannot be named, so it is never offered."""
        found = text_at(self.data, "id")
        return found if is_id(found) else ""

    @property
    def source_class(self) -> str:
        return text_at(self.data, "source_class")

    @property
    def is_offline(self) -> bool:
        return self.source_class == OFFLINE

    @property
    def is_audited(self) -> bool:
        """Whether each call issues a real document to a real person: nobody is sent there without consent."""
        return self.data.get("audited_document_delivery") is True or self.source_class == AUDITED_CLASS

    @property
    def is_unconfirmed(self) -> bool:
        """Whether it is an anonymous report that no other address has confirmed (design 7.14)."""
        found = self.data.get("reported")
        return "reported" in self.data and not (isinstance(found, dict) and "confirmed" in found)

    @property
    def turn(self) -> tuple[bool, bool, bool, float]:
        """What nobody has confirmed last; on line before offline, ordinary before fallback, then by falling priority
        (R-TRAV-04, R-TRAV-09)."""
        return self.is_unconfirmed, self.is_offline, self.data.get("fallback_only") is True, -self.priority

    @property
    def priority(self) -> float:
        found = self.data.get("priority")
        return float(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else 0.0

    @property
    def primary(self) -> str:
        return text_at(_part(self.data, "actor"), "primary")

    @property
    def handoff(self) -> Mapping[str, Any]:
        return _part(_part(self.data, "actor"), "handoff")

    @property
    def when(self) -> str:
        return text_at(self.handoff, "when")

    @property
    def needs_handoff(self) -> bool:
        """Everything but a plain `none`: what cannot be read or is confirmed by nobody is not done behind the person's back."""
        return self.when != NO_HANDOFF or self.is_offline or self.is_unconfirmed

    @property
    def is_observed(self) -> bool:
        """Whether somebody has confirmed what lies behind the hand-over."""
        return self.data.get("post_handoff_observed") is True

    @property
    def procedure(self) -> Mapping[str, Any]:
        return _part(self.data, "procedure")

    @property
    def validation_path(self) -> Mapping[str, Any]:
        return _part(self.data, "validation_path")

    @property
    def link(self) -> str:
        """The address for a person, or nothing."""
        return self._address(_ADDRESSES)

    @property
    def fetched(self) -> str:
        """The address for an agent that reads a page or an answer by itself."""
        return self._address(_FETCHED)

    @property
    def providers(self) -> list[str]:
        """Ways to sign in, the preferred one first (R-TRAV-14)."""
        preferred = self.data.get("preferred_auth_provider")
        named = texts_at(_part(self.data, "auth"), "supported_providers")
        return sorted(named, key=lambda each: each != preferred)

    @property
    def has_preference(self) -> bool:
        return self.data.get("preferred_auth_provider") in self.providers

    def _address(self, names: Iterable[str]) -> str:
        found = (text_at(self.procedure, name) for name in names)
        return next((each for each in found if _ADDRESS.fullmatch(each)), "")


def is_id(text: str) -> bool:
    """Whether this can be the id of a path or of a source. A person's words cannot."""
    return len(text) <= _LONGEST_ID and _ID.fullmatch(text) is not None


def sources_of(path: Mapping[str, Any] | None) -> list[Source]:
    """The sources of a path that can be named, each id once, in the order they are tried."""
    listed = path.get("sources") if path is not None else None
    found: dict[str, Source] = {}
    for each in listed if isinstance(listed, list) else ():
        source = Source(each) if isinstance(each, dict) else Source({})
        if source.id:
            found.setdefault(source.id, source)
    return sorted(found.values(), key=lambda source: source.turn)


def _part(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}
