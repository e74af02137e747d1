"""validate_submission and stage_submission: several submissions of one session at once. cancel_submission: one taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic.mcp.asking import Question
from becivic.mcp.told import Provenance, Told, refusal_text, refused
from becivic.mcp.tool import TEXT, Arguments, Nature, Schema, Tool, giving, name_of, text
from becivic.mcp.visit import Visit
from becivic.mcp.writing.filling import filled_envelope
from becivic.rules.capabilities import Capability
from becivic.rules.errors import ErrorCategory
from becivic.rules.json_text import sent_size
from becivic.rules.limits import ENVELOPE_ITEMS
from becivic.rules.reading import PART_BYTES
from becivic.rules.submissions import EnvelopeMode, SubmissionType
from becivic.web.json_bytes import json_bytes

ROUTE: Final = "/api/feedback"
ITEMS: Final = 50
"""Of an envelope through a tool. Over HTTP there may be more: an answer there has no bound."""

_TYPES: Final = tuple(kind.value for kind in SubmissionType if kind.facts.in_envelope)

_PROPERTIES: Final[dict[str, Schema]] = {
    "items": {
        "type": "array",
        "maxItems": ITEMS,
        "items": {"type": "object", "properties": {"type": {"type": "string", "enum": list(_TYPES)}}, "required": ["type"]},
        "description": "Submissions, each with its `type` and the fields of that type's schema, without the head they share. "
        "The schema: becivic://schema/feedback-envelope.",
    },
    "declared_capabilities": {
        "type": "array",
        "items": {"type": "string", "enum": [each.value for each in Capability]},
        "description": "What you can do. Say it yourself; nobody fills it in.",
    },
    "session_id": text("Your own for this session, `ses_` and a UUID version 7. Filled in when left out."),
    "submitting_agent": text("Filled in when left out."),
    "submitted_at": text("Filled in when left out."),
    "submission_contract_version": text("Filled in when left out."),
    "schema_version": {"type": "integer", "description": "Filled in when left out."},
}  # fmt: skip
_OUTPUT: Final = giving(
    "session_id", "mode", "results", "filled",
    session_id=TEXT,
    mode=TEXT,
    results={"type": "array", "items": {"type": "object"}},
    filled={"type": "object", "description": "What was left out and filled in."},
)  # fmt: skip


async def _envelope(visit: Visit, arguments: Arguments, mode: EnvelopeMode) -> Told:
    if isinstance(items := arguments.get("items"), list) and ITEMS < len(items) <= ENVELOPE_ITEMS:
        return _too_many(visit)
    payload, added = filled_envelope(arguments, visit, mode.value)
    answer = await visit.ask(Question(ROUTE, method="POST", body=json_bytes(payload)))
    if not answer.is_good:
        return refused(answer, visit.commit, more={"filled": added})
    said, cut = _short_enough(answer.json())
    told = Told(
        structured={**said, "filled": added},
        text="\n".join(_lines(said)),
        provenance=Provenance(commit=visit.commit),
        is_error=bool(said["results"]) and not any(each["ok"] for each in said["results"]),
    )
    return told.noting([_CUT.format(", ".join(f"`{name}`" for name in cut))] if cut else [])


def _too_many(visit: Visit) -> Told:
    said = {
        "error": ErrorCategory.SCHEMA_FAIL.value,
        "detail": f"An envelope holds at most {ITEMS} items here: an answer must have room for every cancel_token.",
        "schema_pointer": "/items",
        "keyword": "maxItems",
        "remedy": f"Send them {ITEMS} at a time, under the same session_id.",
        "filled": {},
    }
    provenance = Provenance(commit=visit.commit)
    return Told(structured=said, text=refusal_text(said), provenance=provenance, is_error=True)


_CUT: Final = (
    "there is too much to tell: {} of what was refused are left out. With fewer items at a time all is told."
)


def _short_enough(said: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Of what was refused the details go first where there are too many, and which is told: no cancel_token is ever left out."""
    cut: list[str] = []
    for name in ("faults", "matches", "remedy", "detail"):
        if sent_size(said) <= PART_BYTES // 2:
            break
        if any(name in each for each in said["results"] if not each["ok"]):
            said = {**said, "results": [_without(each, name) for each in said["results"]]}
            cut.append(name)
    return said, cut


def _without(result: dict[str, Any], name: str) -> dict[str, Any]:
    return result if result["ok"] else {key: value for key, value in result.items() if key != name}


async def _validate(visit: Visit, arguments: Arguments) -> Told:
    return await _envelope(visit, arguments, EnvelopeMode.VALIDATE)


async def _stage(visit: Visit, arguments: Arguments) -> Told:
    return await _envelope(visit, arguments, EnvelopeMode.STAGE)


def _lines(said: Mapping[str, Any]) -> Iterator[str]:
    good = sum(each["ok"] for each in said["results"])
    kept = ", nothing was kept" if said["mode"] == EnvelopeMode.VALIDATE else ""
    yield f"{good} of {len(said['results'])} items pass{kept}. Session `{said['session_id']}`."
    for each in sorted(said["results"], key=lambda result: not result["ok"]):
        yield _result(each)
        yield from (
            f"  - `{fault['schema_pointer']}`: {fault['detail']}" for fault in each.get("faults", ())[1:]
        )
    untold = sorted({each["error"] for each in said["results"] if not each["ok"] and "remedy" not in each})
    yield from (f"What to do about {name}: {ErrorCategory(name).remedy}" for name in untold)


def _result(each: Mapping[str, Any]) -> str:
    head = f"- {each['idx']}: {each['type']} `{each.get('id', '')}` **{each['status']}**"
    if each["ok"]:
        token = f", cancel_token `{each['cancel_token']}`" if "cancel_token" in each else ""
        told = f". {each['detail']}" if "detail" in each else ""
        return f"{head}{token}{told}"
    place = f" at `{each['schema_pointer']}`" if each.get("schema_pointer") else ""
    return f"{head} {each['error']}{place}: {each.get('detail', '')} {each.get('remedy', '')}".rstrip(" :")


async def _cancel(visit: Visit, arguments: Arguments) -> Told:
    name = str(arguments["id"])
    kind = next(
        (each for each in SubmissionType if name.startswith(each.facts.id_prefix)), SubmissionType.CONCERN
    )
    question = Question(
        f"/api/{kind.facts.route}/{name}", method="DELETE", bearer=str(arguments["cancel_token"])
    )
    answer = await visit.ask(question)
    if not answer.is_good:
        return refused(answer, visit.commit, remedy=_NOT_TAKEN_BACK)
    return Told(
        structured={"id": name, **answer.json()},
        text=f"`{name}` was taken back. Nothing of it is left.",
        provenance=Provenance(commit=visit.commit),
    )


_NOT_TAKEN_BACK: Final = "The id and the cancel_token are in the answer to what was sent; after 24 hours nothing can be taken back."

VALIDATE_SUBMISSION: Final = Tool(
    name="validate_submission",
    title="Judge several submissions, keep none",
    about=(
        "Judges an envelope of several submissions as sending it would, item by item, and keeps nothing. Show the person what "
        "would be sent, then stage_submission with the same items."
    ),
    work=_validate,
    properties=_PROPERTIES,
    required=("items", "declared_capabilities"),
    output=_OUTPUT,
    is_open=True,
)
STAGE_SUBMISSION: Final = Tool(
    name="stage_submission",
    title="Send several submissions",
    about=(
        "Sends an envelope of several submissions of one session, once the person has agreed. What is staged is published after "
        "24 hours and can be taken back until then with its own cancel_token. Items that are refused are told one by one. "
        "Sent again with the same ids it is kept once."
    ),
    work=_stage,
    nature=Nature.SEND,
    properties=_PROPERTIES,
    required=("items", "declared_capabilities"),
    output=_OUTPUT,
    is_open=True,
)
CANCEL_SUBMISSION: Final = Tool(
    name="cancel_submission",
    title="Take something back that was sent",
    about=(
        "Takes back what was sent, within its 24 hours: it is deleted. Needs the id and the cancel_token of the answer "
        "to sending it; there is no other way in."
    ),
    work=_cancel,
    nature=Nature.TAKE_BACK,
    properties={
        "id": name_of("The submission's id, such as `con_…`."),
        "cancel_token": text("From the answer to sending it.", maxLength=200),
    },
    required=("id", "cancel_token"),
    output=giving("id", "cancelled", id=TEXT, cancelled={"type": "boolean"}),
    aliases={
        "submission_id": "id", "token": "cancel_token", "concern_id": "id", "amendment_id": "id", "draft_id": "id",
        "feedback_id": "id", "rating_id": "id", "validation_id": "id",
    },
)  # fmt: skip
