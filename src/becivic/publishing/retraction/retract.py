"""The retraction itself (lifecycle 10.3): new history, refs with main last, records, the note, nothing left behind.

Never run by a job. Killed at any point, the same command with the same texts and the same phrase finishes it: a journal
is on the disk before the first ref moves, and every step can be done again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from becivic.publishing.backup.objects import open_git
from becivic.publishing.bot_commits import commit_files
from becivic.publishing.last_changes import content_id
from becivic.publishing.refs import Move
from becivic.publishing.repository import MAIN
from becivic.publishing.retraction.incident import Incident
from becivic.publishing.retraction.journal import Journal, forget_journal, read_journal, write_journal
from becivic.publishing.retraction.looking import Look, look
from becivic.publishing.retraction.pruning import prune, write_anew
from becivic.publishing.retraction.records import TABLES, Retraction, retract_rows
from becivic.publishing.retraction.rewriting import Rewritten, rewrite, writing_to
from becivic.publishing.retraction.texts import RetractionRefused, Texts
from becivic.publishing.servable import load_servable
from becivic.publishing.workshop import Workshop
from becivic.rules.errors import LayerTwoCategory
from becivic.rules.publishing import MessagePrefix
from becivic.store import reviews
from becivic.store.engine import snapshot
from becivic.store.postgresql import unhurried
from becivic.store.reviews import Act
from becivic.store.tables.keeping import AUDIT_LOG

OnStep = Callable[[str], None]
"""Told of each step before it is done."""

_ACTION = "retract"


@dataclass(frozen=True, slots=True)
class Decision:
    """What a maintainer decided (Tier C)."""

    texts: Texts
    reason: LayerTwoCategory
    confirmed: str
    """The phrase that the look gave."""
    id: str
    """For the note: short and random."""
    submission: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    incident: Incident
    head: str
    objects: int
    left_to_owner: tuple[str, ...]
    """Tables that only their owner in the database may write anew."""


def retract(workshop: Workshop, decision: Decision, now: datetime, on_step: OnStep) -> Done:
    """Hold the home before: nobody else may write into it meanwhile."""
    journal = _begun(workshop, decision, now)
    on_step("Writing new history")
    with workshop.repository.writing():
        git = open_git(workshop.repository.path)
        rewritten = rewrite(git, decision.texts, writing_to(git))
    journal = journal.and_then({**rewritten.ids, **_paths_on_main(workshop, rewritten)})
    on_step("Noting what becomes of it")
    write_journal(workshop.home, journal)
    _move_refs(workshop, rewritten, on_step)
    on_step("Taking it out of the records")
    with unhurried(workshop.store.engine).begin() as connection:  # it looks through every table
        _retract_rows(connection, decision, journal, now)
    on_step("Publishing the note")
    _publish_note(workshop, journal.incident, now)
    return _clean_up(workshop, decision, journal, on_step)


def _begun(workshop: Workshop, decision: Decision, now: datetime) -> Journal:
    """The retraction that was under way, or a new one, where the phrase is the one for it."""
    under_way = read_journal(workshop.home)
    if under_way is not None:
        if decision.confirmed != under_way.phrase:
            raise RetractionRefused(
                "A retraction is under way and has to be finished first.",
                where=str(workshop.home),
                remedy="Give the same texts and the same phrase as then.",
            )
        return under_way
    found = _look(workshop, decision.texts, decision.submission)
    if found.is_clean:
        raise RetractionRefused("The text stands nowhere.", remedy="Give it exactly as it is written.")
    if decision.confirmed != found.phrase:
        raise RetractionRefused(
            "The phrase is not the one for what is there now. Nothing was changed.",
            where="--confirm",
            remedy="Look again without --confirm, and give the phrase that is printed then.",
        )
    incident = Incident(
        now.date(), decision.id, decision.reason, found.commits, len(found.files), sum(found.rows.values())
    )
    return Journal(found.phrase, incident, {})


def _look(workshop: Workshop, texts: Texts, submission: str | None = None) -> Look:
    with snapshot(unhurried(workshop.store.engine)) as connection:
        return look(workshop.repository, connection, texts, workshop.loader, submission=submission)


def _paths_on_main(workshop: Workshop, rewritten: Rewritten) -> dict[str, str]:
    """A path is known by an id of its own entry, which is no object of git. A main that could not be served is refused."""
    if MAIN not in rewritten.refs:
        return {}
    old, new = rewritten.refs[MAIN]
    before = workshop.loader.load(workshop.repository.at(old)).paths.entries
    after = load_servable(workshop.repository, new, workshop.loader).paths.entries
    became = {content_id(entry): content_id(after[key]) for key, entry in before.items() if key in after}
    return {old_id: new_id for old_id, new_id in became.items() if old_id != new_id}


def _move_refs(workshop: Workshop, rewritten: Rewritten, on_step: OnStep) -> None:
    """Main last: whoever reads main sees the old history or the new one."""
    for ref, (old, new) in rewritten.refs.items():
        on_step(f"Moving {ref}")
        workshop.repository.move(Move(ref, old, new))


def _retract_rows(connection: Connection, decision: Decision, journal: Journal, now: datetime) -> None:
    retract_rows(connection, Retraction(decision.texts, journal.ids, decision.submission))
    incident = journal.incident
    noted = select(AUDIT_LOG.c.row_id).where(
        AUDIT_LOG.c.action == _ACTION, AUDIT_LOG.c.subject_id == incident.path
    )
    if connection.execute(noted).first() is None:
        reviews.note(connection, Act("operator", _ACTION, "file", incident.path), now)


def _publish_note(workshop: Workshop, incident: Incident, now: datetime) -> None:
    commit_files(
        workshop,
        {incident.path: incident.note()},
        prefix=MessagePrefix.RETRACTION,
        subject=f"note the incident of {incident.day.isoformat()}",
        branch=f"generated/retraction-{incident.id}",
        now=now,
    )


def _clean_up(workshop: Workshop, decision: Decision, journal: Journal, on_step: OnStep) -> Done:
    on_step("Deleting what nothing leads to")
    objects = prune(workshop.repository.path)
    on_step("Writing the database anew")
    left = write_anew(workshop.store.engine, TABLES)
    workshop.store.rewritten()
    on_step("Looking once more")
    if not _look(workshop, decision.texts).is_clean:
        raise RetractionRefused(
            "Something holds the text again: it was written meanwhile.",
            remedy="Stop whatever writes here, and repeat the command.",
        )
    forget_journal(workshop.home)
    return Done(journal.incident, workshop.forge.main(), objects, tuple(left))
