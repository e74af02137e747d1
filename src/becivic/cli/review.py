"""`becivic review`: what waits for a human, and what they decide (R-TRUST-02). The service may run meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from becivic.cli.options import AsJson
from becivic.cli.output import print_json
from becivic.cli.review_actions import DISCARD, RELEASE, act, close_item, release_edited, triage
from becivic.cli.review_classes import doubt_class
from becivic.cli.review_desk import opened
from becivic.cli.review_drafts import close_draft, merge_draft
from becivic.cli.review_injection import clear_flag, shown_quarantine
from becivic.cli.review_names import refuse_unconfirmed
from becivic.cli.review_output import as_json as said
from becivic.cli.review_output import print_item, print_list
from becivic.publishing.review import queues
from becivic.publishing.review.feedback import Triage
from becivic.rules.errors import BeCivicError
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.store.tables.keeping import Queue

review = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Look at what waits for a human, and decide: names that were found, drafts, what was flagged as an injection,"
    " what could not be published, feedback. The service may run meanwhile."
    "\n\nExample: `becivic review list --queue held`",
)

Named = Annotated[
    str, typer.Argument(metavar="ID", help="Its number, or the submission's id, or the beginning of that.")
]
Request = Annotated[
    str,
    typer.Argument(metavar="ID|BRANCH", help="Its number, or its id or the beginning of that, or a branch."),
]
InQueue = Annotated[Queue | None, typer.Option("--queue", help="Only this queue. All of them when left out.")]


@review.command("list")
def list_(
    queue: InQueue = None,
    after: Annotated[
        int | None, typer.Option(min=0, metavar="NUMBER", help="Go on after this number.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many at most.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List what waits, oldest first, without a word of what anybody wrote.

    Examples: `becivic review list`, `becivic review list --queue held --json`
    """
    with opened() as desk:
        page = desk.store.read(lambda connection: queues.listed(connection, queue, after, limit))
        if not as_json:
            print_list(page, desk.now)
            return
        more = {"next": page.next} if page.next is not None else {}
        print_json({"items": [said(item) for item in page.items], **more})


@review.command("show")
def show(named: Named, queue: InQueue = None, as_json: AsJson = False) -> None:
    """Show one item with everything there is to judge it by, what somebody wrote too.

    Of something that was flagged as an injection: why, what it says, and what stands in its place. Control characters are spelled out. Exit 1 when nothing waits under this id.

    Examples: `becivic review show 12`, `becivic review show con_019a8000`
    """
    with opened() as desk:
        item = desk.item(named, queue)
        if item.queue is Queue.INJECTION:
            shown = shown_quarantine(desk, item)
        else:
            shown = desk.store.read(lambda connection: queues.shown(connection, item))
        if as_json:
            print(
                json.dumps({**said(item), **shown}, indent=2)
            )  # every sign spelled out: terminals obey some
        else:
            print_item(item, shown, desk.now)


@review.command("release")
def release(
    named: Named,
    edited: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Release with these words instead: the whole payload as JSON."),
    ] = None,
    only_flag: Annotated[
        bool,
        typer.Option(
            "--only-flag", help="Of something flagged: the flag was bogus, and all else stays as it is now."
        ),
    ] = False,
    as_is: Annotated[
        bool,
        typer.Option(
            "--as-is",
            help="Of something held for a name: publish it with the name, which you have looked at.",
        ),
    ] = False,
    queue: InQueue = None,
    as_json: AsJson = False,
) -> None:
    """Let something held pass, as it is or after an edit; or have something that failed tried again.

    Of something that was flagged as an injection: the flag was bogus. It comes back as it was, by a fresh change, and
    whoever flagged it may send less; a second bogus flag of the same address is its last.

    What is held because a person seems to be named in it is not released without --as-is or an edit: exit 2, with the
    places, the names as stars. An edited text is looked through again.

    An edit keeps what it is about, satisfies the schema of its type and the scrub rules. Exit 1 when it is refused.

    Examples: `becivic review release 12`, `becivic review release 12 --as-is`,
    `becivic review release con_019a8000 --edited concern.json`, `becivic review release val-00001 --only-flag`
    """
    if edited is not None and only_flag:
        raise BeCivicError("--edited and --only-flag do not go together.", remedy="Leave one of them away.")
    payload = None if edited is None else _payload(edited)
    with opened() as desk:
        item = desk.item(named, queue)
        if payload is not None:
            told = release_edited(desk, item, payload, as_is=as_is)
        elif only_flag:
            told = clear_flag(desk, item)
        else:
            if not as_is:
                refuse_unconfirmed(desk, item)
            told = act(desk, item, RELEASE, "released")
        told.tell(as_json=as_json)


@review.command("discard")
def discard(named: Named, queue: InQueue = None, as_json: AsJson = False) -> None:
    """Drop something held, or something that failed: what it says is deleted, and its status says so for ever.

    Of something that was flagged as an injection: the flag was right. It stays out, and who flagged it is forgotten.

    Exit 1 when it is refused: what is on main is taken out by `becivic retract` first.

    Example: `becivic review discard 12`
    """
    with opened() as desk:
        item = desk.item(named, queue)
        act(desk, item, DISCARD, "discarded").tell(as_json=as_json)


@review.command("merge")
def merge(named: Request, as_json: AsJson = False) -> None:
    """Merge a change request into main as it is now: a draft's, or the branch that a maintainer pushed.

    What the checks find is said, and exits 1.

    Examples: `becivic review merge drf_019a8000`, `becivic review merge mend-a-summary`
    """
    with opened() as desk:
        item = desk.find(named, Queue.DRAFTS)
        merge_draft(desk, named if item is None else item.subject_id).tell(as_json=as_json)


@review.command("close")
def close(
    named: Request,
    outcome: Annotated[
        Triage | None, typer.Option(help="For feedback: what came of it.", show_default=False)
    ] = None,
    queue: InQueue = None,
    as_json: AsJson = False,
) -> None:
    """Close a change request without merging it, or feedback with what came of it.

    Examples: `becivic review close drf_019a8000`, `becivic review close 12 --outcome done`
    """
    with opened() as desk:
        item = desk.find(named, queue)
        if item is None:
            told = close_draft(desk, named)
        elif item.queue is Queue.FEEDBACK:
            told = triage(desk, item, outcome)
        else:
            told = close_item(desk, item, outcome)
        told.tell(as_json=as_json)


review.command("doubt")(doubt_class)


def _payload(file: Path) -> dict[str, Any]:
    try:
        value = parse_json(file.read_bytes())
    except OSError as error:
        raise BeCivicError(f"cannot be read: {error.strerror}.", where=str(file)) from None
    except JsonRefused as refused:
        raise BeCivicError(f"{refused.reason}.", where=f"{file}:{refused.line}") from None
    if not isinstance(value, dict):
        raise BeCivicError("is not one JSON object.", where=str(file), remedy="Write the whole payload.")
    return value
