"""Owns the files of memory/: five types, each with a head that anybody can read, and nothing else (privacy 8.7.5)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from becivic_harness import files, frontmatter, profile_file
from becivic_harness.here import Here
from becivic_harness.home import is_name, named
from becivic_harness.refusals import Refused

CONTEXT: Final = "customer_context"
PROGRESS: Final = "procedure_progress"
DECISIONS: Final = "decision_log"
DOCUMENT: Final = "document_reference"
HISTORY: Final = "path_history"
TYPES: Final = (CONTEXT, PROGRESS, DECISIONS, DOCUMENT, HISTORY)
_MOST_DIGITS: Final = 2
INDEX: Final = "MEMORY.md"


class Topic(NamedTuple):
    """One file of memory. The id is what its name ends in; customer_context has none."""

    type: str
    id: str
    head: dict[str, Any]
    body: str

    @property
    def file(self) -> str:
        return file_name(self.type, self.id)

    @property
    def name(self) -> str:
        return _text(self.head.get("name")) or self.id or self.type

    @property
    def description(self) -> str:
        return _text(self.head.get("description"))

    def as_json(self) -> dict[str, Any]:
        return {"file": self.file, "type": self.type, "id": self.id, **self.head, "body": self.body}


def file_name(kind: str, identifier: str) -> str:
    return f"{kind}.md" if not identifier else f"{kind}_{named(identifier)}.md"


def read(here: Here, kind: str, identifier: str = "") -> Topic | None:
    text = files.read_text(os.path.join(here.home.memory, file_name(kind, identifier)))
    return None if text is None else _topic(kind, identifier, text)


def every(here: Here) -> Iterator[Topic]:
    """All files of memory, by name. One that a person renamed or made by hand is not ours and is passed over."""
    for name in files.names(here.home.memory):
        kind = next((each for each in TYPES if name == f"{each}.md" or name.startswith(f"{each}_")), None)
        if kind is None or not name.endswith(".md"):
            continue
        identifier = name[len(kind) + 1 : -3].replace("--", ":")
        if identifier and not is_name(identifier):
            continue
        text = files.read_text(os.path.join(here.home.memory, name))
        if text is not None:
            yield _topic(kind, identifier, text)


def write(here: Here, topic: Topic) -> Topic:
    """The three fields that every head has stand first; what another version wrote there stays (R-MEM-04)."""
    profile_file.require_notes(here)
    head = {
        "name": topic.name,
        "description": topic.description or topic.name,
        "type": topic.type,
        **{key: value for key, value in topic.head.items() if key not in ("name", "description", "type")},
        "updated_at": here.stamp,
    }
    files.write(os.path.join(here.home.memory, topic.file), frontmatter.dump(head, topic.body))
    return topic._replace(head=head)


def remove(here: Here, kind: str, identifier: str = "") -> bool:
    return files.remove(os.path.join(here.home.memory, file_name(kind, identifier)))


def safe_id(here: Here, identifier: str) -> str:
    """An id that an agent made up: a name for a file, and no name of a person."""
    from becivic_harness.public_words import PublicWords

    named(identifier)
    if not is_impersonal(here, identifier) and identifier not in PublicWords(here, "draft"):
        raise Refused(
            "personal_id",
            "The id holds something that identifies a person, or a word that is a name too, and would stand in a file name.",
            "Name the file after the matter, as in `language-exam-waiver` or `visa-for-spouse`; where a word is also"
            " a first name or a surname, take another word for the same.",
        )
    return identifier


def is_impersonal(here: Here, identifier: str) -> bool:
    """Words alone: a date or a number of somebody's needs more digits than an article of law does."""
    digits = sum(each.isdigit() for each in identifier)
    return digits <= _MOST_DIGITS and not here.layer_one.kinds_alone(identifier)


def _topic(kind: str, identifier: str, text: str) -> Topic:
    head, body = frontmatter.parse(text)
    return Topic(kind, identifier, head, body)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
