"""Owns the way out: what the person approved, validated first and then staged, the same ids on every try (R-BUF-06, -11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from becivic_harness import buffer_file, profile_file, receipts
from becivic_harness.buffer_file import Item, id_of
from becivic_harness.collecting import header, personal_places
from becivic_harness.here import Here
from becivic_harness.items import STAGE, VALIDATE, envelopes, kind_of
from becivic_harness.json_values import is_integer
from becivic_harness.refusals import ASK_THE_PERSON, NOT_REACHED, Refused
from becivic_harness.review import in_plain_words
from becivic_harness.session_facts import Session
from becivic_harness.stamps import read_moment
from becivic_harness.wire import Unreachable, post

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
_KEPT: Final = (
    "The items stay in the buffer of this session. Nothing is sent later without being shown again."
)


def submit(here: Here, session: Session, *, only_validate: bool = False) -> dict[str, Any]:
    """Sends what was approved; tells item by item what became of it."""
    _refuse_unless_free(here, session)
    items = buffer_file.read(here, session.id).items
    ready = [item for item in items if buffer_file.is_approved(session, item)]
    if not ready:
        raise Refused(
            "nothing_approved",
            "Nothing in the buffer was approved by the person." if items else "The buffer is empty.",
            "Show `buffer list`, ask, and record each yes with `buffer approve ID`."
            if items
            else "Add items with `buffer add`.",
            code=ASK_THE_PERSON,
            waiting=len(items),
        )
    _refuse_changed_by_hand(here, session, ready)
    judged = [
        each
        for sent in envelopes(ready, header(here, session), VALIDATE)
        for each in _answered(here, sent, VALIDATE)
    ]
    refused = [each for each in judged if not each["ok"]]
    if only_validate or refused:
        return {
            "ok": not refused,
            "mode": "validate",
            "results": [_told(each) for each in judged],
            "say": "Nothing was sent: change or drop what was refused, then submit again."
            if refused
            else "All of it would be taken. Nothing was sent.",
        }
    results = _staged(here, session, ready)
    return {
        "ok": all(each["ok"] for each in results),
        "mode": "stage",
        "results": [_told(each) for each in results],
        "left_in_buffer": len(buffer_file.read(here, session.id).items),
        "say": _said(results),
    }


def _staged(here: Here, session: Session, ready: Sequence[Item]) -> list[dict[str, Any]]:
    """What was sent has its receipt before the next is sent; where one goes wrong, those before it are told all the same."""
    receipts.require(here)
    results: list[dict[str, Any]] = []
    for sent in envelopes(ready, header(here, session), STAGE):
        try:
            staged = _answered(here, sent, STAGE)
        except Refused as refused:
            if not any(each["ok"] for each in results):
                raise
            raise Refused(
                refused.error,
                f"{sum(each['ok'] for each in results)} were sent, the others perhaps not: {refused.detail}",
                refused.remedy,
                code=refused.code,
                results=[_told(each) for each in results],
            ) from None
        results += staged
        _settle(here, session, staged)
    return results


def _said(results: Sequence[dict[str, Any]]) -> str:
    taken = sum(each["ok"] for each in results)
    if not taken:
        return f"The service took none of it. {_KEPT}"
    sent = (
        "Sent"
        if taken == len(results)
        else f"{taken} of {len(results)} were sent; the others stay in the buffer"
    )
    return f"{sent}. Until its commit_eta each can be taken back with `cancel ID`; votes take effect at once."


def _refuse_unless_free(here: Here, session: Session) -> None:
    """Every reason not to send, before anything is (R-HARN-21, R-BUF-09, R-CAP-08)."""
    profile_file.require_sharing(here)
    if not session.rules_fetched:
        raise Refused(
            "no_rules",
            "The scrub rules could not be fetched when this session began, so nothing may be sent in it.",
            "Keep the items (`session close --keep`) and show them again in the next session.",
            code=NOT_REACHED,
        )


def _refuse_changed_by_hand(here: Here, session: Session, items: Sequence[Item]) -> None:
    """What came into the buffer by another way than `buffer add` goes through layer 1 before it leaves."""
    found = {id_of(item): places for item in items if (places := personal_places(here, session, item))}
    if found:
        raise Refused(
            "personal_in_buffer",
            "Something in the buffer identifies a person: "
            + "; ".join(f"`{each}` at {', '.join(places)}" for each, places in found.items()),
            "Say it otherwise with `buffer edit`, or drop the item. A word of a draft or correction that is no person:"
            " `buffer edit ID --public WORD`. Nothing was sent.",
        )


def _answered(here: Here, sent: dict[str, Any], mode: str) -> list[dict[str, Any]]:
    """One result for every item that was sent; an item without one was not taken."""
    try:
        answer = post(here, "/api/feedback", sent)
        said = answer.json()
    except Unreachable as reason:
        raise _not_reached(mode, str(reason)) from None
    results = said.get("results")
    if not isinstance(results, list) and not isinstance(said.get("error"), str):
        raise _not_reached(mode, "what answered was not the service")
    if not isinstance(results, list):
        raise Refused(
            str(said.get("error", "refused")),
            in_plain_words(said.get("error")),
            _KEPT,
            code=NOT_REACHED if answer.status == 429 else 1,
            retry_after=answer.headers.get("retry-after"),
        )
    by_place = {
        each["idx"]: each for each in results if isinstance(each, dict) and is_integer(each.get("idx"))
    }
    return [_result(by_place.get(place, {}), item, mode) for place, item in enumerate(sent["items"])]


def _not_reached(mode: str, reason: str) -> Refused:
    """An answer that did not come back does not prove that nothing arrived."""
    if mode == VALIDATE:
        return Refused("not_reached", f"Nothing was sent: {reason}.", _KEPT, code=NOT_REACHED)
    return Refused(
        "not_reached",
        f"It is not known whether it arrived: {reason}.",
        f"Submit again: the same item is never taken twice. {_KEPT}",
        code=NOT_REACHED,
    )


def _result(said: dict[str, Any], item: Item, mode: str) -> dict[str, Any]:
    told = {key: value for key, value in said.items() if isinstance(value, str)}
    return {**told, "ok": _is_taken(said, item, mode), "id": id_of(item), "type": item.get("type")}


def _is_taken(said: dict[str, Any], item: Item, mode: str) -> bool:
    """Only by an answer that the service gives: what is believed here leaves the buffer. What it knew before is a duplicate."""
    status = said.get("status")
    if said.get("ok") is not True or said.get("id", id_of(item)) != id_of(item):
        return False
    if mode == VALIDATE or status == "duplicate":
        return status in ("validated", "duplicate")
    if not kind_of(item).staged:
        return status == "applied"
    token, eta = said.get("cancel_token"), read_moment(said.get("commit_eta"))
    return status == "staged" and eta is not None and isinstance(token, str) and bool(_TOKEN.fullmatch(token))


def _settle(here: Here, session: Session, results: Sequence[dict[str, Any]]) -> None:
    """The receipts are on disk before the items leave the buffer: after a kill both are there, and a resend is a duplicate."""
    taken = [each for each in results if each["ok"]]
    lines = [
        {
            "submitted_at": here.stamp,
            "session_id": session.id,
            "type": each["type"],
            "id": each["id"],
            "cancel_token": each.get("cancel_token"),
            "commit_eta": each.get("commit_eta"),
            "status": each.get("status"),
        }
        for each in taken
    ]
    try:
        receipts.keep(here, *lines)
    except Refused as refused:
        raise Refused(
            "receipt_not_kept",
            f"It was sent, and what takes it back could not be written down: {refused.detail}",
            "Give the person each id and cancel_token of `receipts` now: nobody else has them. Then free the disk or the rights.",
            code=refused.code,
            receipts=lines,
        ) from None
    gone = {each["id"] for each in taken}
    left = [item for item in buffer_file.read(here, session.id).items if id_of(item) not in gone]
    buffer_file.replace(here, session.id, left)


def _told(result: dict[str, Any]) -> dict[str, Any]:
    """Without the token, which belongs in the person's own file, and with words instead of categories."""
    shown = {
        key: value
        for key, value in result.items()
        if key in ("id", "type", "ok", "status", "commit_eta", "schema_pointer", "keyword", "missing")
    }
    if not result["ok"]:
        shown["say"] = in_plain_words(result.get("error"))
    return shown
