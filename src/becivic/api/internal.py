"""Operator routes: writing a state back, minting uids, numbers that are nobody else's business (R-STAGE-08, C-24)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from becivic.corpus.scrubbing import SCRUB_RULES_FILE, scrubbing
from becivic.intake.refusal import Refusal, schema_refusal
from becivic.intake.stages.parse import parse
from becivic.intake.stats import rating_stats
from becivic.packaged import corpus_folder
from becivic.publishing.cohort_stats import addresses_on
from becivic.publishing.review.editing import Law, refuse_edit
from becivic.publishing.review.refused import NotDone
from becivic.publishing.review.writeback import Wanted, write_back
from becivic.rules.consensus import POLICY, Policy
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import matches
from becivic.rules.schemas import packaged_registry, safe_pointer
from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.store.store import Store
from becivic.web.operator import is_operator
from becivic_scrub import Engine

INTERNAL: Final = "/api/_internal"

_UNAUTHORISED: Final = Refusal(
    ErrorCategory.UNAUTHORISED,
    "This route is the operator's.",
    remedy="Send the operator token as `Authorization: Bearer …`. Without BECIVIC_OPERATOR_TOKEN it stays closed.",
)


def _packaged_rules() -> Engine:
    return scrubbing((corpus_folder() / SCRUB_RULES_FILE).read_text(encoding="utf-8")).whole()


@dataclass(frozen=True, slots=True)
class InternalRoutes:
    store: Store
    arrivals: Arrivals
    operator_token_hash: str | None
    scrub: Callable[[], Engine] = _packaged_rules
    """The rules that an edited text is held to."""
    policy: Policy = POLICY

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
            wanted = body if isinstance(body, Refusal) else _wanted(body)
            if isinstance(wanted, Refusal):
                return refused(wanted)
            submission_id, now = request.path_params["id"], self.arrivals.clock.now()
            if not matches(kind.id_pattern, submission_id):
                return not_known()
            against = await self._against(kind, submission_id, wanted)
            if against is not None:
                return refused(_refusal(against))
            before = await self.store.writing(
                lambda connection: write_back(connection, kind, submission_id, wanted, now)
            )
            if before is None:
                return not_known()
            if isinstance(before, NotDone):
                return refused(_refusal(before))
            return json_answer({"state": wanted.state.value, "previous": before.value})

        return patch

    async def _against(self, kind: SubmissionType, submission_id: str, wanted: Wanted) -> NotDone | None:
        """What speaks against an edited payload; looked at before the writer is asked, since it may take a while."""
        payload = wanted.payload
        if payload is None:
            return None
        law = Law(packaged_registry(), self.scrub())
        return await self.store.reading(
            lambda connection: refuse_edit(connection, kind, submission_id, payload, law)
        )

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
        found = await self.store.reading(
            lambda connection: addresses_on(connection, target, target_id, self.policy)
        )
        return json_answer(found.as_json())

    async def get_rating_stats(self, _: Request) -> Response:
        return json_answer({"items": await self.store.reading(rating_stats)})


def _wanted(body: Mapping[str, Any]) -> Wanted | Refusal:
    states = {each.value: each for each in SubmissionState}
    state = body.get("state")
    if not isinstance(state, str) or state not in states:
        return _schema_fail("/state", "enum", f"Must be one of: {', '.join(states)}.")
    asked = {"state", "payload"} if state == SubmissionState.RELEASED_AFTER_EDIT else {"state"}
    payload = body.get("payload")
    if set(body) != asked or ("payload" in asked and not isinstance(payload, dict)):
        detail = "`payload`, an object, goes with `released_after_edit`; otherwise `state` is sent alone."
        return _schema_fail("/payload", "type", detail)
    return Wanted(states[state], payload)


def _refusal(not_done: NotDone) -> Refusal:
    if not_done.faults:
        return schema_refusal(list(not_done.faults), lambda pointer: f"/payload{safe_pointer(pointer)}")
    return Refusal(not_done.category, not_done.detail, pointer=not_done.pointer)


def _schema_fail(pointer: str, keyword: str, detail: str) -> Refusal:
    return Refusal(ErrorCategory.SCHEMA_FAIL, detail, pointer=pointer, keyword=keyword)
