"""The whole write path in one process: the world of fixtures/README.md, a fresh store, a clock that a test moves.

Addresses are said with X-Forwarded-For, which the application believes here from its one caller.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, cast

import httpx
from sqlalchemy import Connection, insert
from starlette.applications import Starlette

from becivic.api.arrivals import Arrivals
from becivic.app import create_app
from becivic.clock import Clock
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.intake.addresses import AddressHasher
from becivic.intake.desk import Desk, Origin, World
from becivic.intake.submission import Submission
from becivic.library import Library
from becivic.packaged import corpus_folder
from becivic.rules.identifiers import UidPrefix
from becivic.rules.limits import Limit
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.setting_values import read_token_hash
from becivic.state import State, open_intake
from becivic.store import sequences, written
from becivic.store.salt_keys import artefact as artefact_key
from becivic.store.store import Store
from becivic.store.tables.keeping import SALTS
from becivic.store.tables.signals import CONCERNS
from tests.factories.corpora import Files
from tests.factories.filled import fill
from tests.factories.homes import filled_home
from tests.factories.oracle import HEAD, NOW, body_before
from tests.factories.payloads import FOLDERS, payload

KEY: Final = bytes(range(32))
OPERATOR_TOKEN: Final = "an-operator-token-for-tests"
AUTHOR: Final = "192.0.2.66"
"""Wrote `nationality-application`, `con-00001` and the paths, see fixtures/README.md."""
SOMEBODY: Final = "198.51.100.7"

DEFAULT_LIMITS: Final = {limit: limit.value.number for limit in Limit}
NO_LIMITS: Final = dict.fromkeys(Limit, 1_000_000)


@dataclass(slots=True)
class MovedClock:
    """Stands still until a test moves it."""

    moment: datetime = NOW

    def now(self) -> datetime:
        return self.moment

    def move(self, **by: float) -> None:
        self.moment += timedelta(**by)


def fixture_files() -> Files:
    """The packaged corpus, with the body that every diff of the fixtures was made against, and as if never changed."""
    return Files(_fixture_files())


@cache
def _fixture_files() -> Files:
    tree = DirectoryTree(corpus_folder())
    files = Files({path: _first_version(path, tree.read(path)) for path in tree.paths()})
    file = "skills/nationality-application/canonical.md"
    front = files[file].decode("utf-8").split("\n---\n", 1)[0]
    return files.with_file(file, f"{front}\n---\n\n{body_before()}")


def _first_version(path: str, content: bytes) -> bytes:
    """Content that grew since its first version says so; tests count from there."""
    if path == PATHS_INDEX:
        dated = re.sub(rb'("generated_at": ")[^"]*', rb"\g<1>2026-11-15T00:00:00Z", content, count=1)
        return dated.replace(b'"version": "0.1.1"', b'"version": "0.1.0"')
    return (
        content.replace(b"\nversion: 0.1.1\n", b"\nversion: 0.1.0\n", 1)
        if path.startswith("skills/")
        else content
    )


@cache
def fixture_library() -> Library:
    """Loaded once a process: it never changes."""
    home = Path(tempfile.mkdtemp(prefix="becivic-home-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return Library(filled_home(home, fixture_files()), Loader())


@dataclass
class Service:
    """The application and everything a test may want to look at."""

    app: Starlette
    store: Store
    clock: MovedClock
    library: Library
    hasher: AddressHasher = field(default_factory=lambda: AddressHasher(KEY))

    def ask(self, method: str, path: str, body: object = None, **more: Any) -> httpx.Response:
        """As `asking`, for tests that are no coroutines."""
        return asyncio.run(self.asking(method, path, body, **more))

    async def asking(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        raw: bytes | None = None,
        address: str = SOMEBODY,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        sent = raw if raw is not None else (None if body is None else json.dumps(body).encode())
        said = {
            "x-forwarded-for": address,
            **({"content-type": "application/json"} if sent else {}),
            **(headers or {}),
        }
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://becivic.test") as client:
            return await client.request(method, path, content=sent, headers=said)

    def post(
        self, kind: SubmissionType, payload: object, *, address: str = SOMEBODY, query: str = ""
    ) -> httpx.Response:
        return self.ask("POST", f"/api/{kind.facts.route}{query}", self.filled_in(payload), address=address)

    def send(self, envelope: object, *, address: str = SOMEBODY, query: str = "") -> httpx.Response:
        return self.ask("POST", f"/api/feedback{query}", self.filled_in(envelope), address=address)

    def as_operator(self, method: str, path: str, body: object = None) -> httpx.Response:
        return self.ask(method, path, body, headers={"authorization": f"Bearer {OPERATOR_TOKEN}"})

    def filled_in(self, payload: object) -> Any:
        """Forty zeros stand for the head of main."""
        return json.loads(json.dumps(payload).replace(HEAD, self.library.edition.commit))


def state(
    library: Library, store: Store, clock: Clock, limits: Mapping[Limit, int] = DEFAULT_LIMITS
) -> State:
    """What the application stands on, over a library and a store."""
    return State(
        library,
        open_intake(store, library, KEY, limits),
        Arrivals(clock, [ip_network("127.0.0.0/8")]),
        "http://becivic.test",
        read_token_hash(OPERATOR_TOKEN),
    )


def service(store: Store, limits: Mapping[Limit, int] = DEFAULT_LIMITS) -> Service:
    """The application over a fresh store, filled as fixtures/README.md says."""
    library, clock = fixture_library(), MovedClock()
    fill(store, library.edition.corpus, NOW - timedelta(days=30))
    store.write(_published_concern)
    store.write(_authors)
    return Service(create_app(state(library, store, clock, limits)), store, clock, library)


def _published_concern(connection: Connection) -> None:
    uid = sequences.next_uid(connection, UidPrefix.CONCERN)
    at = written.moment(NOW - timedelta(days=2))
    connection.execute(
        insert(CONCERNS).values(
            uid=uid,
            submission_id="con_019a8000-0000-7000-8000-000000000001",
            target_type=TargetType.SKILL.value,
            target_id="nationality-application",
            context="{}",
            content='{"body":"The counter asked for a second copy."}',
            evidence_date="2026-11-10",
            submission_contract_version="2.1.0",
            regex_passes="[]",
            validated_at=at,
            committed_at=at,
        )
    )


def _authors(connection: Connection) -> None:
    written_by_author = [
        ("skill-creator-salt:nationality-application", TargetType.SKILL, "nationality-application"),
        ("concern:con-00001:salt", TargetType.OBSERVATION, "con-00001"),
        (
            "path-creator-salt:certificate-of-residence-history",
            TargetType.PATH,
            "certificate-of-residence-history",
        ),
    ]
    for key, target, target_id in written_by_author:
        connection.execute(
            insert(SALTS).values(
                key=key,
                artefact=artefact_key(target, target_id),
                salt=f"salt of {target_id}",
                submitter_hash=AddressHasher(KEY).hash(f"salt of {target_id}", AUTHOR),
                created_at=written.moment(NOW),
            )
        )


def world() -> World:
    library = fixture_library()
    return World(library.edition.corpus, packaged_registry(), library.repository.holds)


def desk(connection: Connection | None = None, *, address: str = SOMEBODY, now: datetime = NOW) -> Desk:
    """What a stage looks at. Without a connection for those that never ask the records."""
    return Desk(world(), Origin(address, now), AddressHasher(KEY), cast("Connection", connection))


def submission(name: str, **changes: Any) -> Submission:
    """A fixture by its name below tests/fixtures, with some top-level fields changed."""
    kind = FOLDERS[name.partition("/")[0]]
    payload_of_it = {**payload(name), **changes}
    return Submission(kind, payload_of_it)
