"""Every address at which somebody reads what strangers wrote, and what stands there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final, NamedTuple

from becivic.site.static_files import static_answers
from tests.factories.press import Press
from tests.security.fields import Aims

CONCERNED: Final = ("skill", "volatile_value", "reference", "path", "path_source", "skill_graph")

LISTS: Final = (
    "/",
    "/skills/",
    "/skills/index.md",
    "/paths/",
    "/paths/index.md",
    "/paths/index.json",
    "/activity",
    "/activity/index.md",
    "/llms.txt",
    "/llms-full.txt",
    "/feed.atom",
    "/sitemap.xml",
    "/graph.svg",
    "/agents/manifest.json",
    "/agents/triggers.json",
    "/api/skill-graph?status=alpha&status=beta&status=stable",
    "/api/paths",
    *(f"/api/concerns?limit=200&target_type={kind}" for kind in CONCERNED),
)


class Answer(NamedTuple):
    status: int
    kind: str
    """Its media type, without more."""
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")


def of_skill(name: str) -> Iterator[str]:
    page = f"/skills/{name}"
    yield from (
        page,
        f"{page}/index.md",
        f"{page}.md",
        f"/api{page}",
        f"/api{page}/concerns?limit=200",
        f"{page}/feed.atom",
    )


def of_path(name: str) -> Iterator[str]:
    page = f"/paths/{name}"
    yield from (page, f"{page}/index.md", f"/api{page}")


def addresses(aims: Aims) -> Iterator[str]:
    yield from LISTS
    yield from (address for name in aims.skills for address in of_skill(name))
    yield from (address for name in aims.paths for address in of_path(name))
    for kind, uids in (("volatile-values", aims.values), ("references", aims.references)):
        yield from (f"/api/{kind}/{uid}" for uid in uids[:20])
        yield from (f"/api/{kind}/{uid}/history" for uid in uids[:20])
    some = f"/skills/{aims.skills[0]}", f"/paths/{aims.paths[0]}"
    yield from (f"{page}?format={form}" for page in some for form in ("json", "md"))
    yield from (f"/{language}{page}" for page in some for language in ("fr", "nl", "de"))


def files(aims: Aims) -> Iterator[str]:
    """What pages are dressed in, and their pictures."""
    yield from static_answers()
    yield from (f"/skills/{name}/process.svg" for name in aims.skills)


def read(press: Press, asked: Iterator[str]) -> dict[str, Answer]:
    """All of them, in one loop."""

    async def ask() -> dict[str, Answer]:
        return {address: await _answer(press, address) for address in asked}

    return asyncio.run(ask())


async def _answer(press: Press, address: str) -> Answer:
    answer = await press.service.asking("GET", address)
    return Answer(answer.status_code, answer.headers["content-type"].partition(";")[0], answer.content)
