"""Jobs that are killed at random points, each followed at once by a whole run of the same: nothing is stuck, lost or doubled.

Every kill has a copy of a home of its own. The process ends by SIGKILL at a random time, or holding the next lock of git
that it takes after one. The run that follows has the same moment: no time passes in between.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pygit2
from sqlalchemy import Connection, Table, func
from sqlalchemy import select as select_rows
from tests.factories.death import can_die_with_a_lock, die_with_the_next_lock
from tests.factories.names import plain_names
from tests.factories.press import press
from tests.factories.workshops import open_workshop
from tests.publishing.commit.test_dying import send_everything
from tests.publishing.consensus.test_dying import ready
from tests.publishing.retraction.scene import LATER as RETRACTED_AT
from tests.publishing.retraction.scene import TEXTS, spoilt, where_it_stands
from tests.publishing.upgrade.scene import LATER as UPGRADED_AT
from tests.publishing.upgrade.scene import OLD, REWORDED

from becivic.corpus.load import Loader
from becivic.corpus.tree import MemoryTree
from becivic.jobs.table import JOBS, did_all
from becivic.publishing.consensus.commit_words import DECISION_TRAILER
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.git_locks import INTENT
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.retraction.journal import read_journal
from becivic.publishing.retraction.looking import look
from becivic.publishing.retraction.retract import Decision, retract
from becivic.publishing.upgrade.outcome import Outcome
from becivic.publishing.upgrade.take_up import is_newer, take_up
from becivic.publishing.workshop import Workshop
from becivic.rules.contract import SUBMISSION_TRAILER
from becivic.rules.errors import LayerTwoCategory
from becivic.rules.publishing import MessagePrefix
from becivic.store.engine import snapshot
from becivic.store.store import Store, open_store
from becivic.store.tables import METADATA

MOST_TRIES: Final = 30
"""For each kill that is wanted: a run that is over before its end comes does not count."""

_TURN: Final = re.compile(r"/\d+$")
_RECORDS: Final = "becivic.db"
_MOMENT: Final = "moment"
_BRANCH: Final = "ref refs/heads/lifecycle/"

Facts = dict[str, int]
"""What is there once everything is done, counted by name."""


def _begin_commit(store: Store, home: Path) -> datetime:
    house = press(store, home)
    send_everything(house)
    house.service.clock.move(hours=25)
    return house.now


def _begin_promote(store: Store, home: Path) -> datetime:
    return ready(store, home).press.now


def _begin_upgrade(store: Store, home: Path) -> datetime:
    workshop = open_workshop(store, home, OLD)
    assert not is_newer(store, workshop.repository, MemoryTree(OLD), UPGRADED_AT)
    return UPGRADED_AT


def _begin_retraction(store: Store, home: Path) -> datetime:
    spoilt(store, home)
    return RETRACTED_AT


def _run_job(name: str, workshop: Workshop, now: datetime) -> bool:
    report = JOBS[name].run(workshop, now, lambda _: None)
    return did_all(report) and not report.get("waiting") and not report.get("failed")


def _run_upgrade(workshop: Workshop, now: datetime) -> bool:
    """As a start does it."""
    packaged = MemoryTree(REWORDED)
    if is_newer(workshop.store, workshop.repository, packaged, now):
        done = take_up(workshop, packaged, now)
        return done is None or done.outcome is Outcome.TAKEN_UP
    return True


def _run_retraction(workshop: Workshop, now: datetime) -> bool:
    """As an operator does it: the phrase of the look, or of what is under way; nothing where the text is gone."""
    under_way = read_journal(workshop.home)
    with snapshot(workshop.store.engine) as connection:
        found = look(workshop.repository, connection, TEXTS, workshop.loader)
    if under_way is None and found.is_clean:
        return True
    phrase = found.phrase if under_way is None else under_way.phrase
    retract(workshop, Decision(TEXTS, LayerTwoCategory.IDENTITY, phrase, "0a1b2c3d"), now, lambda _: None)
    return not where_it_stands(workshop.home)


@dataclass(frozen=True, slots=True)
class Killed:
    """One kind of job: a home in which it has something to do, and a run of it. The run says whether it did all."""

    begin: Callable[[Store, Path], datetime]
    run: Callable[[Workshop, datetime], bool]


KINDS: Final[Mapping[str, Killed]] = {
    "commit": Killed(_begin_commit, partial(_run_job, "commit")),
    "promote": Killed(_begin_promote, partial(_run_job, "promote")),
    "snapshot": Killed(_begin_commit, partial(_run_job, "snapshot")),
    "upgrade": Killed(_begin_upgrade, _run_upgrade),
    "retraction": Killed(_begin_retraction, _run_retraction),
}


@dataclass
class Figures:
    """What all kills of one kind came to."""

    kills: int = 0
    left_a_lock: int = 0
    """How many kills left a lock of git: that the others did not is no merit of what removes them."""
    stuck: int = 0
    lost: int = 0
    doubled: int = 0
    branches_left: int = 0
    """Of changes that main holds and the records tell of: whoever is killed before it deletes one leaves it, and it harms
    nobody."""
    wrong: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return self.stuck == self.lost == self.doubled == 0


def kill_all(folder: Path, kills: int, seed: int, on_kill: Callable[[str], None]) -> dict[str, Figures]:
    """So many kills over all kinds in turn. Call it before any thread exists: it forks."""
    random, loader = Random(seed), Loader()
    rooms = {name: _Room(folder / name, kind, loader) for name, kind in KINDS.items()}
    names = [*KINDS]
    for number in range(kills):
        name = names[number % len(names)]
        rooms[name].kill(random)
        on_kill(name)
    return {name: room.figures for name, room in rooms.items()}


class _Room:
    """One kind's: the home that every kill begins with, and what a run that nobody kills makes of it."""

    def __init__(self, folder: Path, kind: Killed, loader: Loader) -> None:
        self.figures = Figures()
        self._kind, self._loader = kind, loader
        self._folder = folder
        self._begun = folder / "begun"
        self._begun.mkdir(parents=True)
        _in_a_child(self._begin)
        plain_names()
        repository = CorpusRepository.open(self._begun / REPOSITORY)
        self._loader.load(repository.at(repository.head()))  # every child would find that out again
        whole = self._copy("whole")
        started = time.perf_counter()
        _in_a_child(lambda: self._works(whole))
        self._seconds = time.perf_counter() - started
        self._wanted = self._facts(whole)
        assert self._wanted != self._facts(self._begun)

    def kill(self, random: Random) -> None:
        for _ in range(MOST_TRIES):
            home = self._copy("killed")
            after = random.uniform(0, self._seconds)
            holding_a_lock = can_die_with_a_lock() and random.random() < 0.5
            started = time.perf_counter()
            if self._is_killed(home, after, holding_a_lock=holding_a_lock):
                break
            self._seconds = min(self._seconds, time.perf_counter() - started)  # the first run warmed up
        else:
            raise AssertionError("no run lives long enough to be killed")
        self.figures.kills += 1
        self.figures.left_a_lock += any((home / REPOSITORY).rglob("*.lock"))
        self._look_at_the_next_run(home)

    def _look_at_the_next_run(self, home: Path) -> None:
        figures = self.figures
        try:
            _in_a_child(lambda: self._works(home))
        except ChildFailed as failed:
            figures.stuck += 1
            figures.wrong.append(f"the next run: {failed}")
            return
        if left := [*(home / REPOSITORY).rglob("*.lock"), *(home / REPOSITORY).glob(INTENT)]:
            figures.stuck += 1
            figures.wrong.append(f"left: {[each.name for each in left]}")
        found = self._facts(home)
        lost, more = Counter(self._wanted) - Counter(found), Counter(found) - Counter(self._wanted)
        branches = [name for name in more if name.startswith(_BRANCH)]
        figures.branches_left += sum(more.pop(name) for name in branches)
        figures.lost += bool(lost)
        figures.doubled += bool(more)
        if lost or more:
            figures.wrong.append(f"lost: {dict(lost)}, more: {dict(more)}")

    def _is_killed(self, home: Path, after: float, *, holding_a_lock: bool) -> bool:
        child = os.fork()
        if child == 0:
            try:
                if holding_a_lock:
                    due = time.perf_counter() + after
                    die_with_the_next_lock(lambda: time.perf_counter() > due)
                self._works(home)
                os._exit(0)
            except BaseException:  # noqa: BLE001  the child of a fork never returns
                traceback.print_exc()
            finally:
                os._exit(3)
        if not holding_a_lock:
            ended = os.pidfd_open(child)
            select.select([ended], [], [], after)
            os.close(ended)
            os.kill(child, signal.SIGKILL)  # it is a zombie where it has ended: nobody else has its number
        outcome = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert outcome in (0, -signal.SIGKILL, -signal.SIGSYS), outcome
        return outcome != 0

    def _begin(self) -> None:
        with closing(open_store(f"sqlite:///{self._begun / _RECORDS}")) as store:
            now = self._kind.begin(store, self._begun)
        (self._begun / _MOMENT).write_text(now.isoformat(), encoding="utf-8")

    def _works(self, home: Path) -> None:
        now = datetime.fromisoformat((home / _MOMENT).read_text(encoding="utf-8"))
        with closing(open_store(f"sqlite:///{home / _RECORDS}")) as store:
            repository = CorpusRepository.open(home / REPOSITORY)
            workshop = Workshop(
                store,
                repository,
                LocalForge(repository),
                home,
                "http://becivic.test",
                plain_names(),
                self._loader,
            )
            if not self._kind.run(workshop, now):
                raise ChildFailed("it did not do all of its work")

    def _copy(self, name: str) -> Path:
        home = self._folder / name
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(self._begun, home)
        return home

    def _facts(self, home: Path) -> Facts:
        found: Facts = _in_a_child(lambda: _facts(home))
        return found


class ChildFailed(Exception):
    """A run that was not killed did not do what it is for."""


def _in_a_child(work: Callable[[], Any]) -> Any:
    """What it returns. In a process of its own, so that this one never has a thread and can fork."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with os.fdopen(writing, "w", encoding="utf-8") as out:
                try:
                    json.dump({"returned": work()}, out)
                except Exception as error:  # noqa: BLE001  told to the parent
                    json.dump({"failed": f"{type(error).__name__}: {error}"}, out)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answer:
        told = answer.read()
    os.waitpid(child, 0)
    found = json.loads(told) if told else {"failed": "it died"}
    if "failed" in found:
        raise ChildFailed(found["failed"])
    return found["returned"]


_UNCOUNTED: Final = ("decisions", "change_requests")
"""A decision that a killed run left half done is closed and made again: those that came true are counted on main."""


def _facts(home: Path) -> Facts:
    """Rows by table, what main says was done, and refs. Index commits are left out: what is generated may be made twice."""
    git = pygit2.Repository(str(home / REPOSITORY))
    found: Counter[str] = Counter(f"ref {_TURN.sub('', name)}" for name in git.references)
    for commit in git.walk(git.references["refs/heads/main"].peel(pygit2.Commit).id):
        first, *lines = commit.message.splitlines()
        if not first.startswith(MessagePrefix.INDEX):
            found[f"commit {first}"] += 1
        for line in lines:
            if line.startswith((SUBMISSION_TRAILER, DECISION_TRAILER)):
                found[_TURN.sub("", line)] += 1
    with closing(open_store(f"sqlite:///{home / _RECORDS}")) as store:
        for table in METADATA.sorted_tables:
            if table.name not in _UNCOUNTED:
                found[f"table {table.name}"] = store.read(partial(_count, table))
    return dict(found)


def _count(table: Table, connection: Connection) -> int:
    return connection.execute(select_rows(func.count()).select_from(table)).scalar_one()
