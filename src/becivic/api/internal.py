"""Operator routes: writing a state back, minting uids, numbers that are nobody else's business (R-STAGE-08, C-24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import Arrivals, Endpoint, answering
from becivic.api.minted import BY_WORD
from becivic.api.outcomes import json_answer, refused
from becivic.api.submissions import not_known
from becivic.catalogue.entries import mint
from becivic.intake.refusal import Refusal
from becivic.intake.stages.parse import parse
from becivic.intake.stats import rating_stats
from becivic.intake.writeback import write_back
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import matches
from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.store.store import Store
from becivic.store.voters import distinct_voters
from becivic.web.operator import is_operator

INTERNAL: Final = "/api/_internal"

_UNAUTHORISED: Final = Refusal(
    ErrorCategory.UNAUTHORISED,
    "This route is the operator's.",
    remedy="Send the operator token as `Authorization: Bearer …`. Without BECIVIC_OPERATOR_TOKEN it stays closed.",
)


@dataclass(frozen=True, slots=True)
class InternalRoutes:
    store: Store
    arrivals: Arrivals
    operator_token_hash: str | None

    def routes(self) -> list[Route]:
        found = [
            Route(
                f"{INTERNAL}/catalogue-entries", self._guarded(self.post_catalogue_entry), methods=["POST"]
            ),
            Route(f"{INTERNAL}/artefact-stats", self._guarded(self.get_artefact_stats), methods=["GET"]),
            Route(f"{INTERNAL}/rating-stats", self._guarded(self.get_rating_stats), methods=["GET"]),
        ]
        for kind in SubmissionType:
            if kind.facts.in_envelope:
                path = f"/api/{kind.facts.route}/{{id}}/status"
                found.append(Route(path, self._guarded(self._patch(kind)), methods=["PATCH"]))
        return found

    def _guarded(self, endpoint: Endpoint) -> Endpoint:
        async def guarded(request: Request) -> Response:
            if not is_operator(request.scope, self.operator_token_hash):
                return refused(_UNAUTHORISED)
            return await endpoint(request)

        return answering(guarded)

    def _patch(self, kind: SubmissionType) -> Endpoint:
        async def patch(request: Request) -> Response:
            body = parse(await self.arrivals.body(request))
            wanted = body if isinstance(body, Refusal) else _state(body)
            if isinstance(wanted, Refusal):
                return refused(wanted)
            submission_id, now = request.path_params["id"], self.arrivals.clock.now()
            if not matches(kind.id_pattern, submission_id):
                return not_known()
            before = await self.store.writing(
                lambda connection: write_back(connection, kind, submission_id, wanted, now)
            )
            if before is None:
                return not_known()
            if isinstance(before, Refusal):
                return refused(before)
            return json_answer({"state": wanted.value, "previous": before.value})

        return patch

    async def post_catalogue_entry(self, request: Request) -> Response:
        body = parse(await self.arrivals.body(request))
        if isinstance(body, Refusal):
            return refused(body)
        asked = body.get("type")
        kind = BY_WORD.get(asked) if isinstance(asked, str) else None
        if kind is None:
            return refused(_schema_fail("/type", "enum", f"Must be one of: {', '.join(BY_WORD)}."))
        name = body.get("name")
        if not isinstance(name, str) or len(name) > kind.longest or not matches(kind.pattern, name):
            return refused(
                _schema_fail(
                    "/name", "pattern", f"Must match {kind.pattern}, in at most {kind.longest} characters."
                )
            )
        if len(body) > 2:
            return refused(_schema_fail("", "additionalProperties", "Only `type` and `name` are asked for."))
        now = self.arrivals.clock.now()
        uid, new = await self.store.writing(lambda connection: mint(connection, kind.prefix, name, now))
        return json_answer({"uid": uid, "name": name, "type": asked, "new": new})

    async def get_artefact_stats(self, request: Request) -> Response:
        target_type = request.query_params.get("target_type", "")
        target_id = request.query_params.get("target_id", "")
        targets = {each.value: each for each in SubmissionType.VALIDATION.facts.targets}
        target = targets.get(target_type)
        if target is None:
            return refused(_schema_fail("/target_type", "enum", f"Must be one of: {', '.join(targets)}."))
        if not matches(target.id_pattern, target_id):
            return refused(_schema_fail("/target_id", "pattern", f"Must match {target.id_pattern}."))
        return json_answer(
            await self.store.reading(lambda connection: distinct_voters(connection, target, target_id))
        )

    async def get_rating_stats(self, _: Request) -> Response:
        return json_answer({"items": await self.store.reading(rating_stats)})


def _state(body: Mapping[str, Any]) -> SubmissionState | Refusal:
    states = {each.value: each for each in SubmissionState}
    wanted = body.get("state")
    if set(body) != {"state"} or not isinstance(wanted, str) or wanted not in states:
        return _schema_fail("/state", "enum", f"Send `state` alone, one of: {', '.join(states)}.")
    return states[wanted]


def _schema_fail(pointer: str, keyword: str, detail: str) -> Refusal:
    return Refusal(ErrorCategory.SCHEMA_FAIL, detail, pointer=pointer, keyword=keyword)
