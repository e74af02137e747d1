"""Opening what a command works with: the records of the settings and main, while a server may be running."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from becivic.config import Settings
from becivic.jobs.workshops import open_workshop
from becivic.packaged import corpus_folder
from becivic.publishing.repository import REPOSITORY
from becivic.publishing.servable import packaged_loader
from becivic.publishing.workshop import Workshop
from becivic.rules.errors import BeCivicError
from becivic.store.engine import sqlite_file
from becivic.store.store import open_store


def has_home(settings: Settings) -> bool:
    """Both halves of one: opening a database that is not there would make it."""
    file = sqlite_file(settings.database_url)
    return (file is None or file.is_file()) and (settings.home / REPOSITORY).is_dir()


def refuse_no_records(settings: Settings) -> None:
    """Opening a database that is not there would make an empty one."""
    file = sqlite_file(settings.database_url)
    if file is not None and not file.is_file():
        raise BeCivicError(
            "There is no database here yet.",
            where=str(file),
            remedy="Name the home that the service uses in BECIVIC_HOME, or start the service once.",
        )


@contextmanager
def opened_workshop(settings: Settings) -> Iterator[Workshop]:
    """Refuses a home that was never started: nothing is made by looking at it."""
    if not (settings.home / REPOSITORY).is_dir():
        raise BeCivicError(
            "There is no repository here yet.",
            where=str(settings.home),
            remedy="Start `becivic serve` on it once, or name another home in BECIVIC_HOME.",
        )
    with closing(open_store(settings.database_url)) as store:
        yield open_workshop(settings, store, packaged_loader(corpus_folder()))
