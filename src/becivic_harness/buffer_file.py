"""Owns the session's buffer: one submission a line, scrubbed before it is there, sent by nobody but `submit` (R-BUF-01..04).

A line is the item as it goes over the wire, so that anybody can read what would be sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from becivic_harness import files, profile_file, session_facts
from becivic_harness.here import Here
from becivic_harness.refusals import Refused
from becivic_harness.session_facts import Session

ID_FIELDS: Final = {
    "concern": "concern_id",
    "amendment": "amendment_id",
    "validation": "validation_id",
    "draft": "draft_id",
    "feedback": "feedback_id",
    "rating": "rating_id",
}
"""The types that an envelope takes, and where each has its id."""

ROUTES: Final = {
    "concern": "concerns",
    "amendment": "amendments",
    "validation": "validations",
    "draft": "drafts",
    "feedback": "feedback-channel",
    "rating": "ratings",
}

Item = dict[str, Any]


class Buffered(NamedTuple):
    items: list[Item]
    damaged: list[str]


def id_of(item: Mapping[str, Any]) -> str:
    return str(item.get(ID_FIELDS.get(str(item.get("type")), ""), ""))


def digest(item: Mapping[str, Any]) -> str:
    """What an approval is given for: another text needs another approval."""
    told = {key: value for key, value in item.items() if key != "submitted_at"}
    from becivic_scrub.quick import digest as hashed  # lighter than hashlib, which loads all of OpenSSL

    return hashed(json.dumps(told, sort_keys=True).encode("utf-8"))


def read(here: Here, session_id: str) -> Buffered:
    """Each item once: a line that stands twice (a kill between writing and clearing) counts once."""
    found = files.read_lines(here.home.buffer(session_id))
    items: dict[str, Item] = {}
    strange: list[str] = []
    for item in found.items:
        if id_of(item):
            items[id_of(item)] = item
        else:
            strange.append(files.as_line(item).rstrip("\n"))
    return Buffered(list(items.values()), [*found.damaged, *strange])


def append(here: Here, session: Session, *items: Item) -> None:
    profile_file.require_notes(here)
    files.append(here.home.buffer(session.id), *items)
    session_facts.touched(here, session.id)


def replace(here: Here, session_id: str, items: Iterable[Item]) -> None:
    files.rewrite(here.home.buffer(session_id), items, read(here, session_id).damaged)


def one(here: Here, session_id: str, item_id: str) -> Item:
    """By its id, or by a part of it that fits only one."""
    items = read(here, session_id).items
    fitting = [item for item in items if id_of(item) == item_id] or [
        item for item in items if item_id and item_id in id_of(item)
    ]
    if len(fitting) != 1:
        raise Refused(
            "no_item" if not fitting else "which_item",
            "There is no such item in the buffer." if not fitting else "Several items have that in their id.",
            "`buffer list` shows the items with their ids.",
        )
    return fitting[0]


def approve(here: Here, session: Session, items: Iterable[Item]) -> Session:
    """Records that the person saw these texts and said yes (R-HARN-08)."""
    said = {id_of(item): {"at": here.stamp, "digest": digest(item)} for item in items}
    return session_facts.changed(here, session, approved={**session.approved, **said})


def is_approved(session: Session, item: Item) -> bool:
    said = session.approved.get(id_of(item))
    return isinstance(said, dict) and said.get("digest") == digest(item)
