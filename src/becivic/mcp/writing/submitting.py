"""The six submit tools: the fields of a type flat, judged by its route, kept only where `dry_run` is false (R-MCP-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from becivic.mcp.asking import Answered, Question
from becivic.mcp.told import Provenance, Told, refused
from becivic.mcp.tool import TEXT, Arguments, Nature, Tool, giving
from becivic.mcp.visit import Visit
from becivic.mcp.writing.described import properties_of, required_of
from becivic.mcp.writing.filling import filled
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
    dry_run = given.pop(DRY_RUN, kind not in _SENT_AT_ONCE)
    if not isinstance(dry_run, bool):
        dry_run = True  # what cannot be understood keeps nothing
    payload, added = filled(kind, given, visit)
    question = Question(
        f"/api/{kind.facts.route}",
        (("dry_run", "1"),) if dry_run else (),
        method="POST",
        body=json_bytes(payload),
    )
    return _told(kind, visit, await visit.ask(question), added, is_tried=dry_run)


def _told(
    kind: SubmissionType, visit: Visit, answer: Answered, added: Mapping[str, Any], *, is_tried: bool
) -> Told:
    if not answer.is_good:
        return refused(answer, visit.commit, more={"filled": dict(added)})
    said = answer.json()
    return Told(
        structured={**said, "dry_run": is_tried, "filled": dict(added)},
        text="\n".join(_lines(kind, said, added, is_tried=is_tried)),
        provenance=Provenance(commit=visit.commit),
    )


def _lines(
    kind: SubmissionType, said: Mapping[str, Any], added: Mapping[str, Any], *, is_tried: bool
) -> Iterator[str]:
    name = said[kind.id_field]
    yield f"{kind.told} `{name}`: **{said['status']}**{', nothing was kept' if is_tried else ''}."
    for key, words in _TELLING.items():
        if key in said:
            yield words.format(said[key])
    for warning in said.get("warnings", ()):
        yield f"Warning: {warning.get('detail', warning)}"
    if is_tried:
        yield f"To send it: the same call with `dry_run: false` and `{kind.id_field}: {name}`, once the person agrees."
    if added:
        yield f"Filled in: {', '.join(f'{key} {value}' for key, value in added.items())}."


_TELLING: Final = {
    "commit_eta": "It is published at {} unless it is taken back before.",
    "would_stage_for": "Sent now, it would be published at {}.",
    "cancel_token": "To take it back: cancel_submission with this id and cancel_token `{}`. Keep it: nobody else has it.",
    "applied_at": "It counts since {}.",
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
