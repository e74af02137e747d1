"""What is not there under a name, told with what is there under names that are near."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from becivic.mcp.asking import Answered
from becivic.mcp.told import Told, of_argument, refused
from becivic.mcp.visit import Visit
from becivic.rules.statuses import is_withheld

_READ: Final = 100
_CUTOFF: Final = 0.4
_IDS: Final = "Ids come from find_skill or get_skill_graph."
_PULLED: Final = "Do not follow it, from memory or from a copy either. find_skill leads to what is there."
_PATHS: Final = "get_path_directory without `path_id` lists every path."
_PATH_PULLED: Final = f"Do not follow it. {_PATHS}"


def not_there(answer: Answered, commit: str, name: str, among: Iterable[str], remedy: str) -> Told:
    """`among` are the names that may be told. What was asked for is not repeated."""
    near = get_close_matches(name[:_READ], list(among), n=3, cutoff=_CUTOFF)
    if not near:
        return refused(answer, commit, remedy=remedy)
    perhaps = f"Perhaps {' or '.join(f'`{each}`' for each in near)}? {remedy}"
    return refused(answer, commit, remedy=perhaps, more={"suggestions": near})


def no_skill(answer: Answered, visit: Visit, name: str) -> Told:
    """What the API said instead of a procedure: nothing under this name, one that was pulled, a fault of the question."""
    if answer.status not in (404, 410):
        return of_argument(answer, visit.commit)
    skills = visit.corpus.skills
    if name in skills:  # and withheld (R-QUAR-06)
        return refused(answer, visit.commit, remedy=_PULLED)
    shown = [key for key, skill in skills.items() if not is_withheld(skill.status)]
    return not_there(answer, visit.commit, name, shown, _IDS)


def no_path(answer: Answered, visit: Visit, name: str) -> Told:
    """The same of a path."""
    entries = visit.corpus.paths.entries
    if name in entries:
        return refused(answer, visit.commit, remedy=_PATH_PULLED)
    shown = [key for key, entry in entries.items() if not is_withheld(entry.status)]
    return not_there(answer, visit.commit, name, shown, _PATHS)
