"""The path catalogue as it is served: the committed file, told to be as new as the last vote on it (C-61).

A vote changes no file, so main does not say when the catalogue was last confirmed; whoever serves it does. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from becivic.clock import rfc3339
from becivic.corpus.directory import PATHS_INDEX, PathEntry
from becivic.corpus.load import Corpus
from becivic.reading.confirmations import Confirmations
from becivic.rules.json_text import pretty_json
from becivic.rules.places import Region
from becivic.rules.routes import Purpose, Theme
from becivic.rules.statuses import Status, is_withheld

_GENERATED: Final = re.compile(rb'("generated_at"\s*:\s*")[^"]*(")')


@dataclass(frozen=True, slots=True)
class PathCatalogue:
    """The catalogue of one corpus, as of the last vote."""

    corpus: Corpus
    at: str
    """When it was last confirmed; empty where the file says so itself."""
    confirmations: Confirmations = field(default_factory=Confirmations)
    """Of reported sources: each is served with the moment of its confirmation."""

    @classmethod
    def of(
        cls, corpus: Corpus, voted: datetime | None, confirmations: Confirmations | None = None
    ) -> PathCatalogue | None:
        """None where there is no catalogue that can be read."""
        if not corpus.paths.document.exists:
            return None
        return cls(corpus, _generated_at(corpus, voted), confirmations or Confirmations())

    @property
    def tag(self) -> str:
        """Names its content: that of the file, or what is left of it."""
        blob_id = self.corpus.tree.blob_id(PATHS_INDEX)
        content = f"open-{blob_id}" if self._withholds else blob_id
        content += self.confirmations.digest
        return f"{content}-{self.at}" if self.at else content

    @property
    def text(self) -> bytes:
        """The file as it is committed, with another time in its head, and without what is withheld (R-QUAR-06)."""
        if self._withholds or self.confirmations.last:
            return pretty_json(self.narrowed(PathFilters())).encode()
        body = self.corpus.paths.document.text.encode()
        return _GENERATED.sub(rb"\g<1>" + self.at.encode() + rb"\2", body, count=1) if self.at else body

    def entry(self, key: str) -> PathEntry:
        return self.confirmations.entry(self.corpus.paths.entries[key])

    @property
    def _withholds(self) -> bool:
        return any(is_withheld(entry.status) for entry in self.corpus.paths.entries.values())

    def narrowed(self, filters: PathFilters) -> dict[str, Any]:
        """The same object with fewer paths in it: what is withheld, nobody is led to."""
        value = self.corpus.paths.document.fields.data
        entries = self.corpus.paths.entries
        kept = {
            key: self.confirmations.entry(entry).fields.data
            for key, entry in entries.items()
            if not is_withheld(entry.status) and filters.takes(entry)
        }
        return {**value, **({"generated_at": self.at} if self.at else {}), "paths": kept}


@dataclass(frozen=True, slots=True, kw_only=True)
class PathFilters:
    """Which paths. What is empty does not narrow; what is said of every filter holds."""

    purposes: frozenset[Purpose] = frozenset()
    themes: frozenset[Theme] = frozenset()
    statuses: frozenset[Status] = frozenset()
    regions: frozenset[Region] = frozenset()

    def __bool__(self) -> bool:
        return any((self.purposes, self.themes, self.statuses, self.regions))

    def takes(self, entry: PathEntry) -> bool:
        return (
            (not self.purposes or entry.fields.text("purpose") in self.purposes)
            and (not self.themes or not self.themes.isdisjoint(_themes(entry)))
            and (not self.statuses or entry.status in self.statuses)
            and (not self.regions or any(self._is_reached(entry)))
        )

    def _is_reached(self, entry: PathEntry) -> list[bool]:
        """For each source whether it serves one of the regions; one that names none serves them all (schemas 6.12.2)."""
        served = [source.fields.child("audience").texts("regions") for source in entry.sources]
        return [not each or not self.regions.isdisjoint(name for name, _ in each) for each in served]


def _themes(entry: PathEntry) -> set[str]:
    return {theme for theme, _ in entry.fields.texts("themes")}


def _generated_at(corpus: Corpus, voted: datetime | None) -> str:
    """The later of the last change of content, which the file says, and the last vote; empty: as the file says."""
    said = corpus.paths.document.fields.text("generated_at")
    try:
        changed = datetime.fromisoformat(said)
    except ValueError:
        return ""  # of what it says the checks speak
    if voted is None or changed.tzinfo is None or voted <= changed:
        return ""
    return rfc3339(voted)
