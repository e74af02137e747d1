"""Amendments whose texts are a stranger's: of bodies by a diff, of fields of skills, of paths and of their sources.

Each kind holds every text that may be sent at all; where a field has room, several share it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rules import caps
from becivic.rules.languages import LANGUAGES
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from tests.factories.numbered import submission_id
from tests.factories.oracle import HEAD
from tests.factories.payloads import edited, payload
from tests.security.drafts import TITLE, one_line
from tests.security.hostile import harmless, hostile

PLACE: Final = "## Known surprises\n\n"
SKILL_NOTES: Final = 2000
INPUTS: Final = 12
_SOURCE: Final = "amendments/valid/path_source/source-add-postal"
_HANDOFF: Final = "actor.handoff"
_TEXTS_OF_SOURCE: Final = (
    ("/notes", caps.SOURCE_NOTES),
    ("/procedure/instructions", caps.SOURCE_NOTES),
    ("/actor/handoff/agent_responsibility", caps.ACTOR_TEXT),
    ("/actor/handoff/user_responsibility", caps.ACTOR_TEXT),
    ("/actor/handoff/resumption", caps.ACTOR_TEXT),
)

Content = dict[str, Any]
Texts = Sequence[str]


@dataclass(frozen=True, slots=True)
class Amendment:
    kind: str
    target: str
    content: Content

    def payload(self, number: int) -> Content:
        return {
            **payload("amendments/valid/skill/frontmatter-summary"),
            SubmissionType.AMENDMENT.id_field: submission_id(SubmissionType.AMENDMENT, number),
            "target_type": self.kind,
            "target_id": self.target,
            "rationale": "It is otherwise now.",
            "content": self.content,
        }


def packed(texts: Texts, room: int, between: str = " ") -> list[str]:
    """All of them in as few as there is room for, in their order. Hostile or harmless, they lie in the same ones."""
    made: list[list[str]] = []
    left, sizes = 0, _sizes()
    for text in texts:
        size = sizes.get(text, len(text))
        if made and len(between) + size <= left:
            made[-1].append(text)
            left -= len(between) + size
        else:
            made.append([text])
            left = room - size
    return [between.join(some) for some in made]


@cache
def _sizes() -> dict[str, int]:
    """Of each text: its length, or that of the one which stands for it on the other side where that is longer."""
    sizes: dict[str, int] = {}
    for pair in zip(hostile(), harmless(), strict=True):
        for written in (pair, tuple(map(one_line, pair))):
            for text in written:
                sizes[text] = max(sizes.get(text, 0), *map(len, written))
    return sizes


def of_skill_fields(corpus: Corpus, texts: Texts) -> Iterator[Amendment]:
    """Title, summary, notes, documents and questions. Each skill gets what the one before had no room for."""
    lines = [one_line(text) for text in texts]
    names = [skill.id for skill in young(corpus)]
    paths = sorted(corpus.paths.entries)
    fields = (
        ("title", packed(lines, TITLE)),
        ("summary", packed(lines[::-1], caps.SUMMARY_WARN)),
        ("verification_notes", packed(texts, SKILL_NOTES, "\n")),
        ("requires_paths", _documents(paths, packed(lines, caps.REQUIRES_PATH_NOTES))),
        ("inputs", _questions(packed(lines, TITLE))),
    )
    for field, values in fields:
        for name, value in zip(names, values, strict=False):
            yield _field("skill", "frontmatter", name, field, value)


def of_path_fields(corpus: Corpus, texts: Texts) -> Iterator[Amendment]:
    lines = [one_line(text) for text in texts]
    names, languages = sorted(corpus.paths.entries), sorted(LANGUAGES)
    for at, (name, value) in enumerate(zip(names, packed(lines, caps.PATH_DESCRIPTION), strict=False)):
        yield _field("path", "field_edit", name, f"description.{languages[at % len(languages)]}", value)
    for at, (name, value) in enumerate(islice(zip(names, packed(lines[::-1], TITLE), strict=False), 8)):
        yield _field("path", "field_edit", name, f"title.{languages[at % len(languages)]}", value)
    for name, value in islice(zip(names, packed(lines, caps.AUDIENCE_SUMMARY), strict=False), 8):
        yield _field("path", "field_edit", name, "applies_to.audience_summary", value)


def of_sources(corpus: Corpus, texts: Texts) -> Iterator[Amendment]:
    """What a source says, and sources more."""
    names = sorted(corpus.paths.entries)
    desks = [f"{name}:{corpus.paths.entries[name].sources[-1].id}" for name in names]
    fields = ("notes", "procedure.instructions", f"{_HANDOFF}.user_responsibility", f"{_HANDOFF}.resumption")
    for at, (desk, value) in enumerate(zip(desks, packed(texts, caps.SOURCE_NOTES), strict=False)):
        yield _field("path_source", "field_edit", desk, fields[at % len(fields)], value)
    content = payload(_SOURCE)["content"]
    pieces = iter(packed(texts, caps.SOURCE_NOTES))
    for name in names:
        held = dict(zip([place for place, _ in _TEXTS_OF_SOURCE], pieces, strict=False))
        if held:
            added = {"/source_add/id": "strange-desk"} | {
                f"/source_add{at}": each for at, each in held.items()
            }
            yield Amendment("path_source", name, edited(content, added))


def of_body(skill: Skill, texts: Texts) -> Amendment:
    """Each as an item that makes no claim."""
    lines = difflib.unified_diff(
        skill.body.text.split("\n"),
        with_items(skill, texts).split("\n"),
        "a/canonical.md",
        "b/canonical.md",
        lineterm="",
    )
    content = {"amendment_subtype": "body", "skill_commit": HEAD, "body_diff": "\n".join(lines) + "\n"}
    return Amendment("skill", skill.id, content)


def with_items(skill: Skill, texts: Texts) -> str:
    return skill.body.text.replace(PLACE, PLACE + "".join(_item(text) for text in texts), 1)


def young(corpus: Corpus) -> list[Skill]:
    """Skills that a stranger's change may stand in at once."""
    return [
        skill
        for _, skill in sorted(corpus.skills.items())
        if skill.status is Status.ALPHA and PLACE in skill.body.text
    ]


def _item(text: str) -> str:
    return f"- {text} <!-- advice -->\n"


def _field(kind: str, subtype: str, target: str, path: str, value: object) -> Amendment:
    change = {"field_path": path, "proposed_value": value}
    return Amendment(kind, target, {"amendment_subtype": subtype, "frontmatter_change": change})


def _documents(paths: Sequence[str], notes: Sequence[str]) -> Iterator[list[Content]]:
    """As many as there are paths, each with words of its own."""
    told = iter(notes)
    while some := [
        {"id": path, "role": "submission", "timing": "any", "notes": note}
        for path, note in zip(paths, told, strict=False)
    ]:
        yield some


def _questions(labels: Sequence[str]) -> Iterator[list[Content]]:
    """Some with a label in every language, some in one, each with words of its own."""
    told = iter(labels)
    while some := list(islice(told, INPUTS)):
        yield [
            {"name": f"question_{at}", "type": "yes_no", "label": label, "description": label}
            for at, label in enumerate(some)
        ]
