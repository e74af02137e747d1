"""The text of a skill that was last stable, read with the rows of today: what readers fall back to (R-FM-20).

Only the commit that the current text names is ever looked at, by the walker, in its thread.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection

from becivic.corpus.load import CANONICAL, Corpus, Loader
from becivic.corpus.skill import Skill
from becivic.reading.filed_rows import cited_rows, filed_rows
from becivic.reading.observations import observed, targets_of_skill
from becivic.reading.reader import Reader
from becivic.reading.readings import SkillReading
from becivic.reading.rows import cited_uids, shown_rows
from becivic.reading.walker import Walker
from becivic.rendering.notices import stable_commit
from becivic.rendering.observed import NOTHING, ObservedBlock
from becivic.rules.statuses import is_withheld
from becivic.rules.targets import TargetType
from becivic.store.store import StoreUnavailable

KEPT: Final = 16
"""Earlier texts that are remembered, each with the corpus in which it stands."""


class Earlier(NamedTuple):
    """An earlier text as it is read now."""

    reading: SkillReading
    commit: str
    made_at: datetime


@dataclass(slots=True)
class _Text:
    skill: Skill
    corpus: Corpus
    """The current one, but for this text: what the skill requires is what it required then."""
    made_at: datetime
    reading: SkillReading | None = None
    """The last one: the same object for as long as it says the same."""


class Versions:
    def __init__(self, reader: Reader, walker: Walker, most: int = KEPT) -> None:
        self._reader: Final = reader
        self._most: Final = most
        self._walker: Final = walker
        self._known: tuple[Corpus | None, OrderedDict[str, _Text | None]] = None, OrderedDict()
        """Of one corpus, by skill."""

    async def find(self, corpus: Corpus, skill_id: str, commit: str) -> Earlier | None:
        """None for whatever is not the last stable text of a skill that may be read."""
        skill = corpus.skills.get(skill_id)
        if skill is None or is_withheld(skill.status) or not commit or commit != stable_commit(skill):
            return None
        text = await self._text(corpus, skill)
        if text is None:
            return None
        reading = await self._read(text, corpus)
        if text.reading is None or text.reading != reading:
            text.reading = reading
        return Earlier(text.reading, commit, text.made_at)

    async def _text(self, corpus: Corpus, skill: Skill) -> _Text | None:
        """Made once for each corpus."""
        if self._known[0] is not corpus:
            self._known = corpus, OrderedDict()
        texts = self._known[1]
        if skill.id not in texts:
            texts[skill.id] = await self._walker.run(self._from_commit, corpus, skill)
        texts.move_to_end(skill.id)
        if len(texts) > self._most:
            texts.popitem(last=False)
        return texts[skill.id]

    def _from_commit(self, corpus: Corpus, skill: Skill) -> _Text | None:
        file = self._walker.file_at(stable_commit(skill), f"skills/{skill.id}/{CANONICAL}")
        if file is None:
            return None
        then = Loader().amended(corpus, {skill.file: file.content})
        earlier = then.skills.get(skill.id)
        if earlier is None or is_withheld(earlier.status):
            return None
        # What lies beside it belongs to the current text.
        return _Text(replace(earlier, companions={}), then, file.made_at)

    async def _read(self, text: _Text, corpus: Corpus) -> SkillReading:
        """While the records cannot be reached, from the files of the corpus (R-TAG-19)."""
        skill, owner = text.skill, (TargetType.SKILL, text.skill.id)

        def read(connection: Connection) -> SkillReading:
            cited = cited_uids(connection, skill.body)
            targets = targets_of_skill(skill, text.corpus, cited)
            seen = observed(connection, owner, targets, self._reader.policy)
            rows = shown_rows(connection, cited)
            return SkillReading(skill=skill, corpus=text.corpus, rows=rows, observed=seen)

        try:
            return await self._reader.store.reading(read)
        except StoreUnavailable:
            rows = cited_rows(filed_rows(corpus), skill.body)
            return SkillReading(
                skill=skill, corpus=text.corpus, rows=rows, observed=ObservedBlock(*owner, None, NOTHING)
            )
