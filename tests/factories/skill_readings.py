"""Skills as they are read: the demonstration procedure with the rows of its files, and whatever else a test says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from becivic.reading.filed import filed_skill
from becivic.reading.readings import SkillReading
from tests.factories.corpora import APPLICATION, Files

SKILL = "demo-application"


def skill_reading(files: Files | None = None, skill_id: str = SKILL, **fields: Any) -> SkillReading:
    corpus = (files or Files.valid()).load()
    return replace(filed_skill(corpus, corpus.skills[skill_id]), **fields)


def edited(old: str, new: str) -> Files:
    """The demonstration procedure with one thing said otherwise."""
    return Files.valid().replaced(APPLICATION, old, new)
