"""kill -9 at any moment while two hundred submissions arrive at once: nothing answered is lost, nothing is half there.

Twenty rounds on SQLite and ten on PostgreSQL, each with its own seed. Whoever got no answer sends again, as the contract says.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import Engine

from becivic.clock import SystemClock
from becivic.intake.addresses import AddressHasher
from becivic.rules.limits import Limit
from becivic.rules.submissions import STAGING_WINDOW, SubmissionType
from becivic.store import written
from becivic.store.engine import open_engine
from becivic.store.tables.keeping import RATE_COUNTERS, SALTS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, STAGED
from tests.factories.homes import filled_home
from tests.factories.intake import KEY
from tests.factories.numbered import envelope, item, submission
from tests.factories.oracle import NOW
from tests.factories.quick_starts import QuickStarts
from tests.factories.table_contents import look
from tests.requirement import requirement

ROUNDS: Final = {"sqlite": 20, "postgresql": 10}
"""By dialect: what PostgreSQL has committed it keeps by itself, and what we do around it is the same on both."""
AT_ONCE: Final = 200
REQUESTS: Final = 240
"""A client whose answer came sends the next one, so that something is under way whenever the end comes."""
SKILL: Final = {"target_id": "demo-clock"}
ADDRESSES: Final = ("192.0.2.1", "198.51.100.7", "203.0.113.99", "2001:db8:1:2::/64")
"""As they are hashed: what is sent in X-Forwarded-For for the last is an address inside it."""

CONCERN, VALIDATION, FEEDBACK = SubmissionType.CONCERN, SubmissionType.VALIDATION, SubmissionType.FEEDBACK


@dataclass(frozen=True)
class Request:
    """A request, with the items in it by id."""

    route: str
    body: dict[str, Any]
    address: str
    items: dict[str, dict[str, Any]]

    @property
    def raw(self) -> bytes:
        body = json.dumps(self.body).encode()
        head = (
            f"POST /api/{self.route} HTTP/1.1\r\nhost: becivic.test\r\nconnection: close\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            f"x-forwarded-for: {self.address.removesuffix('/64')}\r\n\r\n"
        )
        return head.encode() + body


@dataclass(frozen=True)
class Answer:
    """What was said of each item, by id."""

    said: dict[str, dict[str, Any]]


@dataclass
class Books:
    """What the database holds, read beside the server."""

    staged: dict[str, dict[str, Any]]
    votes: dict[str, dict[str, Any]]
    remembered: dict[str, dict[str, Any]]
    salts: dict[str, str]
    counters: list[dict[str, Any]]

    def __contains__(self, submission_id: str) -> bool:
        return submission_id in self.staged or submission_id in self.votes


# --- what is sent ---------------------------------------------------------------------------------------------


def _requests(random: Random, begin: int) -> Iterator[Request]:
    """Concerns, votes and envelopes mixed, from several addresses, under ids that were never used."""
    for number in range(begin, begin + REQUESTS):
        address = random.choice(ADDRESSES)
        match random.choice(("concern", "vote", "envelope")):
            case "concern":
                yield _single(CONCERN, 10 * number, address)
            case "vote":
                yield _single(VALIDATION, 10 * number, address)
            case _:
                kinds = random.choices((CONCERN, VALIDATION, FEEDBACK), k=random.randrange(1, 5))
                items = [_item(kind, 10 * number + index) for index, kind in enumerate(kinds)]
                by_id = {_id(each): each for each in items}
                yield Request("feedback", envelope(items, number), address, by_id)


def _single(kind: SubmissionType, number: int, address: str) -> Request:
    body = submission(kind, number, **SKILL)
    return Request(kind.facts.route, body, address, {body[kind.id_field]: body})


def _item(kind: SubmissionType, number: int) -> dict[str, Any]:
    return item(kind, number, **({} if kind is FEEDBACK else SKILL))


def _id(each: dict[str, Any]) -> str:
    return str(each[SubmissionType(each["type"]).id_field])


# --- the client -----------------------------------------------------------------------------------------------


async def _ask(port: int, raw: bytes) -> Any:
    """The body of a whole answer of 200, None when the connection ended before."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(raw)
            received = await reader.read()
        finally:
            writer.close()
    except OSError:
        return None
    head, _, body = received.partition(b"\r\n\r\n")
    if not body.endswith(b"\n"):
        return None
    assert head.startswith(b"HTTP/1.1 200"), received
    return json.loads(body)


async def _send(port: int, request: Request) -> Answer | None:
    said = await _ask(port, request.raw)
    if said is None:
        return None
    results = said.get("results", [said])
    return Answer(dict(zip(request.items, results, strict=True)))


async def _send_all(
    port: int, requests: Sequence[Request], when_answered: Callable[[], None]
) -> list[Answer | None]:
    """By two hundred clients at once. Each goes on for as long as it gets answers."""
    waiting, answers = iter(enumerate(requests)), dict[int, Answer]()

    async def client() -> None:
        for index, request in waiting:
            answer = await _send(port, request)
            if answer is None:
                return
            answers[index] = answer
            when_answered()

    await asyncio.gather(*(client() for _ in range(AT_ONCE)))
    return [answers.get(index) for index in range(len(requests))]


async def _known(port: int, requests: Sequence[Request]) -> dict[str, bool]:
    """Whether the server knows of a request, by its first id."""
    ids = [next(iter(request.items)) for request in requests]
    found = await asyncio.gather(*(_is_known(port, submission_id) for submission_id in ids))
    return dict(zip(ids, found, strict=True))


async def _is_known(port: int, submission_id: str) -> bool:
    kind = next(each for each in SubmissionType if submission_id.startswith(each.facts.id_prefix))
    path = f"/api/{kind.facts.route}/{submission_id}"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nhost: becivic.test\r\nconnection: close\r\n\r\n".encode())
    received = await reader.read()
    writer.close()
    status = received.split(b" ", 2)[1]
    assert status in (b"200", b"404")
    return status == b"200"


# --- the rounds -----------------------------------------------------------------------------------------------


@requirement("R-PIPE-11", "R-STAGE-01", "R-STAGE-02", "R-STAGE-04", "R-ENV-09")
def test_every_answered_submission_survives_and_no_other_is_half_there(
    tmp_path: Path, database_url: str
) -> None:
    filled_home(tmp_path)
    (tmp_path / "address.key").write_text(KEY.hex())
    (tmp_path / "address.key").chmod(0o600)
    engine = open_engine(database_url)
    fates: Counter[str] = Counter()
    rounds = ROUNDS[engine.dialect.name]
    with QuickStarts(tmp_path, **_settings(database_url)) as server:
        server.start()
        for number in range(rounds):
            _round(server, engine, number, fates)
    engine.dispose()
    assert fates["answered"] + fates["unanswered"] == rounds * REQUESTS
    assert min(fates["answered"], fates["unanswered"]) > AT_ONCE, fates


def _settings(database_url: str) -> dict[str, str]:
    """The clock of the fixtures, so that no midnight comes in between; no limit; nothing in the log but trouble."""
    offset = round((NOW - SystemClock().now()).total_seconds())
    return {
        "BECIVIC_DATABASE_URL": database_url,
        "BECIVIC_TRUSTED_PROXIES": "127.0.0.0/8",
        "BECIVIC_CLOCK_OFFSET": str(offset),
        "BECIVIC_LOG_LEVEL": "error",
        **{f"BECIVIC_{limit.setting.upper()}": "1000000" for limit in Limit},
    }


def _round(server: QuickStarts, engine: Engine, number: int, fates: Counter[str]) -> None:
    random = Random(f"kill nine, round {number}")
    requests = list(_requests(random, number * REQUESTS))
    last = random.choice((random.randrange(3), random.randrange(REQUESTS - 1)))  # the first answers tell most
    moments = iter([*[lambda: None] * last, server.kill])

    def kill_after_the_last() -> None:
        next(moments, lambda: None)()

    answers = asyncio.run(_send_all(server.port, requests, kill_after_the_last))
    assert server.ended() == -9
    server.start()
    books = _books(engine)
    _check_books(books)
    for request, answer in zip(requests, answers, strict=True):
        fates["unanswered" if answer is None else "answered"] += 1
        fates["kept unanswered"] += answer is None and all(each in books for each in request.items)
        _check_request(request, answer, books)
    known = asyncio.run(_known(server.port, requests))
    assert known == {each: each in books for each in known}
    again = [request for request, answer in zip(requests, answers, strict=True) if answer is None]
    _send_again(server, again, books)


def _send_again(server: QuickStarts, requests: Sequence[Request], books: Books) -> None:
    """Whoever got no answer learns that it is there already, or it is kept now."""
    answers = asyncio.run(_send_all(server.port, requests, lambda: None))
    for answer in answers:
        assert answer is not None
        for submission_id, said in answer.said.items():
            assert (said["status"] == "duplicate") == (submission_id in books)


# --- what must be there ---------------------------------------------------------------------------------------


def _books(engine: Engine) -> Books:
    return Books(
        staged={row["id"]: row for row in look(engine, STAGED)},
        votes={row["validation_id"]: row for row in look(engine, VALIDATIONS)},
        remembered={row["id"]: row for row in look(engine, COMMITTED)},
        salts={row["key"]: row["salt"] for row in look(engine, SALTS)},
        counters=look(engine, RATE_COUNTERS),
    )


def _check_books(books: Books) -> None:
    """Tables that are written together agree, and so do the limits of every address with what was kept from it."""
    assert set(books.votes) == set(books.remembered)
    hasher, kept = AddressHasher(KEY), Counter[tuple[str, str]]()
    for row in (*books.staged.values(), *books.remembered.values()):
        address = next(each for each in ADDRESSES if hasher.hash(row["salt"], each) == row["submitter_hash"])
        counted = (Limit.COMBINED, Limit.BURST, *([Limit.VALIDATION] if row["type"] == VALIDATION else []))
        kept.update((address, limit.name) for limit in counted)
    daily = books.salts[f"daily:{NOW:%Y-%m-%d}"]
    by_width = {address: hasher.hashes(daily, address).by_width.values() for address in ADDRESSES}
    counters, expected = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for row in books.counters:
        counters[row["address_hash"], row["counter"]] += row["count"]
    for (address, limit), number in kept.items():
        for hashed in by_width[address]:
            expected[hashed, limit] += number
    assert counters == expected


def _check_request(request: Request, answer: Answer | None, books: Books) -> None:
    there = {submission_id for submission_id in request.items if submission_id in books}
    assert there in (set(), set(request.items))  # an envelope is one write
    if answer is not None:
        assert there == set(request.items)
    for submission_id in there:
        said = answer.said[submission_id] if answer is not None else None
        if submission_id in books.votes:
            _check_vote(submission_id, request.items[submission_id], books)
        else:
            _check_staged(books.staged[submission_id], request.items[submission_id], said)


def _check_vote(submission_id: str, sent: dict[str, Any], books: Books) -> None:
    vote, remembered = books.votes[submission_id], books.remembered[submission_id]
    assert (vote["target_id"], vote["verdict"]) == (sent["target_id"], sent["verdict"])
    assert vote["validated_at"] == remembered["committed_at"]
    assert vote["voter_hash"]


def _check_staged(row: dict[str, Any], sent: dict[str, Any], said: dict[str, Any] | None) -> None:
    payload = json.loads(row["payload"])
    own = {name: value for name, value in sent.items() if name != "type"}
    assert {name: payload[name] for name in own} == own
    began = max(datetime.fromisoformat(payload["submitted_at"]), written.read_moment(row["received_at"]))
    assert written.read_moment(row["commit_eta"]) == began + STAGING_WINDOW
    if said is not None:
        assert said["status"] == "staged"
        assert row["cancel_token_hash"] == hashlib.sha256(said["cancel_token"].encode()).hexdigest()
