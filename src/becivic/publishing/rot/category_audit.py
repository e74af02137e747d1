"""Categories that nobody uses, that are not listed, or that could be mistaken for each other (R-FM-09)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.distance import NearWords
from becivic.corpus.findings import Severity
from becivic.corpus.load import Corpus
from becivic.publishing.rot.audited import Audited
from becivic.rules.skills import CATEGORY_DISTANCE


def audit_categories(corpus: Corpus) -> Iterator[Audited]:
    listed, used = set(corpus.categories), _used(corpus)
    for name in sorted(used - listed):
        yield Audited("category-unlisted", name, "is used and not listed in categories.json.")
    for first, second in _close(listed | used):
        yield Audited("category-close", f"{first} {second}", "could be mistaken for each other.")
    for name in sorted(listed - used):
        # A list may be ahead of its corpus: worth a look, and nothing wrong.
        yield Audited("category-unused", name, "is listed and nothing uses it.", Severity.WARNING)


def _used(corpus: Corpus) -> set[str]:
    skills = {skill.category for skill in corpus.skills.values()}
    return (skills | {entry.fields.text("category") for entry in corpus.paths.entries.values()}) - {""}


def _close(names: set[str]) -> list[tuple[str, str]]:
    words = NearWords(names, CATEGORY_DISTANCE)
    return sorted((name, near) for name in names for near in words.near(name) if name < near)
