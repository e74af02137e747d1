"""Makes a workshop from settings: which forge its home has."""

from __future__ import annotations

from becivic.config import Settings
from becivic.corpus.load import Loader
from becivic.publishing.forge.forge import Forge
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.retraction.journal import refuse_unfinished
from becivic.publishing.workshop import Workshop
from becivic.store.store import Store


def open_workshop(settings: Settings, store: Store, loader: Loader | None = None) -> Workshop:
    """For one thread: its repository is its own. Not where a retraction is half done."""
    refuse_unfinished(settings.home)
    repository = CorpusRepository.open(settings.home / REPOSITORY)
    repository.remove_stale_locks()
    forge = _forge(settings, repository)
    return Workshop(
        store,
        repository,
        forge,
        settings.home,
        settings.public_url,
        loader=loader or Loader(),
        policy=settings.policy,
    )


def _forge(settings: Settings, repository: CorpusRepository) -> Forge:
    if settings.github is None:
        return LocalForge(repository)
    from becivic.publishing.forge.github import open_github  # noqa: PLC0415  a second of imports that few need

    return open_github(settings.github, repository)
