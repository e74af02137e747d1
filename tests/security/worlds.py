"""Two worlds that differ in words alone: in one, strangers wrote what is hostile; in the other, plain words instead.

Each is played once a process, and what is left of it is what anybody could read.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from becivic.store.store import open_store
from tests.factories.databases import Databases
from tests.factories.press import press
from tests.security.asked import asked
from tests.security.fields import DAYS, SHOWN, Aims, Form
from tests.security.hostile import harmless, hostile
from tests.security.stranger import Nobody, Outcome, Stranger
from tests.security.surfaces import Answer, addresses, files, read


@dataclass(frozen=True)
class World:
    outcomes: Mapping[Form, Outcome]
    days: list[dict[str, Answer]]
    """By address, after each day of writing."""
    questions: dict[str, Answer]
    """What is answered to hostile addresses."""
    files: dict[str, Answer]
    """What pages are dressed in. Of plain words, neither is asked."""


@cache
def hostile_world() -> World:
    return _played(hostile(), DAYS, {})


@cache
def harmless_world() -> World:
    """The same submissions, as far as the hostile ones were taken."""
    return _played(harmless(), SHOWN, hostile_world().outcomes)


def _played(
    texts: tuple[str, ...], days: tuple[tuple[Form, ...], ...], known: Mapping[Form, Outcome]
) -> World:
    folder = Path(tempfile.mkdtemp(prefix="becivic-hostile-"))
    try:
        with Databases(folder) as databases, databases.fresh("sqlite") as url:
            return _written(url, folder / "home", texts, days, known)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _written(
    url: str,
    home: Path,
    texts: tuple[str, ...],
    days: tuple[tuple[Form, ...], ...],
    known: Mapping[Form, Outcome],
) -> World:
    store = open_store(url)
    house = press(store, home)
    house.workshop.finder = Nobody()
    stranger, seen = Stranger(house, texts), []
    for forms in days:
        for form in forms:
            stranger.writes(form, known[form].taken if form in known else None)
        stranger.waits()
        seen.append(read(house, addresses(Aims.of(house.corpus))))
    questions, dress = (
        ({}, {}) if known else (read(house, asked(texts)), read(house, files(Aims.of(house.corpus))))
    )
    store.close()
    return World(stranger.outcomes, seen, questions, dress)
