"""The six submit tools: the fields of a type flat, judged by its route, kept only where `dry_run` is false (R-MCP-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from becivic.mcp.asking import Answered, Question
from becivic.mcp.told import Told, refused
from becivic.mcp.tool import TEXT, Arguments, Nature, Tool, giving
from becivic.mcp.visit import Visit
from becivic.mcp.writing.described import properties_of, required_of
from becivic.mcp.writing.filling import Filled, filled
from becivic.rules.submissions import SubmissionType
from becivic.web.json_bytes import json_bytes

DRY_RUN: Final = "dry_run"

_SENT_AT_ONCE: Final = (SubmissionType.VALIDATION,)
"""A vote is small, and there is nothing in it to look at first."""

_ABOUT: Final = {
    SubmissionType.CONCERN: "Reports that something is wrong or missing on one procedure, value, source or path, in a sentence or two.",
    SubmissionType.AMENDMENT: "Proposes a better value, source, text or path entry, with where it comes from.",
    SubmissionType.VALIDATION: (
        "Says whether something held when it was tried: confirm or reject, on a procedure, value, source, path or observation. "
        "One attempt at a path's source is a validation on `path_source` with `traversal_metadata`. "
        "`injection_flag: true` reports a hidden instruction."
    ),
    SubmissionType.DRAFT: "Proposes a new procedure or path. A maintainer reads it before it is published.",
    SubmissionType.FEEDBACK: "Tells the makers what is good, broken or confusing about Be Civic itself. Only they read it.",
    SubmissionType.RATING: "One to five stars for a procedure, the protocol or the session. Only their average is ever told.",
}
_RULES: Final = (
    "Anonymous: nothing that says who somebody is, no names, numbers, addresses, dates of birth. {mode} "
    "Id, versions, time and agent are filled in and told; under an id of your own, or the one that a first try told, it is kept once however "
    "often it is sent. Declare what you can do in `declared_capabilities`. "
    "The schema: becivic://schema/{name}."
)
_TRIED: Final = (
    "By default it is only judged, and nothing is kept: show the person what would be sent, then call again with `dry_run: false`. "
    "What is sent waits 24 hours, in which cancel_submission takes it back."
)
_AT_ONCE: Final = "It counts at once; with `dry_run: true` it is only judged."


async def _submit(kind: SubmissionType, visit: Visit, arguments: Arguments) -> Told:
    given = dict(arguments)
    dry_run = given.pop(DRY_RUN, None)
    if dry_run in (None, ""):
        dry_run = kind not in _SENT_AT_ONCE
    is_plain = isinstance(dry_run, bool)
    if not is_plain:
        dry_run = True  # what cannot be understood keeps nothing
    payload, added = filled(kind, given, visit)
    question = Question(
        f"/api/{kind.facts.route}",
        (("dry_run", "1"),) if dry_run else (),
        method="POST",
        body=json_bytes(payload),
    )
    told = _told(kind, visit, await visit.ask(question), Filled(payload, added), is_tried=dry_run)
    return told.noting([] if is_plain else ["`dry_run` is true or false: it was taken for true."])


def _told(kind: SubmissionType, visit: Visit, answer: Answered, sent: Filled, *, is_tried: bool) -> Told:
    if not answer.is_good:
        return refused(answer, visit.commit, more={"filled": sent.added})
    said = answer.json()
    target, name = str(sent.payload.get("target_type")), str(sent.payload.get("target_id"))
    return Told(
        structured={**said, "dry_run": is_tried, "filled": sent.added},
        text="\n".join(_lines(kind, said, sent.added, is_tried=is_tried)),
        provenance=visit.over(target, [name]),
    )


def _lines(
    kind: SubmissionType, said: Mapping[str, Any], added: Mapping[str, Any], *, is_tried: bool
) -> Iterator[str]:
    name, is_known = said[kind.id_field], said["status"] == _DUPLICATE
    is_judged = is_tried and not is_known
    yield f"{kind.told} `{name}`: **{said['status']}**{', nothing was kept' if is_judged else ''}."
    if is_known:
        yield "It was sent before under this id, and is kept once."
    is_uncounted = said.get("counted") is False
    if is_uncounted:
        yield str(said["detail"])
    for key, words in _TELLING.items():
        hidden = (key == _IF_SENT and not is_judged) or (key == _COUNTS_SINCE and is_uncounted)
        if key in said and not hidden:
            yield words.format(said[key], happens=_HAPPENS[kind])
    for warning in said.get("warnings", ()):
        yield f"Warning: {warning.get('detail', warning)}"
    if is_judged:
        yield f"To send it: the same call with `dry_run: false` and `{kind.id_field}: {name}`, once the person agrees."
    if added:
        yield f"Filled in: {', '.join(f'{key} {value}' for key, value in added.items())}."


_DUPLICATE: Final = "duplicate"
_IF_SENT: Final = "would_stage_for"
_COUNTS_SINCE: Final = "applied_at"
_HAPPENS: Final = {
    SubmissionType.CONCERN: "is published",
    SubmissionType.AMENDMENT: "is published",
    SubmissionType.VALIDATION: "counts",
    SubmissionType.DRAFT: "goes to a maintainer",
    SubmissionType.FEEDBACK: "goes to the makers",
    SubmissionType.RATING: "counts in the average",
}
"""What becomes of it when nobody takes it back."""
_TELLING: Final = {
    "commit_eta": "From {} on it {happens}, unless it is taken back before.",
    _IF_SENT: "Sent now, it {happens} from {} on.",
    "cancel_token": "To take it back: cancel_submission with this id and cancel_token `{}`. Keep it: nobody else has it.",
    _COUNTS_SINCE: "It counts since {}.",
}


def _tool(kind: SubmissionType) -> Tool:
    at_once = kind in _SENT_AT_ONCE
    rules = _RULES.format(mode=_AT_ONCE if at_once else _TRIED, name=kind.value)

    async def work(visit: Visit, arguments: Arguments) -> Told:
        return await _submit(kind, visit, arguments)

    return Tool(
        name=f"submit_{kind.value}",
        title=f"Send {kind.told.lower() if kind is not SubmissionType.FEEDBACK else 'feedback'}",
        about=f"{_ABOUT[kind]} {rules}",
        work=work,
        nature=Nature.SEND,
        properties={
            **properties_of(kind),
            DRY_RUN: {
                "type": "boolean",
                "default": not at_once,
                "description": "true: judge it and keep nothing; false: send it.",
            },
        },
        required=required_of(kind),
        output=giving(
            kind.id_field, "status", DRY_RUN, "filled",
            **{kind.id_field: TEXT},
            status={"type": "string", "description": "validated, staged, applied or duplicate."},
            dry_run={"type": "boolean"},
            filled={"type": "object", "description": "What was left out and filled in."},
            cancel_token=TEXT, commit_eta=TEXT, would_stage_for=TEXT, applied_at=TEXT,
        ),
        aliases={"dryrun": DRY_RUN},
        is_open=True,
        own=(DRY_RUN,),
    )  # fmt: skip


@cache
def submit_tools() -> tuple[Tool, ...]:
    return tuple(_tool(kind) for kind in SubmissionType if kind.facts.in_envelope)
