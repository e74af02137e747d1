"""Makes a workshop from settings: which forge, and who finds names."""

from __future__ import annotations

import logging

from becivic.config import Settings
from becivic.corpus.load import Loader
from becivic.names import PlainNameFinder
from becivic.publishing.forge.forge import Forge
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import REPOSITORY, CorpusRepository, RepositoryRefused
from becivic.publishing.screening.finding import finder_for
from becivic.publishing.servable import CorpusBroken
from becivic.publishing.workshop import Workshop
from becivic.store.store import Store

_log = logging.getLogger(__name__)


def open_workshop(settings: Settings, store: Store, loader: Loader | None = None) -> Workshop:
    """For one thread: its repository is its own. Reads main, whose places and offices are no people's names."""
    repository = CorpusRepository.open(settings.home / REPOSITORY)
    forge = _forge(settings, repository)
    loader = loader or Loader()
    workshop = Workshop(
        store, repository, forge, PlainNameFinder(), settings.home, settings.public_url, loader
    )
    try:
        workshop.finder = finder_for(workshop.known_corpus())
    except (CorpusBroken, RepositoryRefused) as broken:
        _log.error("%s", broken)  # every job says for itself what it cannot do
    return workshop


def _forge(settings: Settings, repository: CorpusRepository) -> Forge:
    if settings.github is None:
        return LocalForge(repository)
    from becivic.publishing.forge.github import open_github  # noqa: PLC0415  a second of imports that few need

    return open_github(settings.github, repository)
