"""How a story is printed: one short block for each question somebody may have, aligned, with the dates dim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from becivic.cli.why_words import (
    cohort_remarks,
    earlier_words,
    judged_words,
    lacking_words,
    logged_words,
    mark_words,
    outcome_words,
    reason_words,
    status_words,
    unmoved_words,
)
from becivic.publishing.cohort_stats import shown
from becivic.publishing.consensus.prospects import Prospects
from becivic.publishing.consensus.story import Asked, Story, ToldSource
from becivic.publishing.consensus.told_votes import ToldVote
from becivic.rules.consensus import NotCounted

_INDENT: Final = "  "
Cell = str | Text


def print_story(story: Story, *, all_votes: bool = False) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    _head(console, story)
    _cohort(console, story)
    _votes(console, story, all_votes=all_votes)
    _ahead(console, story)
    if story.sources:
        _sources(console, story)
    _log(console, story)
    if story.asked:
        _block(console, "Asked of a maintainer", (_asked(each) for each in story.asked))


def _head(console: Console, story: Story) -> None:
    artefact = story.artefact
    title = Text(f"{artefact.target} ", style="dim").append(artefact.id, style="bold not dim")
    if story.source:
        title.append(f":{story.source}", style="bold cyan not dim")
    if story.name:
        title.append(f"  {story.name}", style="not dim")
    console.print(title)
    line = Text(_INDENT).append(status_words(story), style="bold")
    line.append("  since ", style="dim").append_text(_when(story.since))
    console.print(line.append(f"  {judged_words(story)}", style="dim"))


def _cohort(console: Console, story: Story) -> None:
    stats = story.stats
    numbers: list[tuple[str, object]] = [
        ("confirms", shown(stats.affirms)),
        ("rejects", shown(stats.rejects)),
        ("addresses", stats.addresses.distinct),
        ("flags", stats.addresses.flagging),
    ]
    if story.score is not None:
        numbers.append(("score", story.score.net))
    line = Text(_INDENT)
    for name, number in numbers:
        line.append(f"{name} ", style="dim").append(f"{number}   ", style="bold not dim")
    line.append("began ", style="dim").append_text(_when(stats.cohort_started_at))
    if stats.last_validation_at is not None:
        line.append("   last ", style="dim").append_text(_when(stats.last_validation_at))
    _title(console, "This cohort")
    console.print(line)
    for said in cohort_remarks(story):
        console.print(Text(f"{_INDENT}{said}", style="dim"))


def _votes(console: Console, story: Story, *, all_votes: bool) -> None:
    votes, earlier = story.votes.votes if all_votes else story.votes.current, story.votes.earlier
    _block(console, "Votes", map(_vote, votes), nothing="none since then" if earlier.votes else "none yet")
    for reason in NotCounted:
        if any(told.left_out is reason for told in votes):
            console.print(Text(f"{_INDENT}{reason_words(reason)}: {reason.meaning}", style="dim"))
    if earlier.votes and not all_votes:
        console.print(Text(f"{_INDENT}{earlier_words(earlier)} (--all-votes lists them)", style="dim"))


def _vote(told: ToldVote) -> Sequence[Cell]:
    vote = told.vote
    verdict = Text(vote.verdict.value, style="green" if vote.confirms else "red")
    counts = Text("counts") if told.left_out is None else Text(reason_words(told.left_out), style="yellow")
    marks = Text(mark_words(told), style="yellow")
    return _when(vote.at), verdict, counts, vote.source, marks, Text(vote.id, style="dim")


def _ahead(console: Console, story: Story) -> None:
    ahead = story.ahead
    if ahead.due.changes:
        _title(console, "At the next tick")
        console.print(Text(f"{_INDENT}{outcome_words(ahead.due)} ({ahead.due.rule})", style="bold"))
    if ahead.up is not None:
        _next(console, ahead)
    falls = ((lacking_words(fall, story.artefact), outcome_words(fall.decision)) for fall in ahead.falls)
    _block(console, "What would take it back", falls, nothing=unmoved_words(story))


def _next(console: Console, ahead: Prospects) -> None:
    assert ahead.up is not None  # asked for only then
    up = ahead.up
    _title(console, f"For {up.to}")
    _table(console, ((each.what, each.have, Text(each.need, style="dim")) for each in up.missing))
    if up.is_possible and up.missing:
        console.print(Text(f"{_INDENT}at the next tick after that", style="dim"))


def _sources(console: Console, story: Story) -> None:
    rows = (_source(each, is_asked=each.standing.source == story.source) for each in story.sources)
    _block(console, "Sources", rows)


def _source(told: ToldSource, *, is_asked: bool) -> Sequence[Cell]:
    standing, count = told.standing, told.count
    last = standing.last_user_confirmation if standing.is_audited else standing.last_validated
    confirmed = (
        Text("never confirmed", style="dim") if last is None else Text("last ", style="dim") + _when(last)
    )
    votes = f"{shown(count.confirms)} confirm, {shown(count.rejects)} reject"
    name = Text(standing.source, style="bold cyan" if is_asked else "")
    return (
        name,
        standing.health.value,
        votes,
        confirmed,
        Text("stale" if standing.is_stale else "", style="yellow"),
    )


def _log(console: Console, story: Story) -> None:
    rows = (
        (
            _when(entry.decided_at),
            Text(f"{entry.kind} {entry.source or ''}".rstrip(), style="bold"),
            f"{entry.before} → {entry.after}",
            entry.rule.value,
            *logged_words(entry),
        )
        for entry in story.log
    )
    _block(console, "Decisions", rows, nothing="none yet")


def _asked(asked: Asked) -> Sequence[Cell]:
    answer = Text("waits", style="yellow") if asked.closed_at is None else Text(asked.outcome or "closed")
    when = _when(asked.closed_at) if asked.closed_at is not None else ""
    return _when(asked.opened_at), asked.queue, f"item {asked.item}", answer, when


def _block(console: Console, title: str, rows: Iterable[Sequence[Cell]], nothing: str = "") -> None:
    _title(console, title)
    if not _table(console, rows):
        console.print(Text(f"{_INDENT}{nothing}", style="dim"))


def _title(console: Console, title: str) -> None:
    console.print()
    console.print(Text(title, style="bold"))


def _table(console: Console, rows: Iterable[Sequence[Cell]]) -> bool:
    """Whether there was any row. Columns that are empty everywhere take no room."""
    cells = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in rows]
    if not cells:
        return False
    table = Table.grid(padding=(0, 2))
    kept = list(_filled(cells))
    table.add_column(width=0)
    for _ in kept:
        table.add_column(overflow="fold")
    for row in cells:
        table.add_row("", *(row[column] for column in kept))
    console.print(table)
    return True


def _filled(cells: Sequence[Sequence[Text]]) -> Iterator[int]:
    for column in range(len(cells[0])):
        if any(row[column].plain for row in cells):
            yield column


def _when(moment: datetime) -> Text:
    return Text(f"{moment:%Y-%m-%d %H:%M:%S}", style="dim")
