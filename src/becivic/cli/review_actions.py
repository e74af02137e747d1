"""What the commands of `becivic review` do to an item, by the queue it waits in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import typer

from becivic.cli.review_desk import Desk, Told, refuse
from becivic.cli.review_drafts import close_draft
from becivic.cli.review_injection import discard_quarantined, release_quarantined
from becivic.cli.review_names import refuse_named_edit
from becivic.corpus.scrubbing import SCRUB_RULES_FILE, scrubbing
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.review import failed, feedback, queues, unsent
from becivic.publishing.review.editing import Law, refuse_edit
from becivic.publishing.review.feedback import Triage
from becivic.publishing.review.queues import Item
from becivic.publishing.review.refused import NotDone
from becivic.publishing.review.writeback import OPERATOR, Wanted, write_back
from becivic.rules.changes import ChangeState
from becivic.rules.errors import BeCivicError
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.store.tables.keeping import Queue

_NEXT_RUN: Final = "The next run of `becivic run commit` publishes it."

Action = Callable[[Desk, Item], Told]


def act(desk: Desk, item: Item, actions: Mapping[Queue, Action], done: str) -> Told:
    action = actions.get(item.queue)
    if action is None:
        raise refuse(
            f"What waits in `{item.queue}` is not {done}.", "`becivic review --help` says what there is."
        )
    return action(desk, item)


def _release_held(desk: Desk, item: Item) -> Told:
    if item.submission is None:
        _settle(desk.store.write(lambda connection: unsent.release(connection, item, desk.now, OPERATOR)))
        return Told(item.subject_id, "released", "Released.")
    published = _published(desk, item)
    _write_back(desk, item.submission, item.subject_id, Wanted(SubmissionState.RELEASED))
    return Told(
        item.subject_id,
        "released",
        "Released. It counts and is shown again." if published else f"Released. {_NEXT_RUN}",
    )


def _discard_held(desk: Desk, item: Item) -> Told:
    if item.submission is None:
        _settle(desk.store.write(lambda connection: unsent.discard(connection, item, desk.now, OPERATOR)))
        stays = "`becivic retract` takes it out of history." if item.subject_type == unsent.FILE else ""
        return Told(item.subject_id, "discarded", f"Discarded. {stays or 'It stays hidden.'}")
    change = desk.store.read(lambda connection: queues.change_state(connection, item.subject_id))
    _write_back(desk, item.submission, item.subject_id, Wanted(SubmissionState.DISCARDED))
    return Told(item.subject_id, "discarded", f"Discarded: what it says is deleted.{_left_in_git(change)}")


_LEFT_IN_GIT: Final = {
    ChangeState.OPEN: " Its change request is still open: `becivic review close` closes it, and `becivic retract`"
    " takes it out of history.",
    ChangeState.CLOSED: " Its branch is still in the repository: `becivic retract` takes it out.",
}


def _left_in_git(change: ChangeState | None) -> str:
    return "" if change is None else _LEFT_IN_GIT.get(change, "")


def release_edited(desk: Desk, item: Item, payload: Mapping[str, Any], *, as_is: bool) -> Told:
    kind = item.submission
    if item.queue is not Queue.HELD or kind is None:
        raise refuse("Only a held submission can be edited.", "Release it without --edited.")
    rules = CorpusRepository.open(desk.settings.home / REPOSITORY)
    text = rules.at(rules.head()).read(SCRUB_RULES_FILE).decode("utf-8")
    law = Law(packaged_registry(), scrubbing(text).whole())
    against = desk.store.read(lambda connection: refuse_edit(connection, kind, item.subject_id, payload, law))
    if against is not None:
        raise _refused(against)
    if not as_is:
        refuse_named_edit(item, payload)
    wanted = Wanted(SubmissionState.RELEASED_AFTER_EDIT, payload)
    _write_back(desk, kind, item.subject_id, wanted)
    return Told(item.subject_id, "released_after_edit", f"Released after an edit. {_NEXT_RUN}")


def _try_again(desk: Desk, item: Item) -> Told:
    _refuse_main(item)
    again = desk.store.write(
        lambda connection: failed.try_again(connection, item.subject_id, desk.now, OPERATOR)
    )
    if not again:
        raise refuse("It has not stopped: every run tries it again by itself.")
    return Told(item.subject_id, failed.TRIED_AGAIN, f"It is tried again. {_NEXT_RUN}")


def _drop(desk: Desk, item: Item) -> Told:
    _refuse_main(item)
    dropped = desk.store.write(
        lambda connection: failed.drop(connection, item.subject_id, desk.now, OPERATOR)
    )
    if not dropped:
        raise refuse("It has not stopped: every run tries it again by itself.")
    return Told(item.subject_id, "discarded", "Discarded: what it says is deleted.")


def _refuse_main(item: Item) -> None:
    """Nobody sent it, so nobody can send it again: main itself is what failed."""
    if item.submission is None:
        raise refuse(
            "It is about main, not about a submission.", "Mend main, then `becivic review close` it."
        )


RELEASE: Final[Mapping[Queue, Action]] = {
    Queue.HELD: _release_held,
    Queue.FAILED: _try_again,
    Queue.INJECTION: release_quarantined,
}
DISCARD: Final[Mapping[Queue, Action]] = {
    Queue.HELD: _discard_held,
    Queue.FAILED: _drop,
    Queue.INJECTION: discard_quarantined,
}


def triage(desk: Desk, item: Item, outcome: Triage | None) -> Told:
    if outcome is None:
        raise BeCivicError(
            "Feedback is closed with what came of it.",
            remedy=f"Say --outcome {'|'.join(Triage)}.",
        )
    _settle(
        desk.store.write(
            lambda connection: feedback.triage(connection, item.subject_id, outcome, desk.now, OPERATOR)
        )
    )
    return Told(item.subject_id, outcome.value, f"Closed: {outcome}.")


def _close_draft(desk: Desk, item: Item) -> Told:
    return close_draft(desk, item.subject_id)


def _close_failed(desk: Desk, item: Item) -> Told:
    if item.submission is not None:
        raise refuse("What failed is released to be tried again, or discarded.")
    outcome = ChangeState.CLOSED.value
    _settle(desk.store.write(lambda connection: unsent.answer(connection, item, outcome, desk.now, OPERATOR)))
    return Told(item.subject_id, outcome, "Closed.")


def close_item(desk: Desk, item: Item, outcome: Triage | None) -> Told:
    if outcome is not None:
        raise BeCivicError("--outcome is for feedback.", remedy="Leave it away.")
    return act(desk, item, {Queue.DRAFTS: _close_draft, Queue.FAILED: _close_failed}, "closed")


def _published(desk: Desk, item: Item) -> bool:
    shown = desk.store.read(lambda connection: queues.shown(connection, item))
    return "payload" not in shown


def _write_back(desk: Desk, kind: SubmissionType, submission_id: str, wanted: Wanted) -> None:
    before = desk.store.write(
        lambda connection: write_back(connection, kind, submission_id, wanted, desk.now)
    )
    if isinstance(before, NotDone):
        raise _refused(before)
    _settle(before is not None)


def _settle(done: bool) -> None:
    """Somebody else has just decided, or taken it back."""
    if not done:
        raise refuse("It does not wait any more.")


def _refused(against: NotDone) -> typer.Exit:
    lines = [f"{fault.pointer or '/'}: {fault.message}." for fault in against.faults]
    place = against.pointer.removeprefix("/payload")
    return refuse("\n".join(lines) if lines else f"{f'{place}: ' if place else ''}{against.detail}")
