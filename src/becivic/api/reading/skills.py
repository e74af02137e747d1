"""GET /api/skills/<id> and its history: a skill, what stands in it now and was said of it, and the commits that made it so."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import answering
from becivic.api.outcomes import refused
from becivic.api.reading.answers import (
    ANSWERS_BYTES,
    Sent,
    Serving,
    listed,
    prepared,
    tagged,
    told_change,
)
from becivic.api.reading.kept_parts import KeptParts, Parted
from becivic.api.reading.parameters import AFTER_COMMIT, CURSOR, SECTION
from becivic.api.reading.query import Query
from becivic.corpus.load import CANONICAL
from becivic.intake.refusal import Refusal, schema_refusal
from becivic.reading.reader import Reader
from becivic.reading.readings import Withheld
from becivic.reading.skill_json import skill_json
from becivic.reading.skill_parts import START
from becivic.reading.walker import Walker
from becivic.rules.schemas import SchemaFault
from becivic.web.kept import Kept
from becivic.web.problems import problem

NO_SKILL: Final = "There is no such skill."
NO_COMMIT: Final = "There is no such commit on the way to what is served."
NO_SECTION: Final = "This skill has no such section."

_SLUGS: Final = 200
"""Sections that are named to whoever asked for another."""
_CHANGED: Final = SchemaFault(
    f"/{CURSOR.name}",
    "enum",
    "Must be a place in the text as it is now; it has changed since, or never had this one",
)


class SkillRoutes:
    """Over the reader that others read with too."""

    def __init__(self, reader: Reader, serving: Serving, walker: Walker, public_url: str) -> None:
        self._reader: Final = reader
        self._serving: Final = serving
        self._walker: Final = walker
        self._public_url: Final = public_url
        self._kept: Final = Kept(ANSWERS_BYTES)
        self._parts: Final = KeptParts()

    def routes(self) -> list[Route]:
        return [
            Route("/api/skills/{id}", answering(self.get_skill), methods=["GET"]),
            Route("/api/skills/{id}/history", answering(self.get_history), methods=["GET"]),
        ]

    async def get_skill(self, request: Request) -> Response:
        """Whole, or where a cursor or a section is named a part of it that fits an agent's window."""
        served, query = self._serving(), Query(request.query_params)
        cursor, section = query.one(CURSOR), query.one(SECTION)
        if query.refusal is not None:
            return refused(query.refusal)
        reading = await self._reader.skill(served.corpus, request.path_params["id"])
        if reading is None:
            return problem(404, NO_SKILL)
        if isinstance(reading, Withheld):
            return Sent(served.files[f"/skills/{reading.id}.md"])  # the notice, as on the site (R-QUAR-06)
        commit = served.corpus.commit
        told = partial(skill_json, reading, commit, self._public_url)
        if cursor is None and section is None:
            made_of = (reading, served.corpus)
            return Sent(self._kept.get(reading.skill.id, made_of, lambda: tagged(told())))
        return _part(self._parts.get(reading.skill.id, reading, commit, told), cursor, section or "")

    async def get_history(self, request: Request) -> Response:
        served, query = self._serving(), Query(request.query_params)
        after, limit = query.one(AFTER_COMMIT), query.limit()
        if query.refusal is not None:
            return refused(query.refusal)
        skill_id = request.path_params["id"]
        if not served.corpus.knows_skill(skill_id):
            return problem(404, NO_SKILL)
        file = f"skills/{skill_id}/{CANONICAL}"
        walker = self._walker
        chain = await walker.run(walker.history.page, served.corpus.commit or "", file, after, limit)
        if chain is None:
            return problem(404, NO_COMMIT)
        return Sent(prepared(listed([told_change(change) for change in chain.changes], chain.next)))


def _part(parted: Parted, cursor: str | None, section: str) -> Response:
    stretch = parted.parts.section(section) if cursor is None else parted.parts.at(cursor)
    if stretch is not None:
        return Sent(parted.answer(stretch))
    if cursor is not None:
        return refused(_out_of_date())
    return problem(404, NO_SECTION, extra={"sections": parted.parts.slugs[:_SLUGS]})


def _out_of_date() -> Refusal:
    return replace(schema_refusal([_CHANGED]), remedy=f"Begin again with `{CURSOR.name}={START}`.")
