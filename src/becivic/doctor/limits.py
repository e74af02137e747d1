"""From where on something is worth a look: the doctor's own numbers, stated once and told on its page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from becivic.rules.publishing import COMMIT_EVERY

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Arguments, so that a test need not fill a disk."""

    disk_look: int = 1024 * MEBIBYTE
    disk_broken: int = 64 * MEBIBYTE
    """SQLite needs room for its log even to delete something."""
    log: int = 64 * MEBIBYTE
    """The server empties the log of SQLite every hour."""
    latency: timedelta = timedelta(milliseconds=50)
    """A submission asks a dozen questions of the database."""
    oldest_postgresql: int = 13
    oldest_git: tuple[int, int] = (2, 30)
    loose: int = 20_000
    """Three times what a day's packing leaves."""
    clock: timedelta = timedelta(seconds=30)
    """How far two clocks may be apart."""
    job_late: timedelta = 6 * COMMIT_EVERY
    names_late: timedelta = timedelta(hours=2)
    """After so long a vote's words should have been read by some job."""
    claim: timedelta = timedelta(hours=1)
    """Publishing one thing takes seconds."""
    held: timedelta = timedelta(days=7)
    draft: timedelta = timedelta(days=14)
    ruling: timedelta = timedelta(days=3)
    """What is flagged is out of everybody's sight until a person rules."""
    feedback: timedelta = timedelta(days=30)
    salt: timedelta = timedelta(hours=1)
    """A server destroys what is over within minutes."""
    backup: timedelta = timedelta(days=2)


LIMITS = Limits()
