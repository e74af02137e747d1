"""The whole examination: every group in its order. One that cannot be looked at says why and keeps no other from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from becivic.doctor import (
    backups,
    clocks,
    database,
    git,
    github,
    home,
    jobs,
    models,
    program,
    salts,
    schemas,
    settings,
    stuck,
)
from becivic.doctor.finding import Code, Finding, Group, NotLookedAt, Verdict, broken
from becivic.doctor.patient import Patient

Examine = Callable[[Patient], Iterator[Finding]]

UNEXPECTED: Final = broken(
    "DOC-01",
    "examination",
    "Something that nobody thought of kept the doctor from looking at the rest of a group. It may show in any group.",
    "becivic doctor --json > doctor.json",
)

_GROUPS: Final[Mapping[Group, tuple[Examine, tuple[Code, ...]]]] = {
    Group.PROGRAM: (program.examine, program.CODES),
    Group.SETTINGS: (settings.examine, settings.CODES),
    Group.HOME: (home.examine, home.CODES),
    Group.DATABASE: (database.examine, database.CODES),
    Group.GIT: (git.examine, git.CODES),
    Group.SCHEMAS: (schemas.examine, schemas.CODES),
    Group.MODELS: (models.examine, models.CODES),
    Group.TIME: (clocks.examine, clocks.CODES),
    Group.JOBS: (jobs.examine, jobs.CODES),
    Group.STUCK: (stuck.examine, stuck.CODES),
    Group.SALTS: (salts.examine, salts.CODES),
    Group.BACKUPS: (backups.examine, backups.CODES),
    Group.GITHUB: (github.examine, github.CODES),
}

CODES: Final[Mapping[Group, tuple[Code, ...]]] = {group: codes for group, (_, codes) in _GROUPS.items()}

_ORDER: Final = tuple(Verdict)


def worst(verdicts: Iterator[Verdict]) -> Verdict:
    return max(verdicts, key=_ORDER.index, default=Verdict.FINE)


@dataclass(frozen=True, slots=True)
class Examined:
    """One group, and what was found in it."""

    group: Group
    findings: tuple[Finding, ...]
    skipped: str = ""
    """Why it was not looked at, or not to its end."""

    @property
    def verdict(self) -> Verdict:
        return worst(finding.verdict for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        return {
            "group": self.group.value,
            "verdict": self.verdict.value if self.findings else None,
            "skipped": self.skipped or None,
            "findings": [_as_json(finding) for finding in self.findings],
        }


def examine(patient: Patient, *groups: Group) -> Iterator[Examined]:
    """One group after the other, each when it is asked for: somebody may be watching. All of them where none is named."""
    for group in groups or Group:
        yield _examined(group, _GROUPS[group][0], patient)


def _examined(group: Group, look: Examine, patient: Patient) -> Examined:
    found: list[Finding] = []
    skipped = ""
    try:
        found.extend(look(patient))
    except NotLookedAt as reason:
        skipped = str(reason)
    except Exception as error:  # noqa: BLE001  whoever asks what is wrong is never answered with a traceback
        found.append(UNEXPECTED.bad(f"{group} could not be looked at to the end ({type(error).__name__})"))
    typed = (replace(finding, remedy=patient.typed(finding.remedy)) for finding in found)
    return Examined(group, tuple(typed), skipped)


def _as_json(finding: Finding) -> dict[str, str]:
    return {
        "code": finding.code,
        "subject": finding.subject,
        "verdict": finding.verdict.value,
        "found": finding.found,
        "where": finding.where,
        "remedy": finding.remedy,
    }
