"""The commit job over staged submissions, screening and all, durable, on SQLite and the local forge.

Beside it, in turns: bare durable transactions of one row each, and bare commits of the same kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import count
from typing import Final

from becivic.publishing.commit.job import commit
from becivic.publishing.screening.finding import packaged_finder
from becivic.publishing.screening.screen import Screen, screen_for
from becivic.publishing.workshop import Workshop
from becivic.store.tables.submissions import STAGED
from bench.measured import OURS, Benchmark, Measured, Told, Unit, at_most, compared, ours_at_least
from bench.publishing_bare import bare_commits, bare_transactions
from bench.publishing_home import home_of
from bench.publishing_items import NOW, Item, bodies, drafts, paths, rows, stage
from bench.publishing_texts import Words
from bench.rounds import Run, Took, timed
from bench.versions import version_of

FEW, SKILLS, MANY = 100, 1000, 3000
ROUNDS: Final = 3
ROWS: Final = 300
CHANGES: Final = 80
DRAFTS: Final = 15
PATHS: Final = 200
PATH_CHANGES: Final = 6
AT_EACH_SIZE: Final = 20
WARM: Final = 20
"""Published before the clock starts: the model is loaded, statements are compiled, main has been read."""
TRANSACTIONS: Final = "a bare durable transaction of SQLite"
COMMITS: Final = f"a bare commit of pygit2 {version_of('pygit2')}"

Made = Callable[[int], Sequence[Item]]
"""The items of a round, by its number; none of them twice, since what is measured is not how conflicts are met."""


class House:
    """A workshop that publishes, round by round."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop: Final = workshop
        self._screen: Final[Screen] = screen_for(workshop)
        self._words: Final = Words(seed=6)
        self._names: Final = sorted(
            name for name in workshop.corpus().skills if name.startswith("generated-")
        )
        self._publish(self.changes(0, WARM))

    def changes(self, turn: int, number: int) -> Sequence[Item]:
        """The first ones were for warming up."""
        begin = WARM + (turn - 1) * number if turn else 0
        return bodies(self._workshop.corpus(), self._words, self._names[begin : begin + number])

    def drafts(self, turn: int) -> Sequence[Item]:
        return drafts(self._workshop.corpus(), self._words, turn * DRAFTS)[-DRAFTS:]

    def paths(self, turn: int) -> Sequence[Item]:
        return paths(self._workshop.corpus(), self._words, turn * PATH_CHANGES)[-PATH_CHANGES:]

    def rows(self, _: int) -> Sequence[Item]:
        return rows(self._workshop.corpus(), self._words, ROWS)

    def publishing(self, made: Made) -> Callable[[], Took]:
        """One round of it; per item."""
        turns = count(1)
        return lambda: self._publish(made(next(turns)))

    def _publish(self, items: Sequence[Item]) -> Took:
        store = self._workshop.store
        stage(store, items)
        took = timed(lambda: commit(self._workshop, self._screen, NOW))
        left = store.read(lambda connection: connection.execute(STAGED.select()).first())
        assert left is None, "everything that is sent here can be published"
        return Took(took.wall / len(items), took.processor / len(items))


def measure(run: Run) -> list[Measured]:
    finder = packaged_finder()
    sizes = {f"{size:,} skills": size for size in (FEW, run.size(MANY))}
    with ExitStack() as stack:
        run.tell("writing three corpora")
        middle = run.size(SKILLS)
        house = House(stack.enter_context(home_of(middle, finder, PATHS)))
        homes = {name: House(stack.enter_context(home_of(size, finder))) for name, size in sizes.items()}
        return [*_published(run, house, middle), _grown(run, homes)]


def _published(run: Run, house: House, skills: int) -> list[Measured]:
    def taken(what: str, made: Made, beside: str, bare: Callable[[], float]) -> dict[str, list[float]]:
        publish = house.publishing(made)
        return run.turns(what, ROUNDS, {OURS: lambda: 1 / publish().wall, beside: bare})

    commits = partial(bare_commits, skills)
    changes = partial(house.changes, number=CHANGES)
    unit, among = Unit.PER_SECOND, f"among {skills:,} skills"
    rowed = taken("rows", house.rows, TRANSACTIONS, bare_transactions)
    changed = taken("change requests", changes, COMMITS, commits)
    drafted = taken("drafts", house.drafts, COMMITS, commits)
    routed = taken("paths", house.paths, COMMITS, commits)
    return [
        compared(
            "Rows published (concern, rating, value and the like)",
            rowed,
            TRANSACTIONS,
            unit,
            bar=ours_at_least(100),
        ),
        compared(
            f"Changes of a skill's text published, {among}", changed, COMMITS, unit, bar=ours_at_least(20)
        ),
        compared(f"Drafts of new skills put up for review, {among}", drafted, COMMITS, unit),
        compared(f"Changes of a path published, among {PATHS} paths", routed, COMMITS, unit),
    ]


def _grown(run: Run, homes: dict[str, House]) -> Measured:
    """Judged by processor time, which neighbours disturb least."""
    works = {
        name: house.publishing(partial(house.changes, number=AT_EACH_SIZE)) for name, house in homes.items()
    }
    found = run.turns("growth", ROUNDS, works)
    taken = {name: [each.processor * 1000 for each in rounds] for name, rounds in found.items()}
    few, many = taken
    what = f"A change of a skill's text among {many}, processor time"
    return compared(what, taken, few, Unit.MILLISECONDS, ours=many, told=Told.TIME, bar=at_most(1.3))


BENCHMARK: Final = Benchmark(
    title="What was taken in published",
    about=(
        "The commit job over due submissions: names looked for, diffs applied, every check that a change can touch run, history kept, merged into main, "
        "durable. Beside it the least that must happen on the disk for one of them, by nothing but SQLite or pygit2; nothing there is read, checked "
        "or kept apart."
    ),
    packages=("pygit2", "SQLAlchemy", "presidio-analyzer"),
    measure=measure,
)
