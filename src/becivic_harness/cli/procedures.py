"""`progress`, `pivot`: where each procedure stands, and which one is talked about."""

from __future__ import annotations

from typing import Final

from becivic_harness import library, progress, session_facts, topics
from becivic_harness.cli.cleaning import Cleaner
from becivic_harness.cli.command import Answer, Command, Options, option
from becivic_harness.fallback import FALLBACK_ENTRY as _FALLBACK
from becivic_harness.here import Here
from becivic_harness.refusals import Refused
from becivic_harness.topics import PROGRESS


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
    clean = Cleaner(here)
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


_ID: Final = option("id", metavar="ID")

COMMANDS = {
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
}
