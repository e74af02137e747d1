"""The job `index`: everything generated from corpus and records, in one commit, or none when nothing changed (R-IDX-05)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from becivic.corpus.generated import DASHBOARD, DASHBOARD_PAGE, NAVIGATION, PATHS_ACTIVITY, SKILLS_INDEX
from becivic.corpus.load import Corpus
from becivic.corpus.navigation import navigation_file
from becivic.publishing.bot_commits import commit_files
from becivic.publishing.indexes.dashboard import dashboard, dashboard_page
from becivic.publishing.indexes.paths_activity import paths_activity
from becivic.publishing.indexes.signals import Signals, read_signals
from becivic.publishing.indexes.skills_index import skills_index
from becivic.publishing.records import catch_up
from becivic.publishing.workshop import Workshop
from becivic.rules.json_text import pretty_json
from becivic.rules.publishing import MessagePrefix
from becivic.store.engine import snapshot
from becivic.store.failures import saying_unavailable
from becivic.store.postgresql import unhurried

BRANCH: Final = "generated/index"

OnProgress = Callable[[int], None]
"""Told how many files were made, before any of them is committed."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a run came to."""

    commit: str | None
    """By which main holds what it held not; None when it held all of it."""
    files: tuple[str, ...]
    """Those that were not on main as they are now."""
    caught_up: int
    """Artefacts that came to main another way than by this service."""

    def as_json(self) -> dict[str, Any]:
        return {"commit": self.commit, "files": list(self.files), "caught_up": self.caught_up}


def regenerate(workshop: Workshop, now: datetime, on_progress: OnProgress = lambda _: None) -> IndexReport:
    """Main holds the indexes of what it holds. `now` is only the time of the commit: nothing in the files asks for it."""
    corpus = workshop.corpus()
    caught_up = workshop.store.write(
        lambda connection: catch_up(connection, corpus, workshop.repository, now)
    )
    with saying_unavailable(), snapshot(unhurried(workshop.store.engine)) as connection:
        files = generated_files(corpus, read_signals(connection, workshop.policy))
    on_progress(len(files))
    stale = {
        path: content
        for path, content in files.items()
        if path not in corpus.files or corpus.tree.read(path) != content
    }
    commit = commit_files(
        workshop,
        stale,
        prefix=MessagePrefix.INDEX,
        subject="what the corpus holds and what goes on in it",
        branch=BRANCH,
        now=now,
    )
    return IndexReport(commit, tuple(sorted(stale)), caught_up)


def generated_files(corpus: Corpus, signals: Signals) -> dict[str, bytes]:
    """Every generated file, whole: the same bytes for the same corpus and records."""
    skills, paths = skills_index(corpus, signals), paths_activity(corpus, signals)
    numbers = dashboard(corpus, signals, skills, paths)
    files = {
        SKILLS_INDEX: pretty_json(skills),
        PATHS_ACTIVITY: pretty_json(paths),
        DASHBOARD: pretty_json(numbers),
        DASHBOARD_PAGE: dashboard_page(numbers),
    }
    navigation = navigation_file(corpus)
    if navigation is None:
        _LOG.warning("%s cannot be read and is left as it is; its navigation is not made anew.", NAVIGATION)
    else:
        files[NAVIGATION] = navigation
    return {path: text.encode("utf-8") for path, text in files.items()}
