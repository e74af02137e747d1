"""The last hand on a change before it is checked and merged: uids, names, versions, statuses (lifecycle 9.7; C-06).

Finishing what is finished changes nothing: a run that died is taken up again with the same outcome.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.publishing.changes.finished_paths import PathsFinisher
from becivic.publishing.changes.finished_skill import FinishedSkill, SkillFinisher
from becivic.publishing.changes.uid_filling import CitedFirst, Mint, NameOf
from becivic.publishing.changes.versioning import ArtefactChange, ChangeOrigin
from becivic.rules.targets import TargetType

__all__ = ["ArtefactChange", "ChangeOrigin", "CitedFirst", "Finished", "Mint", "NameOf", "finish"]

_SKILL: Final = re.compile(r"skills/([^/]+)/canonical\.md")


@dataclass(frozen=True, slots=True)
class Finished:
    files: dict[str, bytes]
    artefacts: tuple[ArtefactChange, ...]
    cited: tuple[CitedFirst, ...]
    pinned: tuple[tuple[TargetType, str], ...]
    """Whose version stays although they changed, because a maintainer pinned it: worth a line in the log (R-VER-05)."""


def finish(
    corpus: Corpus,
    files: Mapping[str, bytes],
    origin: ChangeOrigin,
    mint: Mint,
    now: datetime,
    *,
    name_of: NameOf,
) -> Finished:
    """These files as main is to hold them. `corpus` is main as the change was made for it."""
    skills = {
        found[1]: (
            path,
            _skill(corpus, found[1], files[path], SkillFinisher(origin, mint, name_of, corpus.commit)),
        )
        for path in files
        if (found := _SKILL.fullmatch(path))
    }
    done = {**files, **{path: each.raw for path, each in skills.values()}}
    artefacts = [each.change for _, each in skills.values() if each.change is not None]
    pinned = [(TargetType.SKILL, name) for name, (_, each) in skills.items() if each.is_pinned]
    if PATHS_INDEX in files:
        paths = PathsFinisher(origin, mint, corpus.commit, now).finish(files[PATHS_INDEX], corpus.paths)
        done[PATHS_INDEX] = paths.raw
        artefacts += paths.changes
        pinned += [(TargetType.PATH, key) for key in paths.pinned]
    cited = tuple(first for _, each in skills.values() for first in each.cited)
    return Finished(done, tuple(artefacts), cited, tuple(pinned))


def _skill(corpus: Corpus, skill_id: str, raw: bytes, finisher: SkillFinisher) -> FinishedSkill:
    is_new = not corpus.knows_skill(skill_id)
    return finisher.finish(skill_id, raw, corpus.skills.get(skill_id), is_new=is_new)
