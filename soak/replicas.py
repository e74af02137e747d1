"""Two real servers on one PostgreSQL and one home; one is killed in the middle of a storm, and started again."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import httpx
from tests.factories.corpora import Files
from tests.factories.homes import filled_home
from tests.factories.names import plain_names
from tests.factories.numbered import submission
from tests.factories.repositories import write_files
from tests.factories.servers import Serving
from tests.factories.table_contents import rows

from becivic.clock import SystemClock, rfc3339
from becivic.jobs.table import JOBS
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.workshop import Workshop
from becivic.rules.submissions import STAGING_WINDOW, SubmissionType
from becivic.rules.targets import TargetType
from becivic.store import job_runs, leases
from becivic.store.store import Store, open_store
from becivic.store.tables.signals import CONCERNS, FEEDBACK_CHANNEL, VALIDATIONS
from becivic.store.tables.submissions import STAGED
from soak.storm import KINDS, SKILL, Books, Storm

AFTERWARDS: Final = (SubmissionType.FEEDBACK,)
"""What every client sends once both servers are there again."""
OFTEN: Final = 2
"""Seconds between two due times of every job."""
SCHEDULED: Final = frozenset(name for name, job in JOBS.items() if not job.calls_out)
"""What a server runs by the clock that asks nobody outside."""
_PAUSE: Final = 0.05
"""Seconds between two looks at what ran."""
_LOOKS: Final = int((leases.LASTS + timedelta(minutes=1)).total_seconds() / _PAUSE)
"""A server that is killed at a job keeps its lease; then there is a minute left, which is thirty due times."""
_READINGS: Final = 200
_AGREE_WITHIN: Final = 1.0
"""Seconds, as docs/replicas.md states it."""
_LAST: Final = 2**40
"""Numbers a submission that no client sends."""
_URL: Final = "http://becivic.test"
_RAN: Final = re.compile(r"job (\S+) at (\S+): ")
_ENVIRONMENT: Final = {
    "BECIVIC_TRUSTED_PROXIES": "127.0.0.0/8",
    "BECIVIC_LOG_LEVEL": "info",
    "BECIVIC_CONSENSUS_ALPHA_AGE": "1h",
}
READ: Final = (
    f"/api/skills/{SKILL}",
    f"/api/skills/{SKILL}/concerns",
    f"/skills/{SKILL}",
    f"/skills/{SKILL}.md",
    "/api/concerns",
    "/api/skill-graph",
    "/paths/index.json",
)
"""What must be the same wherever it is read."""


@dataclass
class Outcome:
    """What was seen from outside, and what is in the records at the end."""

    books: Books
    staged: Counter[str]
    votes: Counter[str]
    published: Counter[str] = field(default_factory=Counter)
    left_staged: int = 0
    runs: dict[str, list[datetime]] = field(default_factory=dict)
    """By job, when it was run to its end, by either server, in order."""
    readings: list[dict[str, Any]] = field(default_factory=list)
    """What each server says at the end, by address."""
    before: dict[str, Any] = field(default_factory=dict)
    """What both said before the last change, which one of them was told."""
    seconds: float = 0.0
    """From its answer to the change until both told it."""


class Pair:
    """The two, by number. They share a home: git and the key of addresses lie there."""

    def __init__(self, folder: Path, database_url: str, stack: ExitStack) -> None:
        self.home = folder / "home"
        self._packaged = write_files(folder / "packaged", Files.valid())
        self._env = {**_ENVIRONMENT, "BECIVIC_DATABASE_URL": database_url}
        self._stack = stack
        self.started: list[Serving] = []
        filled_home(self.home)

    def start(self) -> Serving:
        server = Serving(self.home, packaged=self._packaged, often=OFTEN, env=self._env)
        self.started.append(self._stack.enter_context(server))
        return server

    def runs(self) -> dict[str, list[datetime]]:
        """Of all that ever ran here. Their logs are whole once they have ended."""
        found = _RAN.findall("".join(server.said for server in self.started))
        ran: dict[str, list[datetime]] = {}
        for job, at in sorted(found, key=lambda each: each[1]):
            ran.setdefault(job, []).append(datetime.fromisoformat(at))
        return ran


def run(folder: Path, database_url: str, clients: int, rounds: int = 2) -> Outcome:
    with ExitStack() as stack:
        pair = Pair(folder, database_url, stack)
        first, second = pair.start(), pair.start()
        storm = Storm([first.ready().url, second.ready().url], SystemClock().now(), clients)
        asyncio.run(_kills_and_restarts(storm, pair, first, rounds))
        with closing(open_store(database_url)) as store:
            found = Outcome(storm.books, _ids(store, STAGED, "id"), _ids(store, VALIDATIONS, "validation_id"))
            _publish_twice(pair.home, database_url, storm.now)
            found.published = _published(store)
            found.left_staged = len(rows(store, STAGED))
            for _ in range(2):
                _every_job_runs_again(store)
        _change_one_and_read_both(found, storm)
        for server in (second, pair.started[-1]):
            assert server.stop() == 0, server.said
        found.runs = pair.runs()
        return found


async def _kills_and_restarts(storm: Storm, pair: Pair, first: Serving, rounds: int) -> None:
    """SIGKILL when a third of everything was acknowledged; the same server comes back while the others go on."""
    third = asyncio.Event()
    whole = storm.clients * rounds * len(KINDS)
    storm.on_acknowledged = lambda number: third.set() if number * 3 > whole else None

    async def replace() -> None:
        await third.wait()
        first.process.send_signal(signal.SIGKILL)
        first.ended()
        storm.urls[0] = (await asyncio.to_thread(lambda: pair.start().ready())).url

    await asyncio.gather(storm.blows(rounds), replace())
    await storm.blows(1, AFTERWARDS)


def _ids(store: Store, table: Any, column: str) -> Counter[str]:
    return Counter(str(row[column]) for row in rows(store, table))


def _publish_twice(home: Path, database_url: str, now: datetime) -> None:
    """A day later two replicas run the commit job at the same moment, as if no lease had kept them apart."""
    later = now + STAGING_WINDOW + timedelta(hours=1)

    def publish(_: int) -> None:
        repository = CorpusRepository.open(home / REPOSITORY)
        with closing(open_store(database_url)) as store:
            shop = Workshop(store, repository, LocalForge(repository), home, _URL, plain_names())
            JOBS["commit"].run(shop, later, lambda _: None)

    with ThreadPoolExecutor(2) as both:
        list(both.map(publish, range(2)))


def _every_job_runs_again(store: Store) -> None:
    """A bounded number of looks. A server that had no time to run them would have run none of them twice."""
    before = store.read(job_runs.last_successes)
    for _ in range(_LOOKS):
        now = store.read(job_runs.last_successes)
        if all(name in now and now[name] != before.get(name) for name in SCHEDULED):
            return
        time.sleep(_PAUSE)


def _published(store: Store) -> Counter[str]:
    return _ids(store, CONCERNS, "submission_id") + _ids(store, FEEDBACK_CHANNEL, "submission_id")


def _change_one_and_read_both(found: Outcome, storm: Storm) -> None:
    """One server takes a vote and knows of it; the other one learns of it. A bounded number of looks."""
    with httpx.Client(timeout=30) as http:
        found.before = _reading(http, storm.urls[1])
        _vote(http, storm)
        answered = time.monotonic()
        for _ in range(_READINGS):
            found.readings = [_reading(http, url) for url in storm.urls]
            found.seconds = time.monotonic() - answered
            if found.readings[0] == found.readings[1] != found.before:
                return


def _vote(http: httpx.Client, storm: Storm) -> None:
    kind = SubmissionType.VALIDATION
    uid = http.get(f"{storm.urls[1]}/api/concerns").json()["items"][0]["uid"]
    given = {
        "target_type": TargetType.OBSERVATION.value,
        "target_id": uid,
        "submitted_at": rfc3339(storm.now),
    }
    sent = submission(kind, _LAST, **given)
    headers = {"x-forwarded-for": "198.19.0.1"}
    answer = http.post(f"{storm.urls[0]}/api/{kind.facts.route}", json=sent, headers=headers)
    assert answer.json().get("status") == "applied", answer.text


def _reading(http: httpx.Client, url: str) -> dict[str, Any]:
    return {path: _read(http, url, path) for path in READ}


def _read(http: httpx.Client, url: str, path: str) -> tuple[int, str]:
    answer = http.get(url + path)
    return answer.status_code, answer.text.replace(url, "")


@contextmanager
def fresh_database(folder: Path) -> Iterator[str]:
    """For a run by hand; tests bring their own."""
    from tests.factories.databases import Databases  # noqa: PLC0415  a PostgreSQL that few need

    folder.mkdir()
    with Databases(folder) as databases, databases.fresh("postgresql") as url:
        yield url


STAGED_KINDS: Final = (SubmissionType.CONCERN, SubmissionType.FEEDBACK)


def nearest(found: Outcome) -> timedelta:
    """The shortest time between two runs of one job."""
    return min(later - earlier for runs in found.runs.values() for earlier, later in pairwise(runs))


def bars(found: Outcome) -> dict[str, bool]:
    """What must hold of every storm."""
    books = found.books
    waiting = dict.fromkeys(acknowledged(books, *STAGED_KINDS), 1)
    voted = dict.fromkeys(acknowledged(books, SubmissionType.VALIDATION), 1)
    return {
        "everybody was answered as expected": not books.unexpected,
        "somebody was there when a server was killed": books.lost_connections > 0,
        "what was acknowledged is kept once": (found.staged, found.votes) == (waiting, voted),
        "what two publish at once is published once": found.published == waiting and not found.left_staged,
        # The log tells whole seconds.
        "a job is run once for each due time": nearest(found) >= timedelta(seconds=OFTEN - 1),
        "both servers say the same": found.readings[0] == found.readings[1] != found.before,
        "no version goes back": all(seen == sorted(seen) for seen in books.versions.values()),
    }


def timed_bars(found: Outcome) -> dict[str, bool]:
    """What is told in seconds: for a run by hand, on a machine that does nothing else."""
    return {"what one server was told, both say within a second": found.seconds <= _AGREE_WITHIN}


def acknowledged(books: Books, *kinds: SubmissionType) -> set[str]:
    return {number for number, kind in books.acknowledged.items() if kind in kinds}
