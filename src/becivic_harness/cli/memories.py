"""`memory`, `progress`, `pivot`, `decision`, `history`, `document`: the five kinds of files of memory/."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from becivic_harness import (
    documents,
    files,
    library,
    memory_index,
    notes,
    progress,
    session_facts,
    topics,
)
from becivic_harness.cli.command import Answer, Command, Options, option, pairs
from becivic_harness.fallback import FALLBACK_ENTRY as _FALLBACK
from becivic_harness.here import Here
from becivic_harness.refusals import ASK_THE_PERSON, USAGE, Refused
from becivic_harness.topics import DECISIONS, HISTORY, PROGRESS, Topic


class _Cleaner:
    """Cleans what a command was given, and counts what was taken out."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self.removed: list[str] = []

    def __call__(self, text: str) -> str:
        done = self._here.layer_one.clean(" ".join(text.split()))
        self.removed += done.removed
        return done.text

    def told(self) -> Answer:
        if not self.removed:
            return {}
        return {
            "removed": self.removed,
            "say": "What identifies a person was taken out before anything was written.",
        }


def _list(here: Here, _: Options) -> Answer:
    found = [
        {"file": each.file, "type": each.type, "name": each.name, "description": each.description}
        for each in topics.every(here)
    ]
    return {"index": memory_index.read(here), "files": found}


def _show(here: Here, options: Options) -> Answer:
    for each in topics.every(here):
        if options.file in (each.file, each.file[:-3], each.id):
            return {"memory": each.as_json()}
    raise Refused("no_memory", "There is no such file of memory.", "`memory list` names them.")


def _note(here: Here, options: Options) -> Answer:
    here.home.require()
    clean = _Cleaner(here)
    written = notes.tell(here, clean(_given(options.words)))
    return {"file": written.file, "kept": written.body.split("\n")[-1], **clean.told()}


def _forget_memory(here: Here, options: Options) -> Answer:
    here.home.require()
    _want_yes(options)
    fitting = [each for each in topics.every(here) if options.file in (each.file, each.file[:-3], each.id)]
    for each in fitting:
        topics.remove(here, each.type, each.id)
        if each.type == PROGRESS:
            progress.unlist(here, each.id)
    memory_index.refresh(here)
    return {"forgotten": [each.file for each in fitting]}


def _progress_start(here: Here, options: Options) -> Answer:
    from becivic_harness import status_gate

    here.home.require()
    node = _node(here, options.id)
    status_gate.pass_through(here, session_facts.current(here), node, opted_in=options.opted_in)
    topic = progress.start(here, options.id, str(node.get("title", "")))
    if ":" not in options.id:
        library.keep_at_hand(here, [options.id])
    session = session_facts.current(here)
    if session is not None:
        session_facts.focused(here, session, topic.id)
    return {"progress": topic.as_json(), "active": [each.id for each in progress.active(here)]}


def _node(here: Here, identifier: str) -> Answer:
    """From the graph, for an id that is in it; an id that is not must at least say nothing of a person."""
    if identifier.startswith(_FALLBACK):
        words = topics.safe_id(here, identifier).replace(_FALLBACK, "").replace("-", " ")
        return {"id": identifier, "title": words}
    nodes = library.known_graph(here).get("nodes", [])
    known = {str(node.get("id")): node for node in nodes if isinstance(node, dict)}
    if identifier in known:
        return known[identifier]
    if known:
        raise Refused(
            "no_skill",
            "The library has no procedure of that id.",
            f"`route` finds ids; where nothing fits, use {_FALLBACK}short-words-for-the-matter.",
        )
    return {"id": identifier, "title": topics.safe_id(here, identifier).replace("-", " ")}


def _progress_step(here: Here, options: Options) -> Answer:
    here.home.require()
    clean = _Cleaner(here)
    topic = progress.update(
        here,
        options.id,
        step=clean(options.at) if options.at else None,
        next_action=clean(options.next) if options.next else None,
        outstanding=[clean(each) for each in options.outstanding]
        if options.outstanding is not None
        else None,
        note=clean(options.note) if options.note else None,
    )
    return {"progress": topic.as_json(), **clean.told()}


def _progress_list(here: Here, _: Options) -> Answer:
    done = [
        {"file": name, "outcome": head.get("outcome"), "archived_at": head.get("archived_at")}
        for name, head, _ in progress.archived(here)
    ]
    return {"active": [each.as_json() for each in progress.active(here)], "archived": done}


def _progress_show(here: Here, options: Options) -> Answer:
    return {"progress": progress.require(here, options.id).as_json()}


def _progress_close(here: Here, options: Options) -> Answer:
    here.home.require()
    moved = progress.close(here, options.id, options.outcome)
    return {
        "closed": options.id,
        "outcome": options.outcome,
        "archived": moved,
        "say": "It is kept in the archive for a year, then deleted.",
    }


def _pivot(here: Here, options: Options) -> Answer:
    """Progress is on disk with every step, so turning away loses nothing; the focus moves (R-RET-05)."""
    from becivic_harness.opening import pivot  # no other command of memory opens with a sentence

    session = session_facts.require(here)
    target = progress.require(here, options.id)
    before = session.focus
    session_facts.focused(here, session, target.id)
    left = _named(here, before) if before != target.id else ""
    return {
        "say": pivot(target.name, target.head.get("step") or "", left),
        "focus": target.id,
        "left": before or None,
        "progress": target.as_json(),
        "active": [each.id for each in progress.active(here)],
    }


def _named(here: Here, procedure: str) -> str:
    """What a procedure is called, or its id where nothing is noted of it."""
    found = topics.read(here, PROGRESS, procedure) if procedure else None
    return found.name if found else procedure


def _decision_add(here: Here, options: Options) -> Answer:
    here.home.require()
    clean = _Cleaner(here)
    written = notes.decide(here, topics.safe_id(here, options.topic), clean(_given(options.words)))
    return {"file": written.file, "kept": written.body.split("\n")[-1], **clean.told()}


def _listed(here: Here, kind: str) -> list[Topic]:
    return [each for each in topics.every(here) if each.type == kind]


def _decision_list(here: Here, _: Options) -> Answer:
    return {"decisions": [each.as_json() for each in _listed(here, DECISIONS)]}


def _history_list(here: Here, _: Options) -> Answer:
    return {
        "histories": [
            {key: value for key, value in each.as_json().items() if key not in ("body", "traversal")}
            for each in _listed(here, HISTORY)
        ]
    }


def _history_show(here: Here, options: Options) -> Answer:
    topic = topics.read(here, HISTORY, options.id)
    if topic is None:
        raise Refused(
            "no_history",
            "That route was not tried from this machine.",
            "`history list` names those that were.",
        )
    return {"history": topic.as_json()}


def _history_forget(here: Here, options: Options) -> Answer:
    here.home.require()
    _want_yes(options)
    gone = topics.remove(here, HISTORY, options.id)
    memory_index.refresh(here)
    return {"forgotten": [options.id] if gone else []}


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


def _given(words: Sequence[str]) -> str:
    import sys

    text = sys.stdin.read() if list(words) == ["-"] else " ".join(words)
    if not text.strip():
        raise Refused(
            "usage",
            "There is nothing to keep.",
            "Write the text behind the command, or - for standard input.",
            code=USAGE,
        )
    return text


def _want_yes(options: Options) -> None:
    if not options.yes:
        raise Refused(
            "say_yes",
            "This deletes a file of the person's notes.",
            "Ask the person, then pass --yes.",
            code=ASK_THE_PERSON,
        )


_WORDS: Final = option("words", nargs="+", metavar="TEXT", help="plain words, or - for standard input")
_YES: Final = option("--yes", action="store_true", help="the person said so")
_ID: Final = option("id", metavar="ID")

COMMANDS = {
    "memory list": Command(
        "The index and every file of memory.", _list, ("memory list --text",), writes=False
    ),
    "memory show": Command(
        "One file of memory.",
        _show,
        ("memory show customer_context",),
        (option("file", metavar="FILE"),),
        writes=False,
    ),
    "memory note": Command(
        "One more line about the situation, scrubbed.",
        _note,
        ('memory note "Moved from Ghent for work; the commune wants proof of income."',),
        (_WORDS,),
    ),
    "memory forget": Command(
        "Delete one file of memory.",
        _forget_memory,
        ("memory forget customer_context --yes",),
        (option("file", metavar="FILE"), _YES),
    ),
    "progress start": Command(
        "Begin a procedure, or find it again.",
        _progress_start,
        ("progress start nationality-application --opted-in",),
        (
            _ID,
            option(
                "--opted-in",
                action="store_true",
                help="it is in testing, the person was told so and wants to proceed",
            ),
        ),
    ),
    "progress step": Command(
        "Where a procedure stands now.",
        _progress_step,
        (
            'progress step nationality-application --at "collecting documents" --next "ask for the birth certificate" --outstanding "birth certificate"',
        ),
        (
            _ID,
            option("--at", metavar="TEXT", help="the step reached"),
            option("--next", metavar="TEXT", help="what comes next"),
            option("--outstanding", action="append", metavar="TEXT", help="what is still missing; repeat"),
            option("--note", metavar="TEXT", help="one more line"),
        ),
    ),
    "progress list": Command(
        "All procedures under way, and the archive.", _progress_list, ("progress list --text",), writes=False
    ),
    "progress show": Command(
        "One procedure under way.",
        _progress_show,
        ("progress show nationality-application",),
        (_ID,),
        writes=False,
    ),
    "progress close": Command(
        "End a procedure, because the person said so.",
        _progress_close,
        ("progress close nationality-application --outcome completed",),
        (_ID, option("--outcome", choices=progress.OUTCOMES, required=True)),
    ),
    "pivot": Command(
        "Turn to another procedure that is under way; nothing of the first is lost.",
        _pivot,
        ("pivot commune-address-registration --text",),
        (_ID,),
    ),
    "decision add": Command(
        "A decision the person took.",
        _decision_add,
        ('decision add language-exam "Chose the employment route instead of the exam."',),
        (option("topic", metavar="TOPIC", help="kebab-case words for the matter"), _WORDS),
    ),
    "decision list": Command("All decisions.", _decision_list, ("decision list --text",), writes=False),
    "history list": Command("Routes that were tried.", _history_list, ("history list --text",), writes=False),
    "history show": Command(
        "How one route went.",
        _history_show,
        ("history show certificate-of-residence --text",),
        (_ID,),
        writes=False,
    ),
    "history forget": Command(
        "Delete how one route went.",
        _history_forget,
        ("history forget certificate-of-residence --yes",),
        (_ID, _YES),
    ),
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
