"""`becivic review` on a quarantine: what is shown of it, and what a ruling says it did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from becivic.cli.review_desk import Desk, Told, refuse
from becivic.publishing.consensus import flagged
from becivic.publishing.consensus.ruling import Asked, Ruled, RulingRefused, reinstate, rule_about_flag
from becivic.publishing.review.queues import Item
from becivic.rules.consensus import Ruling
from becivic.rules.targets import TargetType
from becivic.store.tables.keeping import Queue


def shown_quarantine(desk: Desk, item: Item) -> dict[str, Any]:
    with _refusing():
        return flagged.shown(desk.workshop(), _asked(item))


def release_quarantined(desk: Desk, item: Item) -> Told:
    """The flag was bogus: what was flagged comes back."""
    with _refusing():
        ruled = reinstate(desk.workshop(), _asked(item), desk.now)
    by = f" as {ruled.commit}" if ruled.commit else ""
    sentence = f"The flag was bogus: reinstated at {ruled.status}{by}. {_limited(ruled)}"
    commit = {"commit": ruled.commit} if ruled.commit else {}
    return _told(item, ruled, sentence, {"status": ruled.status, **commit})


def clear_flag(desk: Desk, item: Item) -> Told:
    """The flag was bogus, and nothing else changes."""
    if item.queue is not Queue.INJECTION:
        raise refuse("--only-flag is for what was flagged as an injection.", "Leave it away.")
    ruled = _about_flag(desk, item, Ruling.BOGUS)
    sentence = f"The flag was bogus; what was flagged stays as it is. {_limited(ruled)}"
    return _told(item, ruled, sentence, {})


def discard_quarantined(desk: Desk, item: Item) -> Told:
    """The flag was right."""
    ruled = _about_flag(desk, item, Ruling.UPHELD)
    return _told(item, ruled, "The flag was right: it stays out, and who flagged it is forgotten.", {})


def _about_flag(desk: Desk, item: Item, ruling: Ruling) -> Ruled:
    with _refusing():
        return desk.store.write(
            lambda connection: rule_about_flag(connection, _asked(item), ruling, desk.now)
        )


def _limited(ruled: Ruled) -> str:
    if not ruled.addresses:
        return "Nobody knows any more who flagged it."
    who = "The address" if ruled.addresses == 1 else f"Each of the {ruled.addresses:,} addresses"
    return f"{who} that flagged it may send less from now on, and nothing after another bogus flag."


def _told(item: Item, ruled: Ruled, sentence: str, more: dict[str, Any]) -> Told:
    return Told(item.subject_id, ruled.ruling.value, sentence, {**more, "addresses": ruled.addresses})


def _asked(item: Item) -> Asked:
    return Asked(item.number, TargetType(item.subject_type), item.subject_id)


@contextmanager
def _refusing() -> Iterator[None]:
    """A refusal of the ruling exits 1."""
    try:
        yield
    except RulingRefused as refused:
        raise refuse(refused.message, refused.remedy) from None
