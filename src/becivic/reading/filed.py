"""Skills and paths as the files of a corpus alone have them: nobody's votes, and nobody's words.

They have no links: whoever compares readings adds them.
"""

from __future__ import annotations

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.reading.filed_rows import cited_rows, filed_rows
from becivic.reading.readings import PathReading, SkillReading
from becivic.rendering.observed import NOTHING, ObservedBlock
from becivic.rules.targets import TargetType


def filed_skill(corpus: Corpus, skill: Skill) -> SkillReading:
    return SkillReading(
        skill=skill,
        corpus=corpus,
        rows=cited_rows(filed_rows(corpus), skill.body),
        observed=ObservedBlock(TargetType.SKILL, skill.id, None, NOTHING),
    )


def filed_path(corpus: Corpus, entry: PathEntry) -> PathReading:
    return PathReading(
        entry=entry,
        corpus=corpus,
        observed=ObservedBlock(TargetType.PATH, entry.key, None, NOTHING),
        used_by=corpus.graph.paths_required_by.get(entry.key, ()),
    )
