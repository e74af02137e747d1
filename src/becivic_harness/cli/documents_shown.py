"""`document`: routing fields of what somebody showed, and what to say before they do."""

from __future__ import annotations

from typing import Any

from becivic_harness import documents, files, session_facts, topics
from becivic_harness.cli.command import Answer, Command, Options, option, pairs
from becivic_harness.here import Here
from becivic_harness.refusals import Refused


def _document_note(here: Here, options: Options) -> Answer:
    session = session_facts.current(here) if here.home.exists else None
    here.home.require()
    fields = {key: str(value) for key, value in pairs(options.pair or []).items()}
    identifier = topics.safe_id(here, options.id or options.kind)
    try:
        done = documents.note(here, options.kind, identifier, fields, frozenset(options.omit or ()))
    except Refused as refused:
        if session is not None and refused.error == "scrub_hit":
            warning = {
                "at": here.stamp,
                "what": "document_reference",
                "kind": options.kind,
                "fields": refused.facts["doubtful"],
            }
            files.append(here.home.session(session.id, "scrub-warnings.jsonl"), warning)
        raise
    if session is not None and done.exact:
        session_facts.changed(here, session, days={**session.days, identifier: done.exact})
    return {
        "document": done.topic.as_json(),
        "say": "The document stays where it is; these fields are all that was kept.",
    }


def _document_reads(options: Options, found: dict[str, Any]) -> None:
    options.pair = [*(options.pair or []), *(f"{key}={value}" for key, value in found.items())]


def _document_kinds(_: Here, __: Options) -> Answer:
    """Looked at before a document is: what is said then goes with it (R-DOC-01)."""
    from becivic_harness.opening import document_intake

    kinds = {name: list(kind.fields) for name, kind in documents.KINDS.items()}
    return {"say": document_intake().say, "kinds": kinds}


COMMANDS = {
    "document note": Command(
        "Keep routing fields of a document somebody showed. The document itself is never kept, nor read here.",
        _document_note,
        (
            "document note residence-permit permit_type=f-card validity_end=2028-06",
            "document note correspondence issuing_authority_category=commune subject_category=invitation deadline_date=2026-12-03",
        ),
        (
            option("kind", metavar="KIND", help=f"one of {', '.join(documents.KINDS)}"),
            option("pair", nargs="*", metavar="FIELD=VALUE"),
            option("--id", metavar="ID", help="where there are several of a kind"),
            option(
                "--omit", action="append", metavar="FIELD", help="a field the person wants left out; repeat"
            ),
        ),
        reads=_document_reads,
    ),
    "document kinds": Command(
        "Before somebody shows a document: what to tell them, and which fields of which document may be kept.",
        _document_kinds,
        ("document kinds --text",),
        writes=False,
    ),
}
