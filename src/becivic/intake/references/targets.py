"""From target_type to target_id to live state, in that order (R-XREF-01, R-XREF-02), and who is open to what (R-XREF-10)."""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, select

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.intake.desk import Desk
from becivic.intake.references.refused import NotHeld
from becivic.intake.submission import Submission
from becivic.rules.contract import CONTRACT_MAJORS, contracts_agree
from becivic.rules.statuses import Status, Version
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.store.prepared import Prepared
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import REVIEW_ITEMS, Queue
from becivic.store.tables.signals import CONCERNS

_CURRENT_STATUS: Final = {
    target: Prepared(
        select(table.c.status).where(table.c.uid == bindparam("uid"), table.c.superseded_at.is_(None))
    )
    for target, table in CATALOGUES.items()
}
_OBSERVATION: Final = Prepared(
    select(CONCERNS.c.uid).where(CONCERNS.c.uid == bindparam("uid"), CONCERNS.c.held == 0)
)

_RULED_ABOUT: Final = Prepared(
    select(REVIEW_ITEMS.c.row_id).where(
        REVIEW_ITEMS.c.queue == Queue.INJECTION.value,
        REVIEW_ITEMS.c.subject_id == bindparam("uid"),
        REVIEW_ITEMS.c.closed_at.is_(None),
    )
)
"""Whether somebody is still being asked about a row."""

_LOOK_UP: Final = "Correct the id: it names something that is not there, or is there no longer."
_VOTED: Final = (SubmissionType.VALIDATION, SubmissionType.RATING)
_CATALOGUE_WORDS: Final = {TargetType.VOLATILE_VALUE: "volatile value", TargetType.REFERENCE: "reference"}


def resolve(submission: Submission, desk: Desk) -> None:
    """Raises NotHeld unless the target is there and open to this type."""
    target, corpus = submission.target, desk.world.corpus
    match target:
        case TargetType.SKILL:
            skill = _skill(corpus, submission.target_id)
            _open(submission, skill.status, skill.version)
            _contracts(submission, skill)
        case TargetType.PATH | TargetType.PATH_SOURCE:
            entry = _path(corpus, submission.target_id)
            _open(submission, entry.status, entry.version)
        case TargetType.VOLATILE_VALUE | TargetType.REFERENCE:
            _catalogue_row(submission, desk, target)
        case TargetType.OBSERVATION:
            if _OBSERVATION.first(desk.connection, uid=submission.target_id) is None:
                raise NotHeld("/target_id", "There is no published concern with this uid.", _LOOK_UP)
        case _:
            pass  # a gap in the graph, the protocol and a session need not be there (R-XREF-04)


def speaks_our_contract(submission: Submission) -> None:
    """R-VERS-04, as far as it can be said without a skill."""
    version = Version.parse(submission.payload["submission_contract_version"])
    if version is None or version.major not in CONTRACT_MAJORS:
        spoken = ", ".join(str(major) for major in CONTRACT_MAJORS)
        raise NotHeld(
            "/submission_contract_version",
            f"This contract is not spoken here; the major version must be {spoken}.",
            "Read the contract of this version at /docs and send what it asks for.",
        )


def _contracts(submission: Submission, skill: Skill) -> None:
    asked = skill.fields.text("submission_contract_version")
    if not contracts_agree(submission.payload["submission_contract_version"], asked):
        raise NotHeld(
            "/submission_contract_version", "The skill follows another major version of the contract."
        )


def _skill(corpus: Corpus, skill_id: str) -> Skill:
    skill = corpus.skills.get(skill_id)
    if skill is None:
        raise NotHeld("/target_id", "There is no skill with this id on main.", _LOOK_UP)
    return skill


def _path(corpus: Corpus, target_id: str) -> PathEntry:
    path_id, colon, source_id = target_id.partition(":")
    entry = corpus.paths.entries.get(path_id)
    if entry is None:
        raise NotHeld("/target_id", "There is no path with this id on main.", _LOOK_UP)
    if colon and source_id not in {source.id for source in entry.sources}:
        raise NotHeld("/target_id", "The path has no source with this id.", _LOOK_UP)
    return entry


def _open(submission: Submission, status: Status | None, version: Version | None) -> None:
    """Terminal artefacts take concerns only, and nobody votes on what was never published (R-AMD-12)."""
    if status is None or version is None:
        raise NotHeld("/target_id", "The target is withheld: its status or version cannot be read.")
    if status.is_terminal and submission.type is not SubmissionType.CONCERN:
        raise NotHeld(
            "/target_id",
            f"The target is {status}, and takes no submission of this type.",
            "File a concern if something about it must be said.",
        )
    if status is Status.DRAFT and submission.type in _VOTED:
        raise NotHeld("/target_id", "The target is a draft: there is nothing to vote on yet.")


def _catalogue_row(submission: Submission, desk: Desk, target: TargetType) -> None:
    row = _CURRENT_STATUS[target].first(desk.connection, uid=submission.target_id)
    if row is None:
        raise NotHeld(
            "/target_id", f"There is no current {_CATALOGUE_WORDS[target]} with this uid.", _LOOK_UP
        )
    if row[0] == Status.QUARANTINED.value and _RULED_ABOUT.first(desk.connection, uid=submission.target_id):
        raise NotHeld(
            "/target_id",
            "The row was pulled for cause, and a maintainer has not ruled about it yet.",
            "Send it again when that is done.",
        )
    if Status(row[0]).is_terminal and submission.type in _VOTED:
        raise NotHeld("/target_id", f"The row is {row[0]}: it takes no votes.")
