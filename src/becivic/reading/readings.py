"""A skill or a path as it is read now. Values that can be compared: while one is equal, so is every page made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.publishing.rot.source_standing import SourceStanding
from becivic.rendering.changes import ChangeLine
from becivic.rendering.observed import ObservedBlock
from becivic.rendering.shown import ShownRows
from becivic.rendering.story import StoryLine
from becivic.rules.statuses import Status

Link = tuple[str, str, str]


class Changed(NamedTuple):
    """The commit that made an artefact what it is, and when (RFC 3339)."""

    commit: str
    at: str


class Past(NamedTuple):
    """What git knows of a skill beside its text."""

    verified: str = ""
    """The day of the text that was last stable (ISO); empty where there is none, or it does not say."""
    changes: tuple[ChangeLine, ...] = ()
    """Newest first, and not for ever back."""


UNKNOWN: Final = Past()


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class SkillReading:
    skill: Skill
    corpus: Corpus = field(compare=False)
    """Of one commit; titles of what the skill links to come from it."""
    links: tuple[Link, ...] = ()
    """What it says of others, for comparing (reading.links): kind, id, and what of it may be shown."""
    rows: ShownRows
    observed: ObservedBlock
    changed: Changed | None = None
    """None where the records do not know the very content that is served."""
    story: tuple[StoryLine, ...] = ()
    """Newest first, and not for ever back."""
    past: Past = UNKNOWN
    """What git knows of it; nothing where only files are at hand."""


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class PathReading:
    entry: PathEntry
    corpus: Corpus = field(compare=False)
    observed: ObservedBlock
    standing: Mapping[str, SourceStanding] = field(default_factory=dict)
    """By source id."""
    used_by: tuple[str, ...] = ()
    """The skills that require it."""
    links: tuple[Link, ...] = ()
    """As a skill has them."""
    changed: Changed | None = None
    story: tuple[StoryLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Withheld:
    """In place of a reading: an artefact that was pulled, or whose status cannot be read. Nobody is shown its words
    (R-QUAR-06)."""

    kind: str
    """`skill` or `path`."""
    id: str
    status: Status | None
    successor: str = ""
    """What to read instead, where it names that."""

    @property
    def detail(self) -> str:
        """What a program is told in its place, in every face. A status that cannot be read might be quarantined: safety
        fails closed."""
        if self.status is None:
            return f"This {self.kind} is withheld: its status cannot be read."
        instead = f" Read the {self.kind} `{self.successor}` instead." if self.successor else ""
        return f"This {self.kind} is quarantined: it was pulled for cause and must not be followed.{instead}"


def withheld_skill(skill: Skill) -> Withheld:
    return Withheld("skill", skill.id, skill.status, skill.fields.text("superseded_by"))
