"""A home opened for reading and sending, as `serve` opens one, but for a listener, a schedule and a newer packaged corpus."""

from __future__ import annotations

import secrets
import time
from contextlib import ExitStack, closing
from typing import Final

from starlette.applications import Starlette

from becivic.api.arrivals import Arrivals
from becivic.app import create_app
from becivic.cli.workshops import has_home
from becivic.clock import SystemClock
from becivic.config import Settings
from becivic.corpus.tree import DirectoryTree
from becivic.intake.address_key import KEY_BYTES
from becivic.intake.key_fingerprint import key_of_records
from becivic.library import Library
from becivic.mcp.visit import House
from becivic.packaged import corpus_folder
from becivic.publishing.first_start import open_or_import
from becivic.publishing.home import HomeRefused, hold_home
from becivic.publishing.records import fill_records
from becivic.publishing.retraction.journal import refuse_unfinished
from becivic.publishing.servable import packaged_loader
from becivic.state import State, house_of, open_intake
from becivic.store.store import open_store

_TRIES: Final = 50
_PAUSE: Final = 0.2


def open_house(settings: Settings, held: ExitStack) -> tuple[Starlette, House]:
    """Beside a server that runs on the same home, or without one. One that was never started is filled first, alone."""
    for _ in range(_TRIES):
        if has_home(settings):
            return _opened(settings, held)
        try:
            with hold_home(settings.home):
                return _opened(settings, held)
        except HomeRefused:
            if not settings.home.is_dir():
                raise
            time.sleep(_PAUSE)  # hosts start programs twice: the other one is filling it
    with hold_home(settings.home):
        return _opened(settings, held)


def _opened(settings: Settings, held: ExitStack) -> tuple[Starlette, House]:
    refuse_unfinished(settings.home)
    clock, packaged = SystemClock(settings.clock_offset), corpus_folder()
    loader = packaged_loader(packaged)
    repository = open_or_import(settings.home, DirectoryTree(packaged), clock.now(), loader)
    library = Library(repository, loader)
    store = held.enter_context(closing(open_store(settings.database_url)))
    key = key_of_records(store, settings.key_file, lambda: secrets.token_bytes(KEY_BYTES), clock.now())
    fill_records(store, library.edition.corpus, clock.now(), repository)
    state = State(
        library,
        open_intake(store, library, key, settings.limits),
        Arrivals(clock, settings.trusted_proxies),
        settings.public_url,
        policy=settings.policy,
    )
    app = create_app(state)
    return app, house_of(state, lambda: app)
