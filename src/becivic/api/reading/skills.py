"""GET /api/skills/<id> and its history: a skill as it was written, what its cohort says, and the commits that made it so."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, select
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import answering
from becivic.api.outcomes import refused
from becivic.api.reading.answers import Sent, Serving, listed, prepared, without_nothing
from becivic.api.reading.parameters import AFTER_COMMIT
from becivic.api.reading.query import Query
from becivic.clock import rfc3339
from becivic.corpus.load import CANONICAL
from becivic.corpus.skill import Skill
from becivic.publishing.cohort_stats import cohort_stats
from becivic.publishing.history import Change, FileHistory
from becivic.rules.consensus import Policy
from becivic.rules.statuses import is_withheld
from becivic.rules.targets import TargetType
from becivic.store.prepared import Prepared as PreparedSql
from becivic.store.store import Store, StoreUnavailable
from becivic.store.tables.keeping import ARTEFACTS, REVISION
from becivic.store.written import document, read_moment
from becivic.web.answers import Prepared
from becivic.web.problems import problem

NO_SKILL: Final = "There is no such skill."
NO_COMMIT: Final = "There is no such commit on the way to what is served."

_RECORD: Final = PreparedSql(
    select(ARTEFACTS.c.commit_sha, ARTEFACTS.c.changed_at, ARTEFACTS.c.blob_id, REVISION.c.number).where(
        ARTEFACTS.c.target_type == TargetType.SKILL.value, ARTEFACTS.c.target_id == bindparam("id")
    )
)


class Changed(NamedTuple):
    """The commit that made a skill what it is, and when."""

    commit: str
    at: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the records say of a skill, and the record it was read from: while that is the same, so is the rest."""

    record: tuple[Any, ...] | None = None
    stats: dict[str, Any] | None = None

    def changed(self, skill: Skill) -> Changed | None:
        """Known for the very content that is served: the records may be a moment ahead of it."""
        if self.record is None:
            return None
        commit, at, blob_id, _ = self.record
        if blob_id != skill.blob_id or commit is None or at is None:
            return None
        return Changed(commit, rfc3339(read_moment(at)))


_NOTHING: Final = Recorded()
"""Of a skill that the records do not know, or while they cannot be reached."""


@dataclass(frozen=True, slots=True)
class SkillRoutes:
    store: Store
    serving: Serving
    history: FileHistory
    policy: Policy
    _kept: dict[str, tuple[object, Prepared]] = field(default_factory=dict)
    """One answer for each skill: it is made anew when main has moved, or something was said of it."""
    _recorded: dict[str, Recorded] = field(default_factory=dict)
    """What was counted for each: votes are counted again when some record has changed."""
    _walker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="becivic-history")
    )
    """Walks take time, and none is hurried by another beside it."""

    def routes(self) -> list[Route]:
        return [
            Route("/api/skills/{id}", answering(self.get_skill), methods=["GET"]),
            Route("/api/skills/{id}/history", answering(self.get_history), methods=["GET"]),
        ]

    async def get_skill(self, request: Request) -> Response:
        served = self.serving()
        skill = served.corpus.skills.get(request.path_params["id"])
        if skill is None:
            return problem(404, NO_SKILL)
        if is_withheld(skill.status):
            return Sent(served.files[f"/skills/{skill.id}.md"])  # the notice, as on the site (R-QUAR-06)
        recorded = await self._read(skill.id)
        changed, stats = recorded.changed(skill), recorded.stats
        key = served.corpus.commit, skill.blob_id, changed, stats
        known = self._kept.get(skill.id)
        if known is None or known[0] != key:
            known = self._kept[skill.id] = (key, _answer(skill, served.corpus.commit, changed, stats))
        return Sent(known[1])

    async def get_history(self, request: Request) -> Response:
        served, query = self.serving(), Query(request.query_params)
        after, limit = query.one(AFTER_COMMIT), query.limit()
        if query.refusal is not None:
            return refused(query.refusal)
        skill_id = request.path_params["id"]
        if not served.corpus.knows_skill(skill_id):
            return problem(404, NO_SKILL)
        file = f"skills/{skill_id}/{CANONICAL}"
        chain = await asyncio.get_running_loop().run_in_executor(
            self._walker, self.history.page, served.corpus.commit or "", file, after, limit
        )
        if chain is None:
            return problem(404, NO_COMMIT)
        return Sent(prepared(listed([_told(change) for change in chain.changes], chain.next)))

    async def _read(self, skill_id: str) -> Recorded:
        """Where the records cannot be reached, the skill is read without them."""
        try:
            found = await self.store.reading(lambda connection: self._count(connection, skill_id))
        except StoreUnavailable:
            return _NOTHING
        self._recorded[skill_id] = found
        return found

    def _count(self, connection: Connection, skill_id: str) -> Recorded:
        record, known = _RECORD.first(connection, id=skill_id), self._recorded.get(skill_id, _NOTHING)
        if record is None or record == known.record:
            return _NOTHING if record is None else known
        stats = cohort_stats(connection, TargetType.SKILL, skill_id, self.policy)
        return Recorded(record, None if stats is None else stats.as_json())


def _answer(
    skill: Skill, commit: str | None, changed: Changed | None, stats: dict[str, Any] | None
) -> Prepared:
    """Kept by its content: a copy read at an older commit says the same, and its commit is one of main too."""
    told = without_nothing({"changed": changed and changed._asdict(), "cohort_stats": stats})
    tag = f"W/{skill.blob_id}" + (f"-{changed.commit}" if changed is not None else "")
    tag += f"-{sha256(document(stats).encode()).hexdigest()[:16]}" if stats else ""
    return prepared({**skill.fields.data, **told, "commit": commit, "body": skill.body.text}, tag)


def _told(change: Change) -> dict[str, Any]:
    submission = change.submission
    return without_nothing(
        {
            "commit": change.commit,
            "at": rfc3339(change.at),
            "title": change.title,
            "status": change.status,
            "version": None if change.version is None else str(change.version),
            "submission": None if submission is None else {"type": submission.type, "id": submission.id},
        }
    )
