"""The Path Directory: routes to a document or tool, each with its sources (schemas 6.12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from becivic.corpus.documents import JsonDocument
from becivic.corpus.fields import Fields
from becivic.corpus.findings import Place
from becivic.corpus.reported import confirmed_fields, is_unconfirmed, unconfirmed_fields
from becivic.rules.routes import AUDITED_CLASS, SourceClass
from becivic.rules.statuses import Status, Version

PATHS_INDEX: Final = "paths/index.json"


@dataclass(frozen=True, slots=True)
class Source:
    """One channel to the target of a path."""

    fields: Fields

    @property
    def id(self) -> str:
        return self.fields.text("id")

    @property
    def source_class(self) -> str:
        return self.fields.text("source_class")

    @property
    def is_offline(self) -> bool:
        """An office, the post or e-mail."""
        return self.source_class == SourceClass.OFFLINE

    @property
    def is_unconfirmed(self) -> bool:
        """Whether it is an anonymous report that no other address has confirmed (design 7.14)."""
        return is_unconfirmed(self.fields)

    @property
    def turn(self) -> tuple[bool, bool, float]:
        """When it is offered: by falling priority, fallbacks last, and after them what nobody has confirmed."""
        priority = self.fields.raw("priority")
        falling = -priority if isinstance(priority, int | float) else 0
        return self.is_unconfirmed, self.fields.flag("fallback_only"), falling

    @property
    def is_audited(self) -> bool:
        """Whether each call issues a real document to a real person: no machine tries it, and nobody without consent."""
        return self.fields.flag("audited_document_delivery") or self.source_class == AUDITED_CLASS

    def predicates(self) -> list[Fields]:
        return self.fields.child("audience").children("predicates")


@dataclass(frozen=True, slots=True)
class PathEntry:
    """An entry under its key in paths/index.json."""

    key: str
    fields: Fields

    @property
    def status(self) -> Status | None:
        return Status.read(self.fields.raw("status"))

    @property
    def version(self) -> Version | None:
        return Version.parse(self.fields.raw("version"))

    @property
    def reported_fields(self) -> frozenset[str]:
        """The top-level fields that an anonymous amendment set and no other address has confirmed (design 7.14)."""
        return frozenset(name.partition(".")[0] for name in unconfirmed_fields(self.fields))

    @property
    def confirmed_fields(self) -> Fields:
        """The entry without what an unconfirmed amendment set, for what is too short to carry a label."""
        return confirmed_fields(self.fields)

    @property
    def confirmed_title(self) -> str:
        """The English title, or the key while nobody has confirmed the title."""
        return self.confirmed_fields.child("title").text("en") or self.key

    @property
    def title(self) -> str:
        """What it is called in English, or its key where that is missing."""
        return self.fields.child("title").text("en") or self.key

    @property
    def sources(self) -> list[Source]:
        return [Source(item) for item in self.fields.children("sources")]

    @property
    def sources_in_turn(self) -> list[Source]:
        """In the order they are offered to somebody who may use them all."""
        return sorted(self.sources, key=lambda source: source.turn)

    def source_classes(self, source_id: str = "") -> frozenset[str]:
        """The classes of its sources, or the class of the one that is named."""
        return frozenset(
            source.source_class for source in self.sources if not source_id or source.id == source_id
        )


class PathDirectory:
    """The catalogue file, by path id."""

    def __init__(self, document: JsonDocument) -> None:
        self.document = document

    @cached_property
    def entries(self) -> Mapping[str, PathEntry]:
        return {key: PathEntry(key, fields) for key, fields in self.document.fields.child("paths").members()}

    def source_classes(self, targets: Iterable[str]) -> frozenset[str]:
        """The classes of sources that are named as targets: `<path>:<source>`, or a path for all of its sources."""
        found: set[str] = set()
        for target in targets:
            path_id, _, source_id = target.partition(":")
            entry = self.entries.get(path_id)
            found |= frozenset() if entry is None else entry.source_classes(source_id)
        return frozenset(found)

    def place(self, pointer: str = "") -> Place:
        return self.document.place(pointer)
