"""Which web addresses a submission brings, and whether each leads to a source that may be cited (R-NER-02).

Whether it answers is for the link check to find out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from becivic.corpus.reference_data import SourceClasses
from becivic.publishing.screening.diff_words import there_before
from becivic.publishing.screening.free_texts import DIFF, FreeText, without_entities
from becivic.rules.contract import NAME_BASE
from becivic.rules.web_addresses import is_web_address

_ADDRESS: Final = re.compile(
    r"""(?: (?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}://   # any scheme
          | https?:(?=[/\\\w])                            # as lenient as a browser
          | (?:javascript|vbscript):(?=\S) | data:(?=[a-z]+/) | file:(?=/)
          | (?<![\w./-])www\.
          | (?<=[("'=])//(?=[a-z0-9])                   # a host without a scheme, where a link leads to
        )(?:[^\s"'<>`()\[\]{}|\u00ab\u00bb\u2018-\u201f\u2026]|[\x1c-\x1f])*""",
    re.IGNORECASE | re.VERBOSE,
)
_AFTER: Final = ".,;:!?*_~^$\\"
"""What stands behind an address and is no part of it."""

_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_PATTERN: Final = re.compile(r"\^\S*")
"""What an address has to look like: its escapes are no part of any address, and nobody links to it."""

_NOT_IN_ADDRESSES: Final = re.compile(r"[\\\x00-\x1f\x7f]")
"""A browser takes some of these for another sign, and goes elsewhere."""

_SCHEME: Final = re.compile(r"https?(?=:)", re.IGNORECASE)
_ARCHIVED: Final = re.compile(
    r"https?://web\.archive\.org/web/[0-9]+(?:[a-z]{2}_)?/(https?://.*)", re.IGNORECASE
)
_REMEMBERED: Final = 10_000


def addresses(text: str) -> Iterator[str]:
    """Whole ones and what could pass for one: as written, and as a page that takes escapes away would link to it."""
    shown = without_entities(text)
    plain = _ESCAPED.sub(r"\1", shown)
    written = () if plain == shown or _PATTERN.fullmatch(shown) else _addresses(shown)
    yield from dict.fromkeys((*_addresses(plain), *written))


def _addresses(plain: str) -> Iterator[str]:
    for found in _ADDRESS.finditer(plain):
        address = found[0].rstrip(_AFTER)
        if address.startswith("//"):
            address = f"https:{address}"
        elif address[:4].lower() == "www.":
            address = f"https://{address}"
        yield _SCHEME.sub(lambda scheme: scheme[0].lower(), address, count=1)


def cited_before(document: Mapping[str, Any]) -> frozenset[str]:
    """What a diff leaves where it is or takes away: main cites it already."""
    content = document.get("content")
    diff = content.get(DIFF.rpartition("/")[2]) if isinstance(content, dict) else None
    return frozenset(addresses(there_before(diff))) if isinstance(diff, str) else frozenset()


class Sources:
    """The listed hosts, and our own."""

    def __init__(self, classes: SourceClasses, own_hosts: Collection[str] = ()) -> None:
        self._classes = classes
        self._own = (*own_hosts, _host(NAME_BASE))
        self._citable: dict[str, bool] = {}

    def unlisted(self, document: Mapping[str, Any], texts: Collection[FreeText]) -> Iterator[str]:
        """The places of addresses that are not well-formed, or lead to what may not be cited."""
        known = cited_before(document)
        for each in texts:
            if any(address not in known and not self.is_citable(address) for address in addresses(each.text)):
                yield each.pointer

    def is_citable(self, address: str) -> bool:
        """Well-formed, and of a class that may be cited. A copy in the archive is what it is a copy of."""
        if _NOT_IN_ADDRESSES.search(address):
            return False
        archived = _ARCHIVED.fullmatch(address)
        address = archived[1] if archived else address
        host = _host(address)
        if any(host == own or host.endswith(f".{own}") for own in self._own):
            return True
        return is_web_address(address) and self._is_listed(host, address)

    def _is_listed(self, host: str, address: str) -> bool:
        """Asked once a host: a batch cites the same few over and over."""
        if len(self._citable) >= _REMEMBERED:
            self._citable.clear()
        if host not in self._citable:
            name = self._classes.classify(address)
            self._citable[host] = name is not None and self._classes.is_citable(name)
        return self._citable[host]


def own_hosts(public_url: str) -> tuple[str, ...]:
    """Where this service is reached, as its settings say."""
    host = _host(public_url)
    return (host,) if host else ()


def _host(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""
