"""Owns where each procedure stands: one file each while it is under way, the archive afterwards (R-RET-04, -05, R-MEM-07)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, Final

from becivic_harness import files, frontmatter, memory_index, profile_file, topics
from becivic_harness.here import Here
from becivic_harness.home import named
from becivic_harness.json_values import objects_at, texts_at
from becivic_harness.refusals import Refused
from becivic_harness.topics import PROGRESS, Topic

OUTCOMES: Final = ("completed", "abandoned", "no-longer-relevant")
_MOST_ACTIVE: Final = 50


def active(here: Here) -> list[Topic]:
    """Every procedure that has a progress file, in the order they were begun.

    The profile lists them too, but it may be broken or emptied by a hand, and what is under way is so all the same.
    """
    order = {
        name: number for number, name in enumerate(texts_at(profile_file.read(here), "active_procedures"))
    }
    found = [topic for topic in topics.every(here) if topic.type == PROGRESS]
    return sorted(found, key=lambda topic: (order.get(topic.id, len(order)), _begun(topic)))


def start(here: Here, identifier: str, title: str = "") -> Topic:
    """Begins a procedure, or finds it again where it is under way."""
    there = topics.read(here, PROGRESS, identifier)
    profile = profile_file.read(here)
    names = [topic.id for topic in active(here)]
    if identifier not in names or identifier not in texts_at(profile, "active_procedures"):
        if len(names) >= _MOST_ACTIVE:
            raise Refused(
                "too_many",
                f"{_MOST_ACTIVE} procedures are under way already.",
                "Close one with `progress close ID --outcome abandoned` first.",
            )
        profile_file.write(here, {**profile, "active_procedures": list(dict.fromkeys([*names, identifier]))})
    if there is not None:
        return there
    head = {
        "name": title or identifier,
        "description": "Under way",
        "procedure": identifier,
        "started_at": here.stamp,
    }
    written = topics.write(here, Topic(PROGRESS, identifier, head, ""))
    memory_index.refresh(here)
    return written


def update(  # noqa: PLR0913  the parts of a procedure's state
    here: Here,
    identifier: str,
    *,
    step: str | None = None,
    next_action: str | None = None,
    outstanding: Sequence[str] | None = None,
    note: str | None = None,
    obtained: dict[str, Any] | None = None,
) -> Topic:
    """All texts are clean already. Only what is given changes."""
    topic = require(here, identifier)
    head = dict(topic.head)
    changes = {"step": step, "next_action": next_action}
    head.update({key: value for key, value in changes.items() if value is not None})
    if outstanding is not None:
        head["outstanding"] = list(outstanding)
    if obtained is not None:
        kept = [
            each for each in objects_at(head, "obtained") if each.get("path_id") != obtained.get("path_id")
        ]
        head["obtained"] = [*kept, obtained]
    body = topic.body if note is None else f"{topic.body}\n- {here.today.isoformat()}: {note}".lstrip("\n")
    written = topics.write(here, topic._replace(head=head, body=body))
    memory_index.refresh(here)
    return written


def close(here: Here, identifier: str, outcome: str) -> str:
    """Ends a procedure for the reason the person gave; the file's new place."""
    topic = require(here, identifier)
    moved = archive(here, topic, outcome)
    memory_index.refresh(here)
    return moved


def archive(here: Here, topic: Topic, outcome: str) -> str:
    """The archived copy is there before the original goes: a kill in between leaves both, never none.

    The list comes first, for a profile that a hand bent refuses to be written: then nothing has happened yet.
    """
    target = _free(here, topic.id)
    head = {**topic.head, "outcome": outcome, "archived_at": here.stamp}
    unlist(here, topic.id)
    files.write(target, frontmatter.dump(head, topic.body))
    topics.remove(here, PROGRESS, topic.id)
    return target


def unlist(here: Here, identifier: str) -> None:
    """Takes a procedure off the list in the profile."""
    profile = profile_file.read(here)
    listed = texts_at(profile, "active_procedures")
    if identifier in listed:
        left = [each for each in listed if each != identifier]
        profile_file.write(here, {**profile, "active_procedures": left})


def archived(here: Here) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Name, head and body of every archived file."""
    for name in files.names(here.home.archive):
        text = files.read_text(os.path.join(here.home.archive, name))
        if name.endswith(".md") and text is not None:
            head, body = frontmatter.parse(text)
            yield name, head, body


def completed(here: Here) -> list[str]:
    """The procedures that were seen through."""
    return [
        str(head.get("procedure", name[:-3]))
        for name, head, _ in archived(here)
        if head.get("outcome") == OUTCOMES[0]
    ]


def require(here: Here, identifier: str) -> Topic:
    topic = topics.read(here, PROGRESS, identifier)
    if topic is None:
        raise Refused(
            "not_under_way",
            f"No procedure `{named(identifier)}` is under way.",
            f"Begin it with `progress start {named(identifier)}`; `progress list` shows those that are.",
        )
    return topic


def _free(here: Here, identifier: str) -> str:
    base = os.path.join(here.home.archive, named(identifier))
    number = 1
    while os.path.exists(_numbered(base, number)):
        number += 1
    return _numbered(base, number)


def _numbered(base: str, number: int) -> str:
    return f"{base}.md" if number == 1 else f"{base}-{number}.md"


def _begun(topic: Topic) -> str:
    return str(topic.head.get("started_at", ""))
