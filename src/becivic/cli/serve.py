"""`becivic serve`: the whole service in one process."""

from __future__ import annotations

import gc
import logging
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from becivic.api.arrivals import Arrivals
from becivic.app import create_app
from becivic.cli.announcing import announce
from becivic.clock import SystemClock
from becivic.config import Settings, read_settings, stated_log_format, unknown_variables
from becivic.corpus.tree import DirectoryTree
from becivic.intake.address_key import KEY_BYTES
from becivic.intake.key_fingerprint import key_of_records
from becivic.intake.service import Intake
from becivic.jobs.schedule import Runner, scheduled
from becivic.jobs.workshops import open_workshop
from becivic.library import Library
from becivic.observing.logs import write_logs
from becivic.packaged import corpus_folder
from becivic.publishing.first_start import open_or_import
from becivic.publishing.forge.forge import ForgeUnavailable
from becivic.publishing.halves import has_begun, knows_a_main, refuse_lost_main
from becivic.publishing.home import CAN_LOCK, hold_home
from becivic.publishing.records import fill_records
from becivic.publishing.retraction.journal import refuse_unfinished
from becivic.publishing.servable import packaged_loader
from becivic.publishing.upgrade.take_up import is_newer, take_up
from becivic.rules.errors import BeCivicError
from becivic.setting_values import ForgeKind, LogFormat, unbounded
from becivic.state import State, open_intake
from becivic.store.engine import sqlite_file
from becivic.store.store import Store, open_store
from becivic.web.server import Server, Stopping, listen

_log = logging.getLogger(__name__)

_NEW_DATABASE: Final = (
    "BECIVIC_DATABASE_URL: the database is empty, and the home `%s` is not new: contributions, votes and bans from before"
    " are not here. If it was lost, or another one was meant, stop now, and name that one or restore a backup."
)
_BELIEVES_EVERYBODY: Final = (
    "BECIVIC_TRUSTED_PROXIES: every address counts as a trusted proxy, so anybody can choose their own address with"
    " X-Forwarded-For: limits and votes by address mean nothing. Name the addresses of the proxies alone."
)
_REFUSED: Final = 2


def serve(
    port: Annotated[
        int | None,
        typer.Option(metavar="PORT", help="Listen here instead of PORT or 8000; 0 takes a free one."),
    ] = None,
    home: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep everything here instead of in BECIVIC_HOME or ./var."),
    ] = None,
    accept_key: Annotated[
        str,
        typer.Option(
            metavar="FINGERPRINT",
            help="Go on with another address key than the records were made with, once the former one is lost for ever:"
            " its fingerprint, as the refused start printed it, or `new` where the file is missing.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Start the service: pages, API and everything behind them.

    The first start fills the home folder from the packaged corpus. Ctrl+C or SIGTERM stops in order.
    Every setting is an environment variable; docs/settings.md lists them.

    Example: `PORT=8080 becivic serve`
    """
    environment = _with_options(os.environ, port, home)
    form = stated_log_format(environment)
    write_logs(form, SystemClock().now)
    with _refusing(form):
        for name in unknown_variables(environment):
            _log.warning("%s is set, and no setting has that name.", name)
        settings = read_settings(environment)
        write_logs(form, SystemClock(settings.clock_offset).now)
        logging.getLogger("becivic").setLevel(settings.log_level.upper())
        stopping = Stopping()
        with stopping.on_signals():
            run(settings, stopping, accept_key)
        _log.info("The service has stopped.")


@contextmanager
def _refusing(form: LogFormat) -> Iterator[None]:
    """What is refused is a sentence for whoever sits there, and a line of the log for a machine that gathers it."""
    try:
        yield
    except BeCivicError as refused:
        if form is LogFormat.TEXT:
            raise
        _log.error("%s", refused)
        raise typer.Exit(_REFUSED) from None


def run(settings: Settings, stopping: Stopping, accept_key: str = "") -> None:
    """Bind, hold the home, load, serve; returns when a stop was asked for and everything under way is done."""
    with (
        listen(settings.bind, settings.port) as listener,
        hold_home(settings.home, shared=_is_shared(settings)),
    ):
        if not CAN_LOCK:  # pragma: no cover  only where the platform has no flock
            _log.warning(
                "This system cannot lock files: see to it that one server alone uses %s.", settings.home
            )
        if unbounded(settings.trusted_proxies):
            _log.warning(_BELIEVES_EVERYBODY)
        refuse_unfinished(settings.home)
        if settings.forge is not ForgeKind.GITHUB:  # there, a new replica's copy follows the one main
            refuse_lost_main(settings.home, settings.database_url)
        bound = replace(settings, port=listener.getsockname()[1])
        clock = SystemClock(bound.clock_offset)
        packaged = corpus_folder()
        loader = packaged_loader(packaged)
        had_begun = has_begun(bound.home, bound.key_file)
        repository = open_or_import(bound.home, DirectoryTree(packaged), clock.now(), loader)
        library = Library(repository, loader)
        with closing(open_store(bound.database_url)) as store:
            key = key_of_records(
                store, bound.key_file, lambda: secrets.token_bytes(KEY_BYTES), clock.now(), accept_key
            )
            if had_begun and not store.read(knows_a_main):
                _log.warning(_NEW_DATABASE, bound.home)
            fill_records(store, library.edition.corpus, clock.now(), repository)
            _take_up_package(bound, store, library, DirectoryTree(packaged), clock.now())
            runner = Runner(
                lambda: open_workshop(bound, store, packaged_loader(packaged)),
                store,
                clock,
                secrets.token_hex(8),
                bound.probes,
                {"promote": bound.consensus_every},
            )
            intake = open_intake(store, library, key, bound.limits)
            state = _state(bound, library, intake, runner, stopping)
            server = Server(create_app(state), lambda: announce(bound, library))
            stopping.server = server
            gc.collect()
            gc.freeze()  # the corpus stays for good: looking through it again and again helps nobody
            with scheduled(runner):
                server.run([listener])


def _take_up_package(
    settings: Settings, store: Store, library: Library, packaged: DirectoryTree, now: datetime
) -> None:
    """A newer packaged corpus enters as a maintainer's change request (design 3). Nothing about it stops a start."""
    if not is_newer(store, library.repository, packaged, now):
        return
    try:
        take_up(open_workshop(settings, store, packaged_loader(corpus_folder())), packaged, now)
    except ForgeUnavailable as unavailable:
        _log.warning("The newer packaged corpus is taken up at the next start: %s", unavailable)
        return
    library.refresh()
    fill_records(store, library.edition.corpus, now, library.repository)


def _state(settings: Settings, library: Library, intake: Intake, runner: Runner, stopping: Stopping) -> State:
    return State(
        library,
        intake,
        Arrivals(runner.clock, settings.trusted_proxies),
        settings.public_url,
        settings.operator_token_hash,
        policy=settings.policy,
        allowed_origins=settings.allowed_origins,
        security_contact=settings.security_contact,
        tallies=runner.tallies,
        jobs={job.name: every for job, every in runner.jobs()},
        is_stopping=lambda: stopping.is_asked,
    )


def _is_shared(settings: Settings) -> bool:
    """Replicas on one machine may share a home when the records are not in it (design 3)."""
    return sqlite_file(settings.database_url) is None


def _with_options(environment: Mapping[str, str], port: int | None, home: Path | None) -> dict[str, str]:
    """An option is a setting said louder."""
    said = {"PORT": port, "BECIVIC_HOME": home}
    return {**environment, **{name: str(value) for name, value in said.items() if value is not None}}
