"""One folder per skill with one body file, and nothing else where skills and paths live (schemas 6.1;
architecture 5; R-REPO-03)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.findings import Place
from becivic.corpus.generated import PATHS_ACTIVITY, SKILLS_INDEX
from becivic.corpus.skill import Skill
from becivic.rules.skills import RETIRED_FOLDERS, SKILL_FILES, SKILL_FOLDERS, Section

_CANONICAL, _DIAGRAM, _REPORT = SKILL_FILES
_PATH_REPORTS: Final = "paths/research-reports/"


@rule("repo-layout", "skills and paths lie where readers look for them", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    folders: dict[str, set[str]] = {}
    for file in sorted(context.files):
        top, *below = file.split("/")
        if top == "skills" and len(below) > 1:
            folders.setdefault(below[0], set()).add("/".join(below[1:]))
        elif not _belongs(file, top):
            yield _stray(file)
    for folder, names in folders.items():
        yield from _folder_problems(folder, names, context.corpus.files)
    for skill in context.skills:
        yield from _diagram_problems(skill)


def _belongs(file: str, top: str) -> bool:
    """Whether a file outside the skill folders may be where it is."""
    if top == "skills":
        return file == SKILLS_INDEX
    if top == "paths":
        name = file.removeprefix(_PATH_REPORTS)
        return file in (PATHS_INDEX, PATHS_ACTIVITY) or (
            name != file and "/" not in name and name.endswith(".md")
        )
    return top not in RETIRED_FOLDERS


def _folder_problems(folder: str, names: Iterable[str], files: Collection[str]) -> Iterator[Problem]:
    if folder in RETIRED_FOLDERS:
        yield _retired(f"skills/{folder}")
        return
    if f"skills/{folder}/{_CANONICAL}" not in files:
        yield Problem(
            Place(f"skills/{folder}/{_CANONICAL}"),
            f"the folder `{folder}` has no {_CANONICAL}",
            f"Add {_CANONICAL}, or remove the folder.",
        )
    retired = {name.partition("/")[0] for name in names} & set(RETIRED_FOLDERS)
    for name in retired:
        yield _retired(f"skills/{folder}/{name}")
    for name in names:
        first, slash, _ = name.partition("/")
        if first not in retired and first not in (SKILL_FOLDERS if slash else SKILL_FILES):
            yield _stray(f"skills/{folder}/{name}")


def _diagram_problems(skill: Skill) -> Iterator[Problem]:
    # Headings cost a pass over the tags; most bodies can be passed over by a plain search.
    if _DIAGRAM in skill.companions or Section.BRANCHING not in skill.body.text:
        return
    section = skill.body.section(Section.BRANCHING)
    if section is not None:
        yield Problem(
            skill.body_place(section.start),
            f"the process branches but the folder has no {_DIAGRAM}",
            f"Draw the branches in {_DIAGRAM}, or remove the section.",
        )


def _retired(folder: str) -> Problem:
    return Problem(
        Place(folder),
        f"the folder `{folder}` is of an earlier round",
        f"Remove it: a skill lives in one {_CANONICAL}, and git keeps its history.",
    )


def _stray(file: str) -> Problem:
    return Problem(
        Place(file),
        "the file has no place here",
        f"Keep to {', '.join(SKILL_FILES)} and {', '.join(SKILL_FOLDERS)}/ in a skill's folder, "
        f"{PATHS_INDEX} and {_PATH_REPORTS} for paths.",
    )
