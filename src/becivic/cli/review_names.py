"""Asks before `becivic review release` publishes something that was held because a person seems to be named in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import typer

from becivic.cli.review_desk import Desk
from becivic.publishing.review import queues
from becivic.publishing.review.queues import Item
from becivic.publishing.screening.finding import packaged_finder
from becivic.publishing.screening.free_texts import free_texts, readings
from becivic.publishing.screening.small_letters import lines_with_small_names
from becivic.rules.errors import BeCivicError
from becivic.rules.publishing import HoldReason
from becivic.store.tables.keeping import Queue

_ASKED: Final = frozenset((HoldReason.PERSON_NAME.value, HoldReason.SCAN_FAILED.value))
_MOST: Final = 20


def refuse_unconfirmed(desk: Desk, item: Item) -> None:
    """For a release without an edit: exit 2, with what was found, masked, and what to type."""
    if item.queue is not Queue.HELD:
        return
    shown = desk.store.read(lambda connection: queues.shown(connection, item))
    reasons = shown.get("reasons", [])
    marked = [each["pointer"] or "/" for each in reasons if each["reason"] in _ASKED]
    is_asked = bool(marked) if item.submission else True  # rows and files are held for nothing but a name
    if not is_asked:
        return
    words = shown.get("payload", shown.get("words", {}))
    raise _unconfirmed(item, list(masked_names(words)) or [f"{pointer}: a name" for pointer in marked])


def refuse_named_edit(item: Item, payload: Mapping[str, Any]) -> None:
    """For an edited text, which is looked through again: exit 2 where somebody is still named in it."""
    found = list(masked_names(payload))
    if found:
        raise _unconfirmed(item, found, edited=True)


def masked_names(payload: Mapping[str, Any]) -> Iterator[str]:
    """Where people are named: the place, and the name as stars. `review show` has the words."""
    finder = packaged_finder()
    for free in free_texts(payload):
        for reading in readings(free):
            for span in finder.find(reading.text, reading.language):
                line = reading.line + reading.text.count("\n", 0, span.start) + 1
                yield f"{free.pointer} line {line}: {_stars(reading.text[span.start : span.end])}"
        for line in lines_with_small_names(free.text):
            yield f"{free.pointer} line {line + 1}: a name in small letters"


def _stars(text: str) -> str:
    return "".join("*" if mark.isalnum() else mark for mark in " ".join(text.split()))


def _unconfirmed(item: Item, found: list[str], *, edited: bool = False) -> BeCivicError:
    for line in found[:_MOST]:
        typer.echo(f"  {line}", err=True)
    if len(found) > _MOST:
        typer.echo(f"  and {len(found) - _MOST} more", err=True)
    if edited:
        what = "A person still seems to be named in the edited text; nothing was released."
        again = f"`becivic review release {item.number} --edited FILE --as-is`"
        return BeCivicError(
            what, remedy=f"Take the name out of FILE, or type {again} to publish it with the name."
        )
    return BeCivicError(
        "A person seems to be named in it; nothing was released.",
        remedy=f"Type `becivic review release {item.number} --edited FILE` to publish other words (FILE: the whole payload "
        f"as JSON, from `becivic review show {item.number} --json`), `becivic review release {item.number} --as-is` to "
        f"publish it with the name, or `becivic review discard {item.number}`.",
    )
