"""Rows that are public already, looked through again when the rules or models are others (R-NER-01).

What a person has released is not held again. What cannot be looked at stays as it is and is tried again: a model that
fails must not take everything down that was found clean before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Table, or_, select, update

from becivic.publishing.review.holding import hold
from becivic.publishing.screening.free_texts import free_texts
from becivic.publishing.screening.review_log import Hold, note_holds
from becivic.publishing.screening.screen import Reason, Screen, reasons_of
from becivic.publishing.screening.shipped import is_shipped
from becivic.publishing.screening.unsent_rows import hold_row
from becivic.publishing.screening.votes import ACTOR, OnProgress
from becivic.publishing.workshop import Workshop
from becivic.rules.publishing import HELD_FOLDER, held_address
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, VALIDATIONS
from becivic.store.tables.words import read_words, words_of

BATCH: Final = 200


@dataclass(frozen=True, slots=True)
class Public:
    """A table whose rows are shown."""

    table: Table
    kind: SubmissionType
    id: str = "submission_id"
    catalogue: TargetType | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Whoever wrote a row of the catalogue chose what it is called."""
        return ("name",) if self.catalogue else ()

    @property
    def looked_through(self) -> tuple[str, ...]:
        return (*self.names, *words_of(self.table))

    def unread(self, row: RowMapping) -> dict[str, Any]:
        """Its words, unless they shipped with the program."""
        words = {name: row[name] for name in self.names} | read_words(self.table, row)
        return {} if self.catalogue is not None and is_shipped(row["uid"], words) else words


PUBLIC: Final = (
    Public(CONCERNS, SubmissionType.CONCERN),
    Public(AMENDMENTS, SubmissionType.AMENDMENT),
    Public(VALIDATIONS, SubmissionType.VALIDATION, id="validation_id"),
    *(Public(table, SubmissionType.AMENDMENT, catalogue=target) for target, table in CATALOGUES.items()),
)


@dataclass(frozen=True, slots=True)
class RowsScanned:
    looked: int = 0
    held: int = 0
    failed: int = 0

    def __add__(self, other: RowsScanned) -> RowsScanned:
        return RowsScanned(self.looked + other.looked, self.held + other.held, self.failed + other.failed)


@dataclass(frozen=True, slots=True)
class RowScan:
    """One run over the rows of every table that is shown."""

    workshop: Workshop
    screen: Screen
    now: datetime
    everything: bool = False

    def run(self, on_progress: OnProgress = lambda _: None) -> RowsScanned:
        return sum((self._table(public, on_progress) for public in PUBLIC), start=RowsScanned())

    def _table(self, public: Public, on_progress: OnProgress) -> RowsScanned:
        done, after = RowsScanned(), 0
        while page := self.workshop.store.read(partial(self._page, public, after)):
            done += self._look(public, page)
            after = page[-1]["row_id"]
            on_progress(done.looked)
        return done

    def _page(self, public: Public, after: int, connection: Connection) -> Sequence[RowMapping]:
        own = public.table.c
        shown = (own.held == 0) & (own.row_id > after)
        if not self.everything:
            shown &= or_(own.names_scanned.is_(None), own.names_scanned != self.screen.digest)
        if public.kind is SubmissionType.VALIDATION:
            shown &= own.names_scanned.is_not(None)  # a new vote is looked at as what it is: a submission
        query = select(public.table).where(shown).order_by(own.row_id).limit(BATCH)
        return connection.execute(query).mappings().all()

    def _look(self, public: Public, page: Sequence[RowMapping]) -> RowsScanned:
        looked = self.screen.names([list(free_texts(public.unread(row))) for row in page])
        found = [
            (row, tuple(reasons_of(named)))
            for row, named in zip(page, looked, strict=True)
            if named is not None
        ]
        holds = self.workshop.store.write(lambda connection: self._settle(connection, public, found))
        note_holds(self.workshop.home, holds, self.now)
        return RowsScanned(len(found), len(holds), len(page) - len(found))

    def _settle(
        self, connection: Connection, public: Public, found: Sequence[tuple[RowMapping, tuple[Reason, ...]]]
    ) -> list[Hold]:
        own = public.table.c
        rows = [row["row_id"] for row, _ in found]
        connection.execute(
            update(public.table).where(own.row_id.in_(rows)).values(names_scanned=self.screen.digest)
        )
        held = (self._hold(connection, public, row, reasons) for row, reasons in found if reasons)
        return [each for each in held if each is not None]

    def _hold(
        self, connection: Connection, public: Public, row: RowMapping, reasons: tuple[Reason, ...]
    ) -> Hold | None:
        sent = row[public.id]
        if sent is not None:
            is_held = hold(connection, public.kind, sent, reasons, self.now, ACTOR)
            return Hold(held_address(public.kind, sent), reasons) if is_held else None
        assert public.catalogue is not None  # every other row has the id it was sent under
        named = (row["uid"], row["row_id"])
        if not hold_row(connection, public.catalogue, named, reasons, self.now):
            return None
        return Hold(f"{HELD_FOLDER}/{public.table.name}/{row['uid']}", reasons)
