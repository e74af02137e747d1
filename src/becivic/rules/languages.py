"""The four languages that people here read and write in (privacy 8.5; R-NER-01), and their English names."""

from __future__ import annotations

from typing import Final

LANGUAGE_NAMES: Final = {"fr": "French", "nl": "Dutch", "de": "German", "en": "English"}
LANGUAGES: Final = tuple(LANGUAGE_NAMES)
