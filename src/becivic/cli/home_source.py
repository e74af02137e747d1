"""The facts of a home for a site that is written out: its main, its records, and its history."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing, contextmanager

from becivic.cli.workshops import has_home, opened_workshop
from becivic.clock import Clock
from becivic.config import Settings
from becivic.manual.manual import packaged_manual
from becivic.reading.past import Pasts
from becivic.reading.reader import open_reader
from becivic.reading.walker import Walker
from becivic.site.book import Book
from becivic.site.export_records import RecordedSource


@contextmanager
def home_source(settings: Settings, clock: Clock) -> Iterator[RecordedSource | None]:
    """None where there is no home yet: looking for one makes none."""
    if not has_home(settings):
        yield None
        return
    with opened_workshop(settings) as workshop, asyncio.Runner() as runner:
        corpus, repository = workshop.corpus(), workshop.repository
        made_at = repository.made_at(str(corpus.commit))
        book = Book(
            corpus,
            settings.public_url,
            made_at,
            settings.limits,
            settings.security_contact,
            packaged_manual(),
        )
        with closing(Walker.of(repository)) as walker:
            reader = open_reader(workshop.store, settings.policy, clock, Pasts(walker))
            yield RecordedSource(book, clock.now(), reader, walker.history, runner)
