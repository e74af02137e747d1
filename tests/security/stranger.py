"""Somebody who writes texts into everything there is, by way of envelopes, and a maintainer who lets all of it through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count
from typing import Any, Final

from sqlalchemy import Connection, select

from becivic.names import PersonSpan
from becivic.publishing.review.holding import release
from becivic.rules.submissions import SubmissionType
from becivic.store.tables.submissions import HELD
from tests.factories.numbered import envelope, submission_id
from tests.factories.press import Press
from tests.security.fields import Aims, Form, Texts
from tests.security.hostile import turned

A_BATCH: Final = 100
_ALONE: Final = "\x00"
"""With this in it a whole request is refused."""

Placed = tuple[int, Texts]
"""What one submission holds, and its place among all that are tried."""


class Nobody:
    """Finds no names."""

    def find(self, text: str, language: str | None = None) -> list[PersonSpan]:
        del text, language
        return []

    def find_many(self, items: Iterable[tuple[str, str | None]]) -> list[list[PersonSpan]]:
        return [[] for _ in items]


@dataclass
class Outcome:
    """Which were taken, and why others were not."""

    taken: set[int] = field(default_factory=set)
    refused: Counter[str] = field(default_factory=Counter)


@dataclass
class Stranger:
    press: Press
    texts: tuple[str, ...]
    outcomes: dict[Form, Outcome] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def writes(self, form: Form, only: Collection[int] | None = None) -> None:
        """Every text in every place of a form; or those of some places, where it is known what is taken."""
        outcome = self.outcomes.setdefault(form, Outcome())
        aims = Aims.of(self.press.corpus)
        columns = [turned(self.texts, form.first + number) for number in range(len(form.texts))]
        placed = [each for each in enumerate(zip(*columns, strict=True)) if only is None or each[0] in only]
        for batch in _batches(placed):
            items = [self._item(form, form.submission(aims, *each)) for each in batch]
            number = next(self._numbers)
            address = f"198.51.100.{list(SubmissionType).index(form.kind)}"
            answer = self.press.service.send(envelope(items, number), address=address)
            _count(outcome, batch, answer.status_code, answer.json())

    def _item(self, form: Form, made: dict[str, Any]) -> dict[str, Any]:
        own = submission_id(form.kind, next(self._numbers))
        return {"type": form.kind.value, form.kind.id_field: own, **made}

    def waits(self) -> None:
        """A day; then whatever was held is let through."""
        self.press.a_day_later()
        self.press.store.write(self._release)
        self.press.runs()

    def _release(self, connection: Connection) -> None:
        held = connection.execute(select(HELD.c.id, HELD.c.type).where(HELD.c.held_from == "staged")).all()
        for name, kind in held:
            release(connection, SubmissionType(kind), name, self.press.now, "a maintainer")


def _batches(placed: Sequence[Placed]) -> Iterator[Sequence[Placed]]:
    together = [each for each in placed if not _is_alone(each)]
    yield from (together[first : first + A_BATCH] for first in range(0, len(together), A_BATCH))
    yield from ([each] for each in placed if _is_alone(each))


def _is_alone(placed: Placed) -> bool:
    return any(_ALONE in text for text in placed[1])


def _count(outcome: Outcome, batch: Sequence[Placed], status: int, said: Any) -> None:
    if status != HTTPStatus.OK:
        assert (len(batch), status) == (1, HTTPStatus.BAD_REQUEST), said
        outcome.refused[said["error"]] += 1
        return
    for (place, _), result in zip(batch, said["results"], strict=True):
        if result["ok"]:
            outcome.taken.add(place)
        else:
            outcome.refused[result["error"]] += 1
