"""A lease kept while a job works, by time: how often a job tells of its progress is no matter of the lease's."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from becivic.store.leases import LASTS

_log: Final = logging.getLogger(__name__)

EVERY: Final = LASTS / 3
"""Two renewals may fail before others take the job for a dead one's."""

Pause = Callable[[threading.Event], bool]
"""Waits until the next renewal; True where the work ended first."""


def pause(ended: threading.Event) -> bool:
    return ended.wait(EVERY.total_seconds())


@contextmanager
def renewed(renew: Callable[[], bool], pause: Pause) -> Iterator[threading.Event]:
    """What is given is set once `renew` has said that the lease is somebody else's. Nobody renews after the end."""
    ended, lost = threading.Event(), threading.Event()

    def keep() -> None:
        while not lost.is_set() and not pause(ended):
            if not _tried(renew):
                lost.set()

    thread = threading.Thread(target=keep, name="becivic-lease", daemon=True)
    thread.start()
    try:
        yield lost
    finally:
        ended.set()
        thread.join()


def _tried(renew: Callable[[], bool]) -> bool:
    """Records that cannot be reached take no lease away: whether it is ours still is asked again."""
    try:
        return renew()
    except Exception as error:  # noqa: BLE001  whatever it is, the job would go on alone
        _log.warning("A lease could not be renewed (%s); it is tried again.", type(error).__qualname__)
        return True
