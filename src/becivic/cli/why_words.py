"""The sentences of a story: closed words and numbers, nothing that anybody wrote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.cli.output import plural
from becivic.lifecycle import Artefact, Decision
from becivic.publishing.consensus.log import Logged
from becivic.publishing.consensus.prospects import Fall
from becivic.publishing.consensus.story import Story
from becivic.publishing.consensus.told_votes import Earlier, ToldVote
from becivic.rules.changes import ChangeState
from becivic.rules.consensus import DecisionKind, NotCounted, Rule
from becivic.rules.statuses import Status

_SHORT: Final = 7
_STATES: Final = {
    ChangeState.OPEN: "not on main yet",
    ChangeState.CLOSED: "did not go through",
}


def status_words(story: Story) -> str:
    artefact = story.artefact
    if artefact.is_concern:
        return "on show"
    return f"{artefact.status} {story.version}" if story.version else artefact.status.value


def judged_words(story: Story) -> str:
    """What the votes are about: a row, or a commit, where the records know it."""
    if story.artefact.is_row:
        return f"row {story.judged}"
    return f"commit {story.judged[:_SHORT]}" if story.version and story.judged else ""


def cohort_remarks(story: Story) -> Iterator[str]:
    quality, addresses = story.stats.quality, story.stats.addresses
    if addresses.distinct > story.ahead.due.tally.whole.distinct:
        yield "addresses and flags as they were counted before the addresses were forgotten"
    if quality is not None:
        yield f"{quality.average} of 5 stars from {plural(quality.ratings, 'rating')}"
    if story.is_hidden:
        yield "folded away where it is shown"


def reason_words(reason: NotCounted) -> str:
    return reason.value.replace("_", " ")


def mark_words(told: ToldVote) -> str:
    marks = (("injection flag", told.vote.flagged), ("probe", told.vote.is_probe))
    return ", ".join(word for word, holds in marks if holds)


def earlier_words(earlier: Earlier) -> str:
    votes = plural(earlier.votes, "vote")
    return f"{votes} of earlier cohorts: {earlier.confirms} confirm, {earlier.rejects} reject"


def outcome_words(decision: Decision) -> str:
    """What a decision makes of it."""
    artefact, back = decision.artefact, decision.back_to
    asked = ", and a maintainer is asked" if decision.kind is DecisionKind.QUARANTINE else ""
    if decision.kind is DecisionKind.OBSERVE:
        return f"what lies behind the hand-over of {decision.source} counts as seen"
    if back is not None:
        where = f"row {back.at}" if artefact.is_row else f"commit {back.at[:_SHORT]}"
        return f"back to what it was before, {decision.to} ({where}){asked}"
    if decision.to is Status.ALPHA:
        return "alpha again, as it is, with a cohort of its own"
    return f"{decision.to}{asked}"


def unmoved_words(story: Story) -> str:
    """Why nothing would take it back."""
    is_ranked = story.artefact.is_concern
    return "nothing: votes rank it, and no more" if is_ranked else "nothing: the machine leaves it alone"


def lacking_words(fall: Fall, artefact: Artefact) -> str:
    """What it takes: votes, or nobody for so long."""
    if fall.at is not None:
        return f"no confirmation until {fall.at:%Y-%m-%d %H:%M:%S}"
    if fall.rule is Rule.INJECTION_FLAG:
        return (
            f"{plural(fall.more, 'injection flag')} more" if fall.more else "the injection flags that it has"
        )
    besides = ", or as many on every source" if artefact.sources else ""
    return f"{plural(fall.more, 'reject')} more{besides}" if fall.more else "the rejects that it has"


def logged_words(entry: Logged) -> tuple[str, str, str]:
    """The numbers it stood on, what it is on main or in the records, and whether it went through."""
    numbers = entry.decision().numbers()
    told = f"{numbers['confirms']} confirm, {numbers['rejects']} reject of {plural(numbers['distinct_ips'], 'voter')}"
    flagged = f", {plural(numbers['injection_flags'], 'flag')}" if numbers["injection_flags"] else ""
    where = f"commit {entry.commit[:_SHORT]}" if entry.commit else ""
    on_row = f"row {entry.judged}" if entry.change_request_id is None and entry.judged.isdecimal() else ""
    state = "" if entry.is_true or entry.state is None else _STATES[entry.state]
    return told + flagged, where or on_row, state
