"""Where people are named in a text, in French, Dutch, German and English. A hit holds for human eyes."""

from __future__ import annotations

from becivic.names.finder import NameFinder, PlainNameFinder
from becivic.names.models import Coverage
from becivic.names.presidio_finder import PresidioNameFinder
from becivic.names.spans import PersonSpan

__all__ = ["Coverage", "NameFinder", "PersonSpan", "PlainNameFinder", "PresidioNameFinder"]
