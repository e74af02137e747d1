"""Two libraries that differ in words alone: drafts of strangers, each merged by a maintainer who looked away."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, select

from becivic.publishing.commit import merging
from becivic.publishing.review.holding import release
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store, open_store
from becivic.store.tables.submissions import HELD
from tests.factories.databases import Databases
from tests.factories.numbered import submission_id
from tests.factories.press import Press, press
from tests.security.drafts import path_draft, skill_draft
from tests.security.hostile import harmless, hostile
from tests.security.stranger import Nobody
from tests.security.surfaces import Answer, read

EACH: Final = 60
"""So many texts in one draft."""

_REFUSED: Final = re.compile("\\x00|@evil")
"""What no draft may hold, as the way in says of other fields too."""

SHARED: Final = (
    "/",
    "/skills/",
    "/skills/index.md",
    "/paths/",
    "/paths/index.md",
    "/paths/themes/family/",
    "/paths/index.json",
    "/activity",
    "/llms.txt",
    "/llms-full.txt",
    "/feed.atom",
    "/sitemap.xml",
    "/graph.svg",
    "/agents/triggers.json",
    "/api/skill-graph?status=alpha&status=beta&status=stable",
    "/api/paths",
)


@dataclass(frozen=True)
class Library:
    refused: list[str]
    """Drafts that were taken and could not be merged, by what stood against them."""
    answers: dict[str, Answer]


@cache
def hostile_library() -> Library:
    return _made(hostile())


@cache
def harmless_library() -> Library:
    return _made(harmless())


def chunks(texts: tuple[str, ...]) -> list[list[str]]:
    kept = [
        text for text, hostile_one in zip(texts, hostile(), strict=True) if not _REFUSED.search(hostile_one)
    ]
    return [kept[first : first + EACH] for first in range(0, len(kept), EACH)]


def drafts(texts: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, some in enumerate(chunks(texts)):
        yield f"/skills/strange-skill-{number}", skill_draft(f"strange-skill-{number}", some)
        yield f"/paths/strange-path-{number}", path_draft(f"strange-path-{number}", some)


def _made(texts: tuple[str, ...]) -> Library:
    with house_of_its_own() as house:
        return _published(house, dict(drafts(texts)))


@contextmanager
def house_of_its_own() -> Iterator[Press]:
    """Nothing of it is left; what was read there is."""
    folder = Path(tempfile.mkdtemp(prefix="becivic-strange-"))
    try:
        with Databases(folder) as databases, databases.fresh("sqlite") as url:
            store = open_store(url)
            yield open_house(store, folder)
            store.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def open_house(store: Store, folder: Path) -> Press:
    house = press(store, folder / "home")
    house.workshop.finder = Nobody()
    return house


def _published(house: Press, proposed: dict[str, dict[str, Any]]) -> Library:
    sent = []
    for number, (page, draft) in enumerate(proposed.items()):
        own = {**draft, SubmissionType.DRAFT.id_field: submission_id(SubmissionType.DRAFT, number)}
        sent.append((page, house.sends_payload(SubmissionType.DRAFT, own)))
    house.a_day_later()
    let_through(house.store, house)
    house.runs()
    refused = [f"{page}: {why}" for page, name in sent if (why := _merged(house, name))]
    house.service.library.refresh()
    return Library(refused, read(house, _addresses(proposed)))


def let_through(store: Store, house: Press) -> None:
    def job(connection: Connection) -> None:
        for name, kind in connection.execute(select(HELD.c.id, HELD.c.type)).all():
            release(connection, SubmissionType(kind), name, house.now, "a maintainer")

    store.write(job)


def _merged(house: Press, name: str) -> str:
    found = merging.merge(house.workshop, name, house.now)
    return "" if found.failure is None else str(found)


def _addresses(proposed: dict[str, Any]) -> Iterator[str]:
    yield from SHARED
    for page in proposed:
        yield from (page, f"{page}/index.md", f"/api{page}", f"/nl{page}")
        if page.startswith("/skills/"):
            name = page.removeprefix("/skills/")
            yield from (f"{page}.md", f"{page}/feed.atom", f"/api/onboarding-form?skill_id={name}&locale=fr")
