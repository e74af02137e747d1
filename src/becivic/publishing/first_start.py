"""First start: an empty home gets the packaged corpus as one commit, all of it or nothing (design 3)."""

from __future__ import annotations

import os
import shutil
from datetime import datetime
from pathlib import Path
from typing import Final

import pygit2

from becivic import __version__
from becivic.corpus.load import Loader
from becivic.corpus.tree import Tree
from becivic.durable import settle_folder
from becivic.publishing.home import alone_in
from becivic.publishing.repository import REPOSITORY, CorpusRepository, RepositoryRefused
from becivic.publishing.servable import load_servable
from becivic.rules.publishing import FIRST_WORDS

UNFINISHED: Final = f"{REPOSITORY}.unfinished"
"""Where an import is built. A kill leaves it behind; the next start throws it away and begins again."""

MESSAGE: Final = f"{FIRST_WORDS} packaged with becivic {__version__}\n"


def open_or_import(home: Path, packaged: Tree, now: datetime, loader: Loader) -> CorpusRepository:
    """The home's repository, filled from `packaged` first when there is none. Hold the home before.

    Replicas that share a home may come here together: one fills it, the others wait and find it filled.
    """
    final = home / REPOSITORY
    if not os.path.lexists(final):
        with alone_in(home):
            if not os.path.lexists(final):
                _import(home / UNFINISHED, final, packaged, now, loader)
    return CorpusRepository.open(final)


def _import(unfinished: Path, final: Path, packaged: Tree, now: datetime, loader: Loader) -> None:
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        repository = CorpusRepository.create(unfinished)
        commit = repository.commit(packaged, MESSAGE, now)
        load_servable(repository, commit, loader, origin=packaged.label)
        unfinished.rename(final)
        settle_folder(final.parent)
    except (OSError, pygit2.GitError) as error:
        raise RepositoryRefused(
            f"cannot be filled ({error}).",
            where=str(final),
            remedy="Make room, or name another home in BECIVIC_HOME.",
        ) from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
