"""What a review needs: the records of the settings, the time, the one item somebody means; and how it ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import typer

from becivic.cli.output import print_json
from becivic.cli.workshops import refuse_no_records
from becivic.clock import SystemClock
from becivic.config import Settings, read_settings
from becivic.jobs import open_workshop
from becivic.packaged import corpus_folder
from becivic.publishing.review import queues
from becivic.publishing.review.queues import Item
from becivic.publishing.servable import packaged_loader
from becivic.publishing.workshop import Workshop
from becivic.store.store import Store, open_store
from becivic.store.tables.keeping import Queue


@dataclass(frozen=True, slots=True)
class Desk:
    settings: Settings
    store: Store
    now: datetime

    def item(self, named: str, queue: Queue | None) -> Item:
        """The one that waits under this number or id, or exit 1."""
        found = self.find(named, queue)
        if found is None:
            raise refuse("Nothing waits under this id.", "`becivic review list` shows what does.")
        return found

    def workshop(self) -> Workshop:
        """With main besides the records."""
        return open_workshop(self.settings, self.store, packaged_loader(corpus_folder()))

    def find(self, named: str, queue: Queue | None) -> Item | None:
        found = self.store.read(lambda connection: queues.found(connection, named, queue))
        if len(found) > 1:
            numbers = ", ".join(str(item.number) for item in found[:10])
            raise refuse("Several things wait under this id.", f"Name one by its number: {numbers}.")
        return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Told:
    """What came of it: a word for programs, a sentence for people."""

    id: str
    outcome: str
    sentence: str
    more: dict[str, Any] = field(default_factory=dict)

    def tell(self, *, as_json: bool) -> None:
        if as_json:
            print_json({"id": self.id, "outcome": self.outcome, **self.more})
        else:
            typer.echo(self.sentence)


@contextmanager
def opened() -> Iterator[Desk]:
    """While a server runs: whoever writes at the same moment waits for the other."""
    settings = read_settings(os.environ)
    refuse_no_records(settings)
    store = open_store(settings.database_url)
    try:
        yield Desk(settings, store, SystemClock(settings.clock_offset).now())
    finally:
        store.close()


def refuse(message: str, remedy: str = "") -> typer.Exit:
    """Exit 1, with one sentence about why."""
    typer.echo(f"becivic: {message}{f' {remedy}' if remedy else ''}", err=True)
    return typer.Exit(1)
