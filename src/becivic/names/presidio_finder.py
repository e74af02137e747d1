"""Owns the finder the server uses: language first, then Presidio with our recognisers and the models there are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from becivic.names.folding import without_surrogates
from becivic.names.language import tell
from becivic.names.lexicon import Lexicon
from becivic.names.models import Coverage, VersionOf, coverage_of, installed_version
from becivic.names.spans import PersonSpan, merged
from becivic.rules.languages import LANGUAGES

if TYPE_CHECKING:
    from becivic.names.presidio import Analyser


class PresidioNameFinder:
    """Cheap to make; the first text pays for the loading."""

    def __init__(
        self,
        places: Iterable[str] = (),
        institutions: Iterable[str] = (),
        version_of: VersionOf = installed_version,
    ) -> None:
        self._places = tuple(places)
        self._institutions = tuple(institutions)
        self.version_of = version_of

    def coverage(self) -> tuple[Coverage, ...]:
        """Per language, what covers it: for `becivic doctor`."""
        return tuple(coverage_of(language, self.version_of) for language in LANGUAGES)

    def find(self, text: str, language: str | None = None) -> list[PersonSpan]:
        return self.find_many([(text, language)])[0]

    def find_many(self, items: Iterable[tuple[str, str | None]]) -> list[list[PersonSpan]]:
        """Texts of one language go through its model together."""
        found: list[list[PersonSpan]] = []
        groups: dict[str, list[tuple[int, str]]] = {}
        for number, (text, told) in enumerate(items):
            found.append([])
            groups.setdefault(tell(text, told), []).append((number, without_surrogates(text)))
        for language, group in groups.items():
            spans = self._analyser.find([text for _, text in group], language)
            for (number, _), those in zip(group, spans, strict=True):
                found[number] = merged(those)
        return found

    @cached_property
    def _analyser(self) -> Analyser:
        from becivic.names.presidio import Analyser  # noqa: PLC0415  # seconds of imports, paid when first needed

        models = {cover.language: cover.model for cover in self.coverage() if cover.model is not None}
        return Analyser(models, Lexicon(self._places, self._institutions))
