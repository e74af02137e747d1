"""The records' last changes under the titles and addresses of the corpus."""

from __future__ import annotations

from collections.abc import Iterable

from becivic.corpus.load import Corpus
from becivic.reading.last_changes import LastChange
from becivic.rules.targets import TargetType
from becivic.site.book import PATHS, SKILLS
from becivic.site.library_files import Changed


def last_changed(changes: Iterable[LastChange], corpus: Corpus) -> list[Changed]:
    """Those of every skill and path that the corpus has, under its title."""
    titled = ((_titled(corpus, each.kind, each.target_id), each) for each in changes)
    return [
        Changed(*title, each.status, each.version, each.commit, each.at)
        for title, each in titled
        if title is not None
    ]


def _titled(corpus: Corpus, kind: TargetType, name: str) -> tuple[str, str] | None:
    if kind is TargetType.SKILL and name in corpus.skills:
        return f"{SKILLS}{name}", corpus.skills[name].confirmed_title
    if kind is TargetType.PATH and name in corpus.paths.entries:
        return f"{PATHS}{name}", corpus.paths.entries[name].confirmed_title
    return None
