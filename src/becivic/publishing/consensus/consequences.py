"""What a decision brings about besides the status: who voted is forgotten, and a person is asked (R-SALT-02, R-QUAR-03)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, update

from becivic.lifecycle import Decision, Evidence
from becivic.publishing.consensus.flaggers import keep_flaggers
from becivic.publishing.consensus.questions import question
from becivic.publishing.consensus.ruled import reinstated
from becivic.rules.consensus import DecisionKind
from becivic.rules.statuses import Status
from becivic.rules.targets import COHORT_ANCHORED
from becivic.store import reviews
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.voters import destroy_salts, forget_voters
from becivic.store.written import document


def before_it(connection: Connection, decision: Decision, number: int, evidence: Evidence) -> None:
    """While salts are still there."""
    if decision.kind is DecisionKind.QUARANTINE:
        last = decision.tally.last_at
        counted = (vote for vote in evidence.votes if last is not None and vote.at <= last)
        keep_flaggers(connection, number, decision.artefact, Evidence.of(counted))


def after_it(connection: Connection, decision: Decision, number: int, now: datetime) -> None:
    if decision.artefact.target in COHORT_ANCHORED:
        _forget(connection, decision)
    if decision.kind is DecisionKind.QUARANTINE:
        reviews.ask_again(
            connection, question(decision, number), now
        )  # one for each, that each is ruled about
    if decision.kind is DecisionKind.REINSTATE:
        reinstated(connection, number, now)


def _forget(connection: Connection, decision: Decision) -> None:
    """At stable, and where another text takes the place of what was voted on: what was counted stays as a number, and
    what it was counted by is destroyed (R-SALT-02). The log has the number already; at stable the artefact has it too.

    What ends as it is keeps its votes: they are why. Authors stay known while their text can still be voted on, and
    while a quarantine has not been ruled about.
    """
    to, artefact = decision.to, decision.artefact
    is_promoted = decision.kind is DecisionKind.PROMOTE and to is Status.STABLE
    if not (is_promoted or decision.goes_back):
        return
    if is_promoted:
        counted = {
            "distinct_ips": decision.tally.whole.distinct,
            "distinct_ips_with_injection_flag": decision.tally.flags,
        }
        is_it = (ARTEFACTS.c.target_type == artefact.target.value) & (ARTEFACTS.c.target_id == artefact.id)
        connection.execute(update(ARTEFACTS).where(is_it).values(distinct_frozen=document(counted)))
    forget_voters(connection, artefact.target, artefact.id, decision.next_cohort_at)
    if to is not Status.STABLE:
        return
    is_asked_about = decision.kind is DecisionKind.QUARANTINE
    destroy_salts(connection, artefact.target, artefact.id, but_authors=is_asked_about)
