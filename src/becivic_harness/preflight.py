"""What the server would say of an item, said before it leaves this machine: the stages of `checks`, folded in order.

A word against it keeps it here; a warning goes to whoever wrote it. An amendment carries what was found along.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Callable, Final, NamedTuple

from becivic_harness import __version__
from becivic_harness.checks.amendments import check_amendment
from becivic_harness.checks.capability import check_capability
from becivic_harness.checks.case import Body, Case, Known
from becivic_harness.checks.concerns import check_concern
from becivic_harness.checks.drafts import check_draft
from becivic_harness.checks.form import check_names, check_schema, check_sendable
from becivic_harness.checks.scrub import check_scrub
from becivic_harness.checks.targets import check_contract, check_target
from becivic_harness.checks.timing import check_timing
from becivic_harness.checks.verdict import SCHEMA_FAIL, Objection, Verdict
from becivic_harness.items import kind_of, payload_of
from becivic_harness.refusals import Refused

if TYPE_CHECKING:
    from becivic_scrub import Engine

__all__ = ["VALIDATOR", "Body", "Known", "Objection", "Preflight", "preflight", "with_result"]

VALIDATOR: Final = f"becivic-harness/{__version__}"
_RESULT: Final = "pre_flight_validation_result"
_MOST_LINES: Final = 50
_LONGEST_LINE: Final = 300
"""What amendment.schema.json has room for."""


def _check_references(case: Case, verdict: Verdict) -> None:
    check_contract(case, verdict)
    if case.kind.name == "draft":  # of what it proposes there is nothing yet
        check_draft(case, verdict)
        return
    check_target(case, verdict)
    if case.kind.name == "concern":
        check_concern(case, verdict)
    elif case.kind.name == "amendment":
        check_amendment(case, verdict)


_STAGES: Final[tuple[Callable[[Case, Verdict], None], ...]] = (
    check_capability,
    check_scrub,
    _check_references,
    check_timing,
)


class Preflight(NamedTuple):
    """Whether it may go, what keeps it, and what somebody should look at. The first error is the one the server has."""

    ok: bool
    errors: tuple[Objection, ...]
    warnings: tuple[Objection, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "errors": [each.as_json() for each in self.errors],
            "warnings": [each.as_json() for each in self.warnings],
        }

    def result(self) -> dict[str, Any]:
        """As `pre_flight_validation_result` has it (R-AMD-01)."""
        return {
            "ok": self.ok,
            "validator": VALIDATOR,
            "errors": _lines(self.errors),
            "warnings": _lines(self.warnings),
        }


def preflight(  # noqa: PLR0913  everything it rests on is an argument
    item: Mapping[str, Any],
    *,
    engine: Engine,
    graph: Known | None,
    paths: Known | None,
    skill_body: Body | None,
    skill_fields: Known | None,
    now: datetime,
) -> Preflight:
    """Judge a completed item. `skill_body` and `skill_fields` are of the skill it is about, as they were last read."""
    verdict = Verdict()
    try:
        kind = kind_of(item)
    except Refused as refused:
        verdict.refuse(SCHEMA_FAIL, "/type", refused.detail)
        return _told(verdict)
    case = Case(kind, payload_of(item), engine, graph, paths, skill_body, skill_fields, now)
    for stage in _STAGES if _has_form(case, verdict) else ():
        stage(case, verdict)
    return _told(verdict)


def _has_form(case: Case, verdict: Verdict) -> bool:
    """Whether it is a submission at all. Where it is not, personal text in it is told of nevertheless."""
    if not check_sendable(case, verdict):
        return False
    check_names(case, verdict)
    check_schema(case, verdict)
    if not verdict.errors:
        return True
    check_scrub(case, verdict)
    return False


def with_result(item: Mapping[str, Any], found: Preflight) -> dict[str, Any]:
    """The item with what was found, where its schema has a place for it; a draft's is only told."""
    return {**item, _RESULT: found.result()} if item.get("type") == "amendment" else dict(item)


def _told(verdict: Verdict) -> Preflight:
    return Preflight(not verdict.errors, tuple(verdict.errors), tuple(verdict.warnings))


def _lines(objections: Iterable[Objection]) -> list[str]:
    return [str(each)[:_LONGEST_LINE] for each in objections][:_MOST_LINES]
