"""The corpus's closed lists: communes, authorities, categories, types, source classes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urlsplit

from becivic.corpus.documents import JsonDocument
from becivic.corpus.fields import Fields
from becivic.rules.places import COMMUNE_GROUPS

COMMUNES_FILE: Final = "data/communes.json"
AUTHORITIES_FILE: Final = "data/authorities.json"
TYPES_FILE: Final = "schemas/types.json"
CATEGORIES_FILE: Final = "schemas/categories.json"
SOURCE_CLASSES_FILE: Final = "schemas/source-classes.json"


class Communes:
    """The pinned list of communes, by NIS code."""

    def __init__(self, document: JsonDocument) -> None:
        self.document = document

    @cached_property
    def by_code(self) -> Mapping[str, Fields]:
        return {entry.text("nis_code"): entry for entry in self.document.fields.children("communes")}

    @cached_property
    def slugs(self) -> frozenset[str]:
        return frozenset(entry.text("slug") for entry in self.document.fields.children("communes"))

    def knows(self, code_or_group: str) -> bool:
        return code_or_group in self.by_code or code_or_group in COMMUNE_GROUPS


@dataclass(frozen=True, slots=True)
class Types:
    """Types of inputs and outputs, selector values and countries (schemas/types.json)."""

    document: JsonDocument

    @property
    def names(self) -> frozenset[str]:
        fields = self.document.fields
        return frozenset({*fields.child("io_types").data, *fields.child("form_types").data})

    @property
    def countries(self) -> frozenset[str]:
        return frozenset(code for code, _ in self.document.fields.texts("countries"))

    def selector_values(self, key: str) -> frozenset[str] | None:
        """The closed list of a selector, or None where types.json leaves it open."""
        selectors = self.document.fields.child("selects_on")
        return frozenset(value for value, _ in selectors.texts(key)) if key in selectors else None


class SourceClasses:
    """Which hosts may be cited: primary, secondary with a reason, tertiary never (R-BODY-16)."""

    def __init__(self, document: JsonDocument, communes: Communes) -> None:
        self.document = document
        self._communes = communes

    def classify(self, url: str) -> str | None:
        """The class of a URL's host, or None when no list knows it."""
        host = (urlsplit(url).hostname or "").lower()
        for name, entry in self.document.fields.child("classes").members():
            if any(_host_fits(host, listed) for listed, _ in entry.texts("hosts")):
                return name
            if any(self._pattern_fits(host, pattern) for pattern, _ in entry.texts("patterns")):
                return name
        return None

    def is_citable(self, name: str) -> bool:
        return self.document.fields.child("classes").child(name).flag("citable")

    def _pattern_fits(self, host: str, pattern: str) -> bool:
        before, placeholder, after = pattern.partition("{commune}")
        if not placeholder:
            return _host_fits(host, pattern)
        match = re.fullmatch(re.escape(before) + r"([a-z0-9-]+)" + re.escape(after), host)
        return match is not None and match.group(1) in self._communes.slugs


def _host_fits(host: str, listed: str) -> bool:
    if listed.startswith("*."):
        return host == listed[2:] or host.endswith(listed[1:])
    return host == listed
