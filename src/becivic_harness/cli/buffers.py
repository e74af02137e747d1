"""`buffer add|list|edit|drop|approve|adopt`, `submit`, `cancel`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from becivic_harness import buffer_file, profile_file, review, session_facts
from becivic_harness.buffer_file import Item, id_of
from becivic_harness.cli.command import Answer, Command, Options, option, pairs
from becivic_harness.here import Here
from becivic_harness.refusals import ASK_THE_PERSON, NOT_REACHED, USAGE, Refused
from becivic_harness.session_facts import Session

if TYPE_CHECKING:
    from becivic_harness.collecting import Collected


_BY_MAIL = " Whoever wants to say who they are, or wants an answer, writes an e-mail to the operators, outside Be Civic."


def _add(here: Here, options: Options) -> Answer:
    from becivic_harness import collecting

    session = session_facts.require(here)
    given = {"type": options.type, **pairs(options.pair or []), **(options.item or {})}
    done = collecting.add(here, session, given, options.public or ())
    return _collected(session, done, "Kept in the buffer; nothing is sent before the person has seen it.")


def _edit(here: Here, options: Options) -> Answer:
    from becivic_harness import collecting

    session = session_facts.require(here)
    done = collecting.edit(
        here, session, options.id, {**pairs(options.pair or []), **(options.item or {})}, options.public or ()
    )
    return _collected(session, done, "Changed; it needs the person's yes again.")


def _collected(session: Session, done: Collected, said: str) -> Answer:
    told: Answer = {"item": review.reviewed(done.item, session.id, approved=False), "say": said}
    if done.removed:
        told["removed"] = [each._asdict() for each in done.removed]
        told["say"] += " What identifies a person was taken out first."
        if done.item.get("type") == "feedback":
            told["say"] += _BY_MAIL
    if done.checked.warnings:
        told["warnings"] = [each.as_json() for each in done.checked.warnings]
    return told


def _list(here: Here, options: Options) -> Answer:
    session = _of(here, options)
    buffered = buffer_file.read(here, session.id)
    told: Answer = {
        "session_id": session.id,
        "items": [
            review.reviewed(item, session.id, approved=buffer_file.is_approved(session, item))
            for item in buffered.items
        ],
    }
    if options.raw:
        told["raw"] = buffered.items
    suggested = _suggested(here, buffered.items)
    if suggested:
        told["suggest"] = suggested
    if buffered.damaged:
        told["unreadable_lines"] = len(buffered.damaged)
    return told


def _suggested(here: Here, items: list[Item]) -> list[str]:
    """On a procedure in testing more is asked of whoever walked it: whether it fits, as a validation (R-HARN-15)."""
    from becivic_harness import library, progress
    from becivic_harness.statuses import TESTING

    graph = library.cached(here, library.GRAPH)
    nodes = graph.document.get("nodes", []) if graph else []
    testing = {str(node.get("id")) for node in nodes if node.get("status") in TESTING}
    judged = {item.get("target_id") for item in items if item.get("type") == "validation"}
    walked = [topic for topic in progress.active(here) if topic.id in testing and topic.id not in judged]
    return [
        f"{topic.name} is in testing: note closely what differed, and ask whether it fits; then add a validation on `{topic.id}`."
        for topic in walked
    ]


def _list_text(answer: Answer) -> str:
    lines = (
        [f"{len(answer['items'])} item(s) would be sent, if you agree:"]
        if answer["items"]
        else ["Nothing would be sent."]
    )
    for number, item in enumerate(answer["items"], 1):
        lines += [
            "",
            f"{number}. {item['about']}{' (approved)' if item['approved'] else ''}",
            *(f"   {line}" for line in item["says"]),
            f"   {item['window']}",
            f"   {item['id']}",
        ]
    alike = list(dict.fromkeys(line for item in answer["items"] for line in item["sent_with"]))
    return "\n".join(
        [
            *lines,
            *(["", "With each goes, beside the time of sending:"] if alike else []),
            *(f"   {line}" for line in alike),
        ]
    )


def _drop(here: Here, options: Options) -> Answer:
    from becivic_harness import orphans

    session = _of(here, options)
    items = buffer_file.read(here, session.id).items
    gone = _chosen(here, session, options, items)
    if options.all and not options.yes:
        raise Refused(
            "say_yes",
            "This drops every item of the buffer.",
            "Ask the person, then pass --yes.",
            code=ASK_THE_PERSON,
        )
    ids = {id_of(item) for item in gone}
    left = [item for item in items if id_of(item) not in ids]
    buffer_file.replace(here, session.id, left)
    if (
        not left
        and not session_facts.is_open(here, session.id)
        and not buffer_file.read(here, session.id).damaged
    ):
        orphans.forget(here, session.id, keep_buffer=False)
    return {"dropped": sorted(ids), "left": len(left)}


def _approve(here: Here, options: Options) -> Answer:
    """The person's yes. A first yes to sharing is kept with the profile; a no there stands above it (R-HARN-21)."""
    session = session_facts.require(here)
    profile = profile_file.require_sharing(here)
    chosen = _chosen(here, session, options, buffer_file.read(here, session.id).items)
    if not chosen:
        return {
            "approved": [],
            "say": "The buffer is empty: there was nothing to say yes to, and nothing was recorded.",
        }
    buffer_file.approve(here, session, chosen)
    if profile_file.consented(profile, "submissions") is None:
        profile_file.write(here, profile_file.with_consent(here, profile, submissions=True))
    return {
        "approved": [id_of(item) for item in chosen],
        "say": "Recorded. `submit` sends these and nothing else.",
    }


def _chosen(here: Here, session: Session, options: Options, items: list[Item]) -> list[Item]:
    if options.all:
        return items
    if not options.id:
        raise Refused(
            "usage", "Which item?", "Name ids as `buffer list` shows them, or pass --all.", code=USAGE
        )
    return [buffer_file.one(here, session.id, each) for each in options.id]


def _adopt(here: Here, options: Options) -> Answer:
    """Brings what an earlier session left into this one, to be shown and decided on; the old approvals do not count."""
    from becivic_harness import orphans

    session = session_facts.require(here)
    if options.orphan == session.id or options.orphan not in session_facts.ids(here):
        raise Refused(
            "no_orphan",
            "No other session of that id left anything here.",
            "`session status` lists what was left.",
        )
    if session_facts.is_at_work(here, options.orphan) and not options.yes:
        raise Refused(
            "at_work",
            "Something was written in that session within the last hour: another agent may be in it.",
            "Leave it, or ask the person whether it is over; if so, pass --yes. It is closed then.",
            code=ASK_THE_PERSON,
        )
    items, damaged = buffer_file.read(here, options.orphan)
    there = {id_of(item) for item in buffer_file.read(here, session.id).items}
    buffer_file.append(here, session, *(item for item in items if id_of(item) not in there))
    if damaged:
        buffer_file.replace(here, options.orphan, [])  # lines that cannot be read stay where they are
    orphans.forget(here, options.orphan, keep_buffer=bool(damaged))
    return {
        "adopted": len(items),
        "items": [review.reviewed(item, session.id, approved=False) for item in items],
        **({"unreadable_lines": len(damaged)} if damaged else {}),
    }


def _of(here: Here, options: Options) -> Session:
    """This session, or the one whose leftovers are looked at."""
    if not options.of:
        return session_facts.require(here)
    here.home.require()
    if options.of not in session_facts.ids(here):
        raise Refused(
            "no_orphan", "No session of that id left anything here.", "`session status` lists what was left."
        )
    return session_facts.read(here, options.of)


def _submit(here: Here, options: Options) -> Answer:
    from becivic_harness import submitting

    return submitting.submit(here, session_facts.require(here), only_validate=options.only_validate)


def _cancel(here: Here, options: Options) -> Answer:
    from becivic_harness import cancelling

    here.home.require()
    if options.retry:
        done = cancelling.retry(here, only_due=False)
        return _unless_it_waits(done, queue=done)
    if not options.id:
        raise Refused("usage", "Which submission?", "Name its id, or pass --retry.", code=USAGE)
    told = cancelling.cancel(here, options.id)
    return _unless_it_waits([told], **told)


def _unless_it_waits(done: list[Answer], **told: Any) -> Answer:  # noqa: ANN401  what the answer holds
    """What is not taken back ends the command with a code that says so."""
    from becivic_harness.cancelling import CANCELLED, OTHERWISE, QUEUED

    became = {each["status"] for each in done} - {CANCELLED}
    if QUEUED in became:
        raise Refused(
            "not_reached",
            "The server did not take it back yet.",
            "It is tried again when the next session begins, or with `cancel --retry`; it must succeed before the deadline.",
            code=NOT_REACHED,
            **told,
        )
    if became:
        raise Refused("cancel_failed", "Not all of it could be taken back.", OTHERWISE, **told)
    return told


def _item(options: Options, found: dict[str, Any]) -> None:
    options.item = found
    if not getattr(options, "type", None):
        options.type = found.get("type")


_PAIRS = option("pair", nargs="*", metavar="FIELD=VALUE", help="fields of the item; dotted keys reach inside")
_PUBLIC = option(
    "--public",
    action="append",
    metavar="WORD",
    help="of a draft or correction: a word that is no person; repeat",
)
_ITEM = option("--item", default=None, help="==SUPPRESS==")  # set by --json
_IDS = option("id", nargs="*", metavar="ID", help="ids, or a part that fits one only")
_ALL = option("--all", action="store_true", help="every item")
_OF = option("--of", metavar="SESSION", help="the buffer of an earlier session")

COMMANDS = {
    "buffer add": Command(
        "Keep something to be sent at the end. It is scrubbed and checked first.",
        _add,
        (
            'buffer add concern target_type=skill target_id=nationality-application context.language_used=fr content.scope=general content.body="The desk asked for two copies." content.evidence_date=2026-11-10 content.evidence_source=customer-report',
            "buffer add validation target_type=skill target_id=nationality-application verdict=confirm injection_flag=false",
            "buffer add --json item.json",
        ),
        (
            option(
                "type",
                nargs="?",
                metavar="TYPE",
                help="concern, amendment, validation, draft, feedback or rating",
            ),
            _PAIRS,
            _PUBLIC,
            _ITEM,
        ),
        reads=_item,
    ),
    "buffer list": Command(
        "What would be sent, in plain words.",
        _list,
        ("buffer list --text", "buffer list --raw"),
        (_OF, option("--raw", action="store_true", help="also each item as it would be sent")),
        writes=False,
        text=_list_text,
    ),
    "buffer edit": Command(
        "Change an item; it needs a new yes.",
        _edit,
        ('buffer edit con_0192 content.body="Two copies of the lease, not one."',),
        (option("id", metavar="ID"), _PAIRS, _PUBLIC, _ITEM),
        reads=_item,
    ),
    "buffer drop": Command(
        "Take items out; they are not sent.",
        _drop,
        ("buffer drop con_0192", "buffer drop --all --yes", "buffer drop --of ses_… --all --yes"),
        (_IDS, _ALL, _OF, option("--yes", action="store_true", help="the person said so")),
    ),
    "buffer approve": Command(
        "Record the person's yes to items they have seen.",
        _approve,
        ("buffer approve con_0192 val_0193", "buffer approve --all"),
        (_IDS, _ALL),
    ),
    "buffer adopt": Command(
        "Take over what an earlier session left, to decide on it now.",
        _adopt,
        ("buffer adopt ses_…",),
        (
            option("orphan", metavar="SESSION"),
            option("--yes", action="store_true", help="the person said that the session is over"),
        ),
    ),
    "submit": Command(
        "Send what the person approved: validated first, then staged for 24 hours.",
        _submit,
        ("submit --only-validate", "submit"),
        (
            option(
                "--only-validate",
                action="store_true",
                help="ask what the server would say; nothing is kept there",
            ),
        ),
    ),
    "cancel": Command(
        "Take back what was sent, within its 24 hours.",
        _cancel,
        ("cancel con_0192", "cancel --retry"),
        (
            option("id", nargs="?", metavar="ID"),
            option(
                "--retry", action="store_true", help="go through the queue of those that did not get through"
            ),
        ),
    ),
}
