"""Finds the private providers that a text names (R-BODY-09). Addresses are not read: an authority's page may carry one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from becivic.corpus.sieve import Sieve
from becivic.rules.providers import PROVIDERS, PROVIDERS_AS_WRITTEN, ProviderKind

_ADDRESS: Final = r"(?:https?://|www\.)[^\s<>\"]++"


class Named(NamedTuple):
    """A provider's name as the law writes it, and where the text has it."""

    offset: int
    name: str
    kind: ProviderKind


def _by_name(listed: Mapping[ProviderKind, Iterable[str]]) -> dict[str, tuple[str, ProviderKind]]:
    return {name.casefold(): (name, kind) for kind, names in listed.items() for name in names}


def _any_of(listed: Mapping[ProviderKind, Iterable[str]]) -> str:
    """Longer names first; a name may be broken over two lines."""
    names = sorted((name for names in listed.values() for name in names), key=len, reverse=True)
    return "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in names)


_LISTED: Final = {**_by_name(PROVIDERS), **_by_name(PROVIDERS_AS_WRITTEN)}
_SIEVE: Final = Sieve(rf"\b(?:{_any_of(PROVIDERS)}|{_any_of(PROVIDERS_AS_WRITTEN)})\b")
_PATTERN: Final = re.compile(
    rf"{_ADDRESS}|(?<!\w)((?i:{_any_of(PROVIDERS)})|{_any_of(PROVIDERS_AS_WRITTEN)})(?!\w)"
)


def may_name_one(text: str) -> bool:
    """A fast first look: whether it is worth asking for names at all."""
    return _SIEVE.catches(text)


def named_in(text: str) -> Iterator[Named]:
    for match in _PATTERN.finditer(text):
        if written := match[1]:
            name, kind = _LISTED[" ".join(written.split()).casefold()]
            yield Named(match.start(), name, kind)
