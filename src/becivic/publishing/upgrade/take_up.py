"""What a start asks: whether the packaged corpus is newer than the one main took up, and to take it up (ADR 21)."""

from __future__ import annotations

import logging
from datetime import datetime

from becivic.corpus.tree import Tree
from becivic.publishing.forge.forge import ForgeRefused, ForgeUnavailable
from becivic.publishing.home import alone_in
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.review.queues import change_state
from becivic.publishing.upgrade.outcome import Outcome, Upgrade
from becivic.publishing.upgrade.package import Package
from becivic.publishing.upgrade.remembered import Memory
from becivic.publishing.upgrade.taking import Taking
from becivic.publishing.workshop import Workshop
from becivic.rules.changes import ChangeState
from becivic.store.store import Store

_log = logging.getLogger(__name__)


def is_newer(store: Store, repository: CorpusRepository, packaged: Tree, now: datetime) -> bool:
    """Whether there is something to take up: asked at every start, and cheap where there is not.

    Reads the packaged files once, and main not at all. A home that was imported from this package notes so.
    """
    package, memory = Package.of(packaged), Memory(repository)
    if memory.is_last(package):
        memory.note(package, now)
        return False
    return not _is_decided(store, package)


def take_up(workshop: Workshop, packaged: Tree, now: datetime) -> Upgrade | None:
    """None where main has it already, or somebody is being asked. Replicas of one home come one after the other."""
    package = Package.of(packaged)
    with alone_in(workshop.home):
        try:
            done = _taken_up(workshop, package, now)
        except (ForgeUnavailable, ForgeRefused) as trouble:
            _log.warning("The packaged corpus is not taken up now, the next start tries again: %s", trouble)
            return Upgrade(Outcome.POSTPONED, package.branch)
    if done is not None:
        _tell(done)
    return done


def _taken_up(workshop: Workshop, package: Package, now: datetime) -> Upgrade | None:
    memory = Memory(workshop.repository)
    base = memory.base()
    if base is None or memory.is_last(package):
        memory.note(package, now)  # from here on it is known what a newer one is newer than
        return None
    if _is_decided(workshop.store, package):
        return None
    done = None
    if _is_merged(workshop.store, package):
        workshop.forge.forget(package.branch)
    else:
        done = Taking(workshop, package, base, now).run()
    if done is None or done.outcome is Outcome.TAKEN_UP:
        memory.keep(package, now)
    return done


def _is_decided(store: Store, package: Package) -> bool:
    """Somebody is being asked, or has said no."""
    return _state(store, package) in (ChangeState.OPEN, ChangeState.CLOSED)


def _is_merged(store: Store, package: Package) -> bool:
    """By a maintainer, by another replica, or by a run that died before it could note so."""
    return _state(store, package) is ChangeState.MERGED


def _state(store: Store, package: Package) -> ChangeState | None:
    return store.read(lambda connection: change_state(connection, package.branch))


def _tell(done: Upgrade) -> None:
    if done.outcome is Outcome.WAITS:
        _log.warning(
            "The packaged corpus does not fit onto main by itself; `becivic review show %s` says why.",
            done.branch,
        )
    for artefact in done.recounted:
        _log.warning("The packaged version of %s does not follow from main's and was counted anew.", artefact)
    for path in done.stays:
        _log.info("%s is not packaged any more, and stays on main.", path)
