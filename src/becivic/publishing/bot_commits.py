"""Commits the bot makes of what it generates: indexes, snapshots, notes. Through the forge, like every other change."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from becivic.corpus.load import Corpus
from becivic.publishing.forge.forge import ForgeRefused, ForgeUnavailable, MainMoved, Proposed
from becivic.publishing.workshop import StillMoving, Workshop
from becivic.rules.changes import ChangeState
from becivic.rules.publishing import SKIP_CI, MessagePrefix

GENERATED: Final = "generated/"
"""Where the branches of such commits are."""


def commit_files(
    workshop: Workshop,
    files: Mapping[str, bytes],
    *,
    prefix: MessagePrefix,
    subject: str,
    branch: str,
    now: datetime,
) -> str | None:
    """The commit by which main holds these files; None when it holds them already.

    They replace what main has: only for files that nobody else writes.
    """
    message = f"{prefix} {subject} {SKIP_CI}\n"

    def commit(corpus: Corpus) -> str | None:
        known = workshop.forge.find(branch)
        if known is not None and known.state is ChangeState.MERGED:
            workshop.forget(branch)  # a run before died here
        changed = {
            path: content
            for path, content in files.items()
            if path not in corpus.files or corpus.tree.read(path) != content
        }
        if not changed:
            return None
        onto = corpus.commit or ""  # what was compared with, whatever main is by now
        return _merged(workshop, Proposed(branch, onto, changed, message, now))

    try:
        merged = workshop.on_main(commit)
    except StillMoving:
        raise ForgeUnavailable(
            "Main moved again and again while generated files were committed.",
            where=branch,
            remedy="It is tried again at the next run.",
        ) from None
    if merged is not None:
        workshop.forget(branch)  # the next one takes the same name
    return merged


def _merged(workshop: Workshop, proposed: Proposed) -> str:
    """Raises MainMoved also where another run that makes the same has merged a branch of this name meanwhile."""
    try:
        workshop.forge.open(proposed)
        return workshop.forge.merge(proposed.branch, proposed.base)
    except MainMoved:
        raise
    except ForgeRefused as refused:
        known = workshop.forge.find(proposed.branch)
        if known is None or known.state is ChangeState.MERGED:
            raise MainMoved(refused.message, where=refused.where) from None
        raise
