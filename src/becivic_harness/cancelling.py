"""Owns taking back: at once where the server answers, else from a queue with a deadline (R-BUF-13).

A minute before the submission is published the queue gives up, and says so. Whoever asks directly is let through to the
server at any time: it alone knows what is published.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from becivic_harness import files, receipts, stamps
from becivic_harness.buffer_file import ROUTES
from becivic_harness.here import Here
from becivic_harness.receipts import Receipt
from becivic_harness.refusals import NOT_REACHED, Refused
from becivic_harness.review import in_plain_words
from becivic_harness.wire import Unreachable, ask

FIRST_WAIT: Final = 60
LONGEST_WAIT: Final = 3600
MARGIN: Final = timedelta(seconds=60)
CANCELLED: Final = "cancelled"
QUEUED: Final = "queued"
FAILED: Final = "cancel_failed"
_DECIDED: Final = ("unauthorised", "forbidden")
"""The refusals that end it. Anything else is not the service's last word on this submission."""
_TOO_LATE: Final = "The server was not reached in time: it may be published already."
OTHERWISE: Final = "Vote against it, or file a note, if it was wrong."


def cancel(here: Here, item_id: str) -> dict[str, Any]:
    """Takes one submission back, or queues that."""
    receipt = receipts.one(here, item_id)
    if receipt.get("status") == CANCELLED:
        return {"id": receipt["id"], "status": CANCELLED, "say": "It was taken back before."}
    if not receipt.get("cancel_token"):
        raise Refused(
            "cannot_be_cancelled",
            "There is no token for it: it took effect at once, or was sent from another machine.",
            OTHERWISE,
        )
    return _tried(here, receipt, attempt=0)


def retry(here: Here, *, only_due: bool = True) -> list[dict[str, Any]]:
    """Goes through the queue: what is due is tried, what is past its deadline is given up. One that fails stops no other."""
    done = []
    for name in files.names(here.home.path("cancel-retry")):
        if name.endswith(files.HALF_WRITTEN):
            continue  # what it would replace is in the queue itself
        queued = files.read_json(here.home.path("cancel-retry", name))
        if (
            queued is None
            or not isinstance(queued.get("id"), str)
            or not isinstance(queued.get("cancel_token"), str)
        ):
            continue
        deadline = stamps.read_moment(queued.get("deadline"))
        if deadline is not None and here.now >= deadline:
            files.remove(here.home.path("cancel-retry", name))
            receipts.keep(here, {"id": queued["id"], "status": FAILED, "at": here.stamp})
            done.append({"id": queued["id"], "status": "too_late", "say": _TOO_LATE})
        elif not only_due or (stamps.read_moment(queued.get("next_at")) or here.now) <= here.now:
            attempt = queued.get("attempt")
            try:
                done.append(_tried(here, queued, attempt if isinstance(attempt, int) else 0))
            except Refused as refused:
                done.append({"id": queued["id"], "status": FAILED, "say": refused.detail})
    return done


def _tried(here: Here, receipt: Receipt, attempt: int) -> dict[str, Any]:
    item_id, token = str(receipt["id"]), str(receipt["cancel_token"])
    route = ROUTES.get(str(receipt.get("type")), "")
    receipts.require(here)
    try:
        answer = ask(here, "DELETE", f"/api/{route}/{item_id}", None, {"Authorization": f"Bearer {token}"})
        said = answer.json()
    except Unreachable:
        return _queued(here, receipt, attempt)
    is_gone, refusal = answer.is_good and said.get("cancelled") is True, said.get("error")
    if not is_gone and (answer.is_good or refusal not in _DECIDED):
        return _queued(here, receipt, attempt)  # whatever answered, it was not the service
    receipts.keep(here, {"id": item_id, "status": CANCELLED if is_gone else FAILED, "at": here.stamp})
    files.remove(here.home.cancel_retry(item_id))  # not before it is decided
    if is_gone:
        return {"id": item_id, "status": CANCELLED, "say": "It is taken back and will not be published."}
    raise Refused(str(refusal), in_plain_words(refusal), OTHERWISE, id=item_id)


def _queued(here: Here, receipt: Receipt, attempt: int) -> dict[str, Any]:
    """Full jitter: anything between nothing and the wait that doubles each time."""
    deadline = _deadline(receipt)
    if deadline is not None and here.now >= deadline:
        raise Refused("not_reached", _TOO_LATE, OTHERWISE, code=NOT_REACHED, id=receipt["id"])
    ceiling = min(FIRST_WAIT * 2 ** min(max(attempt, 0), 10), LONGEST_WAIT)
    wait = int.from_bytes(here.random(4), "big") % (ceiling + 1)
    queued = {
        "id": receipt["id"],
        "type": receipt.get("type"),
        "cancel_token": receipt["cancel_token"],
        "commit_eta": receipt.get("commit_eta"),
        "deadline": stamps.stamp(deadline) if deadline else None,
        "attempt": attempt + 1,
        "next_at": stamps.stamp(here.now + timedelta(seconds=wait)),
    }
    files.write_json(here.home.cancel_retry(str(receipt["id"])), queued)
    return {
        "id": receipt["id"],
        "status": QUEUED,
        "deadline": queued["deadline"],
        "next_at": queued["next_at"],
        "say": "The server did not take it back yet. It will be tried again at the next session, or with `cancel --retry`; it must succeed before the deadline.",
    }


def _deadline(receipt: Receipt) -> Any:  # noqa: ANN401  a datetime or None
    eta = stamps.read_moment(receipt.get("commit_eta"))
    return None if eta is None else eta - MARGIN
