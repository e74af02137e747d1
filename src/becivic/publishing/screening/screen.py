"""What a person must see first, and where it stands. Looks; holding is for others.

Fails closed: what could not be looked at is as good as found (design 6).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from becivic.corpus.reference_data import SourceClasses
from becivic.names import NameFinder
from becivic.publishing.screening.finding import finder_for, scanner_of
from becivic.publishing.screening.free_texts import FreeText, Reading, free_texts, readings
from becivic.publishing.screening.small_letters import lines_with_small_names
from becivic.publishing.screening.sources import Sources, own_hosts
from becivic.publishing.workshop import Workshop
from becivic.rules.publishing import HoldReason
from becivic.rules.submissions import SubmissionType
from becivic_scrub.agent_orders import agent_orders

_LOG: Final = logging.getLogger(__name__)

_SOURCES_FREE: Final = (SubmissionType.FEEDBACK,)
"""Private: nothing in it is ever cited, and it may well be about a page of somebody else's."""

_MERGED_UNSEEN: Final = (SubmissionType.AMENDMENT,)
"""Becomes text of the library without a person's word. A draft waits for one anyway; an observation is always quoted."""


class Reason(NamedTuple):
    """Why something is held: where in it, and what kind of thing stands there."""

    pointer: str
    reason: HoldReason


class Named(NamedTuple):
    """Where somebody is named: the place of the text, and the line in it, from 0."""

    pointer: str
    line: int


Looked = list[Named] | None
"""What was found in one item, or None where it could not be looked at."""


class Screen:
    def __init__(self, finder: NameFinder, sources: SourceClasses, own_hosts: Collection[str] = ()) -> None:
        self._finder = finder
        self._sources = Sources(sources, own_hosts)
        self.digest: Final = scanner_of(finder)
        """By what it looks: written beside everything in which it found nothing."""

    def look(self, items: Sequence[tuple[SubmissionType, Mapping[str, Any]]]) -> list[tuple[Reason, ...]]:
        """Per item, why a person must see it first; nothing where it may be published."""
        texts = [list(free_texts(payload)) for _, payload in items]
        return [
            (*reasons_of(looked), *self._unlisted(kind, payload, own), *_orders(kind, own))
            for (kind, payload), own, looked in zip(items, texts, self.names(texts), strict=True)
        ]

    def names(self, items: Sequence[Sequence[FreeText]]) -> list[Looked]:
        """Per item, where people are named. All texts go through together; a text said twice is read once."""
        try:
            return self._found(items)
        except Exception as error:  # noqa: BLE001  whatever a model throws
            _LOG.warning(
                "The name finder failed on a batch (%s); its items are tried alone.", type(error).__name__
            )
        return [self._alone(item) for item in items]

    def _alone(self, item: Sequence[FreeText]) -> Looked:
        try:
            return self._found([item])[0]
        except Exception as error:  # noqa: BLE001  whatever a model throws
            _LOG.warning("The name finder failed on an item (%s).", type(error).__name__)
            return None

    def _found(self, items: Sequence[Sequence[FreeText]]) -> list[Looked]:
        read = [[(free.pointer, reading) for free in item for reading in readings(free)] for item in items]
        asked = list({(reading.text, reading.language): None for item in read for _, reading in item})
        spans = dict(zip(asked, self._finder.find_many(asked), strict=True))

        def where(pointer: str, reading: Reading) -> Iterator[Named]:
            for span in spans[reading.text, reading.language]:
                yield Named(pointer, reading.line + reading.text.count("\n", 0, span.start))

        small = [
            [Named(free.pointer, line) for free in item for line in lines_with_small_names(free.text)]
            for item in items
        ]
        return [
            [*(named for place in large for named in where(*place)), *also]
            for large, also in zip(read, small, strict=True)
        ]

    def _unlisted(
        self, kind: SubmissionType, payload: Mapping[str, Any], texts: Sequence[FreeText]
    ) -> Iterator[Reason]:
        if kind not in _SOURCES_FREE:
            for pointer in self._sources.unlisted(payload, texts):
                yield Reason(pointer, HoldReason.SOURCE_NOT_LISTED)


def _orders(kind: SubmissionType, texts: Sequence[FreeText]) -> Iterator[Reason]:
    """Where a text addresses an agent. Keys that a submitter chose are texts too."""
    if kind in _MERGED_UNSEEN:
        pointers = (free.pointer for free in texts if agent_orders(free.text))
        yield from (Reason(pointer, HoldReason.ADDRESSES_AGENT) for pointer in dict.fromkeys(pointers))


def reasons_of(looked: Looked) -> Iterator[Reason]:
    if looked is None:
        yield Reason("", HoldReason.SCAN_FAILED)
        return
    for pointer in dict.fromkeys(named.pointer for named in looked):
        yield Reason(pointer, HoldReason.PERSON_NAME)


def screen_for(workshop: Workshop) -> Screen:
    """With the sources that main lists now."""
    corpus = workshop.known_corpus()
    workshop.finder = workshop.finder or finder_for(corpus)
    return Screen(workshop.finder, corpus.source_classes, own_hosts(workshop.public_url))
