"""What a submission is answered when it is not refused, as components by name."""

from __future__ import annotations

from typing import Final

from becivic.api.openapi.components import Schema, reference
from becivic.api.openapi.shapes import (
    BROKEN_RULE,
    COUNT,
    MOMENT,
    MOMENT_SCHEMA,
    closed,
    id_of,
    moment,
)
from becivic.rules.consensus import VOICES_OF_A_NETWORK
from becivic.rules.identifiers import SESSION_ID
from becivic.rules.submissions import STAGING_HOURS, EnvelopeMode, SubmissionState, SubmissionType

TRACKED: Final = tuple(kind for kind in SubmissionType if kind is not SubmissionType.ANALYTICS)
"""The types whose ids may be asked about later; an analytics event leaves none behind (R-ANL-03)."""

BATCHED: Final = tuple(kind for kind in SubmissionType if kind.facts.in_envelope)
STAGED: Final = tuple(kind for kind in SubmissionType if kind.facts.staged)

_TOKEN: Final[Schema] = {
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{43}$",
    "description": "Takes the submission back until it is committed. Said once, kept here only as a hash.",
}
ETA: Final = "When it leaves staging, if nobody takes it back."
_KNOWN: Final[Schema] = {
    "state": {"enum": [each.value for each in SubmissionState if each is not SubmissionState.QUARANTINED]},
    "commit_eta": moment(ETA),
    "committed_at": moment("When it took effect or left staging."),
}
"""What a duplicate is told of the first one; left out for one within the same envelope."""
_WARNED: Final[Schema] = {
    "warnings": {
        "type": "array",
        "items": BROKEN_RULE,
        "description": "Only where there is something to look at again: a changed body that breaks a rule of the"
        " corpus will not be merged as it is, and what a scrub rule noticed may identify a person.",
    }
}
_APPLIED_AT: Final = "When it took effect."
_UNCOUNTED: Final[Schema] = {
    "counted": {
        "const": False,
        "description": f"Only of a vote whose IPv6 /48 network has its {VOICES_OF_A_NETWORK} voices on this target already:"
        " it is recorded and does not count, but for an injection flag.",
    },
    "detail": {"type": "string", "description": "Why it does not count."},
}
_WOULD: Final = "When it would leave staging, or take effect."


def answer_name(kind: SubmissionType) -> str:
    return f"{kind.value}-answer"


def answer_components() -> dict[str, Schema]:
    return {
        MOMENT: MOMENT_SCHEMA,
        **{answer_name(kind): _submitted(kind) for kind in SubmissionType},
        "envelope-answer": _envelope(),
        "envelope-result": {"oneOf": _results()},
        "cancelled": closed({"cancelled": {"const": True}}),
    }


def _status(word: str) -> Schema:
    return {"const": word}


def _submitted(kind: SubmissionType) -> Schema:
    """What one submission sent by itself is answered."""
    own = {kind.id_field: id_of(kind)}
    warned = _WARNED if kind in (SubmissionType.AMENDMENT, SubmissionType.DRAFT) else None
    if kind.facts.staged:
        kept = closed(
            {
                **own,
                "status": _status("staged"),
                "cancel_token": _TOKEN,
                "commit_eta": moment(ETA),
                "staging_window_hours": {"const": STAGING_HOURS},
            },
            warned,
            description="Kept in private; it can be taken back with the token until `commit_eta`.",
        )
    else:
        kept = closed(
            {**own, "status": _status("applied"), "applied_at": moment(_APPLIED_AT)},
            _UNCOUNTED if kind is SubmissionType.VALIDATION else None,
            description="In force at once; there is nothing to take back.",
        )
    known = closed(
        {**own, "status": _status("duplicate")},
        _KNOWN,
        description="Known already from the same address. Nothing happened a second time.",
    )
    judged = closed(
        {**own, "status": _status("validated"), "would_stage_for": moment(_WOULD)},
        warned,
        description="Answer to a dry run: it would be taken. Nothing was kept.",
    )
    return {"oneOf": [kept, known, judged]}


def _envelope() -> Schema:
    return closed(
        {
            "session_id": {"type": "string", "pattern": SESSION_ID},
            "mode": {"enum": [each.value for each in EnvelopeMode]},
            "results": {
                "type": "array",
                "items": reference("envelope-result"),
                "description": "One for each item, in the order of the items.",
            },
        }
    )


def _results() -> list[Schema]:
    applied = tuple(kind for kind in BATCHED if not kind.facts.staged)
    eta, at, would = moment(ETA), moment(_APPLIED_AT), moment(_WOULD)
    return [
        _taken("staged", STAGED, {"cancel_token": _TOKEN, "commit_eta": eta}, _WARNED),
        _taken("applied", applied, {"applied_at": at}, _UNCOUNTED),
        _taken("duplicate", BATCHED, {}, _KNOWN),
        _taken("validated", BATCHED, {"would_stage_for": would}, _WARNED),
        reference("envelope-rejection"),
    ]


def _taken(
    status: str, kinds: tuple[SubmissionType, ...], more: Schema, optional: Schema | None = None
) -> Schema:
    return closed(
        {
            "idx": COUNT,
            "type": {"enum": [kind.value for kind in kinds]},
            "ok": {"const": True},
            "status": _status(status),
            "id": id_of(*kinds),
            **more,
        },
        optional,
    )
