"""After a real run, every table, file and line of the log is searched for the addresses and texts that were sent.

What was accepted stands where it belongs and nowhere else; of what was refused, and of who sent it, nothing stands.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import select

from becivic.clock import SystemClock
from becivic.intake.addresses import AddressHasher
from becivic.publishing.repository import REPOSITORY
from becivic.rules.identifiers import UUID7
from becivic.rules.submissions import EnvelopeMode, SubmissionType
from becivic.store.engine import open_engine
from becivic.store.tables import METADATA
from becivic.web.request_log import NOTHING, OUTCOMES
from tests.factories.databases import KINDS, Databases
from tests.factories.numbered import envelope, item, submission
from tests.factories.oracle import NOW
from tests.factories.payloads import edited
from tests.factories.servers import Serving
from tests.requirement import requirement

PROXY: Final = "127.99.12.34"
"""Trusted: what it forwards is believed."""
STRANGER: Final = "127.53.77.91"
"""Not trusted: it counts for itself, whatever it claims."""
HOME_V4: Final = "198.51.100.77"
HOME_V6: Final = "2001:db8:77:88:aaaa:bbbb:cccc:dddd"
CLAIMED: Final = "203.0.113.141"
SENDERS: Final = ((PROXY, HOME_V4), (PROXY, HOME_V6), (STRANGER, CLAIMED))
ADDRESSES: Final = tuple(ip_address(each) for each in (PROXY, STRANGER, HOME_V4, HOME_V6, CLAIMED))

KEPT: Final = "walrus"
REFUSED: Final = "okapi"
TAKEN_BACK: Final = "quagga"
OPERATOR: Final = "an-operator-token-of-this-very-run"

TEXT_AT: Final = {
    SubmissionType.CONCERN: "/content/body",
    SubmissionType.AMENDMENT: "/rationale",
    SubmissionType.VALIDATION: "/rationale",
    SubmissionType.DRAFT: "/commit_message",
    SubmissionType.FEEDBACK: "/body",
    SubmissionType.RATING: "/would_be_5_stars",
    SubmissionType.ANALYTICS: "/content/from_step",
}
LINE: Final = re.compile(
    rf"INFO ({NOTHING}|[a-z]{{3}}_{UUID7}(,[a-z]{{3}}_{UUID7})*)"
    rf" ({NOTHING}|{'|'.join(sorted(OUTCOMES))}) [1-5][0-9][0-9] [0-9]+ ms"
    r" request_id=([0-9a-f]{16})"
)
"""The id is random and means nothing outside of the log (ADR 40)."""
STOPPED: Final = "INFO The service has stopped."


@dataclass
class Evidence:
    """All that a run has left."""

    log: str = ""
    cells: list[tuple[str, str, str]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    """By name: while it ran, after it stopped, and every object of the repository unpacked."""
    tokens: list[str] = field(default_factory=list)
    key: bytes = b""

    def everything(self) -> Iterator[tuple[str, bytes]]:
        yield "log", self.log.encode()
        yield from self.files.items()
        for table, column, text in self.cells:
            yield f"{table}.{column}", text.encode()

    @cached_property
    def whole(self) -> bytes:
        """All of it once: what a file held while the service ran it mostly holds still."""
        return b"\n".join(dict.fromkeys(held for _, held in self.everything()))

    def places(self, text: str) -> set[str]:
        return {name for name, held in self.everything() if text.encode() in held}

    def columns(self, name: str) -> list[str]:
        return [text for _, column, text in self.cells if column == name]


# --- the run --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=KINDS)
def evidence(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, databases: Databases
) -> Iterator[Evidence]:
    home = tmp_path_factory.mktemp("home")
    if request.param == "sqlite":
        yield _run(home, f"sqlite:///{home / 'becivic.db'}")
    else:
        with databases.fresh(request.param) as url:
            yield _run(home, url)


def _run(home: Path, url: str) -> Evidence:
    found = Evidence()
    settings = {
        "BECIVIC_DATABASE_URL": url,
        "BECIVIC_TRUSTED_PROXIES": PROXY,
        "BECIVIC_OPERATOR_TOKEN": OPERATOR,
        "BECIVIC_CLOCK_OFFSET": str(round((NOW - SystemClock().now()).total_seconds())),
    }
    with Serving(home, env=settings) as server:
        caller = Caller(server.ready().url, found)
        _send_what_is_kept(caller)
        _send_what_is_refused(caller)
        found.files |= {f"running/{name}": held for name, held in _files(home).items()}
        assert server.stop() == 0
        assert server.process.stdout is not None
        found.log = server.said + server.process.stdout.read()
    found.files |= _files(home)
    found.cells = list(_cells(url))
    found.key = bytes.fromhex(found.files["address.key"].decode().strip())
    return found


@dataclass
class Caller:
    """Speaks from any loopback address, with whatever it claims to forward."""

    url: str
    found: Evidence

    def ask(
        self, method: str, path: str, body: bytes | None, sender: tuple[str, str], **headers: str
    ) -> tuple[int, Any]:
        peer, forwarded = sender
        host = self.url.removeprefix("http://")
        connection = http.client.HTTPConnection(host, timeout=60, source_address=(peer, 0))
        said = {"content-type": "application/json", "x-forwarded-for": forwarded, "user-agent": REFUSED}
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, {**said, **more})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def post(self, route: str, body: Any, sender: tuple[str, str]) -> tuple[int, Any]:
        status, said = self.ask("POST", f"/api/{route}", json.dumps(body).encode(), sender)
        results = said.get("results", [said])
        self.found.tokens += [each["cancel_token"] for each in results if "cancel_token" in each]
        return status, said


def _marked(kind: SubmissionType, number: int, text: str) -> dict[str, Any]:
    return dict(edited(submission(kind, number), {TEXT_AT[kind]: text}))


def _send_what_is_kept(caller: Caller) -> None:
    for turn, sender in enumerate(SENDERS):
        for index, kind in enumerate(SubmissionType):
            text = KEPT if kind is SubmissionType.ANALYTICS else f"The word here is {KEPT}."
            status, said = caller.post(kind.facts.route, _marked(kind, 10 * turn + index, text), sender)
            assert status == 200, said
    inside = edited(item(SubmissionType.CONCERN, 50), {"/content/body": f"Also {KEPT}."})
    assert caller.post("feedback", envelope([inside]), SENDERS[0])[0] == 200
    back = _marked(SubmissionType.CONCERN, 60, f"The word here was {TAKEN_BACK}.")
    _, said = caller.post("concerns", back, SENDERS[0])
    bearer = f"Bearer {said['cancel_token']}"
    path = f"/api/concerns/{said['concern_id']}"
    assert caller.ask("DELETE", path, None, SENDERS[0], authorization=bearer)[0] == 200


def _send_what_is_refused(caller: Caller) -> None:
    for turn, sender in enumerate(SENDERS):
        for index, kind in enumerate(SubmissionType):
            for change in _faults(kind):
                body = {**submission(kind, 1000 + 10 * turn + index), **change}
                status, said = caller.post(kind.facts.route, body, sender)
                assert 400 <= status < 500, said
            known = _marked(kind, index, REFUSED if kind is SubmissionType.ANALYTICS else f"Not {REFUSED}.")
            assert caller.post(kind.facts.route, known, SENDERS[turn - 1])[0] in (200, 409)
        _send_what_is_no_submission(caller, sender)


def _faults(kind: SubmissionType) -> list[dict[str, Any]]:
    """By the schema, by an identity field, by the scrub rules, and by a target that is not there."""
    faults: list[dict[str, Any]] = [{f"{REFUSED}_field": f"{REFUSED} in a field"}, {"user_email": REFUSED}]
    if kind is not SubmissionType.ANALYTICS:
        top = TEXT_AT[kind].split("/")[1]
        named = _marked(kind, 0, f"Write to {REFUSED}@example.org about it.")[top]
        faults.append({top: named})
    if kind.facts.targets:
        id_field = "proposed_id" if kind is SubmissionType.DRAFT else "target_id"
        faults.append({"target_type": "skill", id_field: f"{REFUSED}-nowhere"})
    return faults


def _send_what_is_no_submission(caller: Caller, sender: tuple[str, str]) -> None:
    word = REFUSED.encode()
    whole = json.dumps(_marked(SubmissionType.CONCERN, 2000, f"Only {REFUSED}.")).encode()
    checked = envelope(
        [edited(item(SubmissionType.CONCERN, 2001), {"/content/body": f"Only {REFUSED}."})],
        mode=EnvelopeMode.VALIDATE,
    )
    asked: list[tuple[str, str, bytes | None, dict[str, str]]] = [
        ("POST", "/api/concerns", b'{"' + word, {}),
        ("POST", "/api/feedback", b'{"' + word + b'": 1}', {}),
        ("POST", "/api/feedback", json.dumps({**envelope([]), "session_id": REFUSED}).encode(), {}),
        ("POST", "/api/feedback", json.dumps(envelope([{"type": REFUSED}])).encode(), {}),
        ("POST", "/api/feedback", json.dumps(checked).encode(), {}),
        ("POST", "/api/concerns?dry_run=1", whole, {}),
        ("POST", "/api/concerns", whole, {"content_type": f"text/{REFUSED}"}),
        ("POST", "/api/concerns", word * 60_000, {}),
        ("GET", f"/api/concerns/{REFUSED}", None, {}),
        ("GET", f"/{REFUSED}?{REFUSED}", None, {"accept": "application/json"}),
        ("GET", f"/search?format=json&q={REFUSED}", None, {}),
        ("DELETE", f"/api/concerns/{REFUSED}", None, {"authorization": f"Bearer {REFUSED}"}),
        ("GET", "/api/_internal/rating-stats", None, {"authorization": f"Bearer {REFUSED}"}),
        ("GET", "/api/_internal/rating-stats", None, {"authorization": f"Bearer {OPERATOR}"}),
    ]
    for method, path, body, headers in asked:
        status, _ = caller.ask(method, path, body, sender, **headers)
        assert status < 500


def _files(home: Path) -> dict[str, bytes]:
    """What git has compressed is read unpacked."""
    files = {str(file.relative_to(home)): file for file in sorted(home.rglob("*")) if file.is_file()}
    packed = f"{REPOSITORY}/objects/"
    found = {name: file.read_bytes() for name, file in files.items() if not name.startswith(packed)}
    unpacked = subprocess.run(
        ["git", "-C", home / REPOSITORY, "cat-file", "--batch", "--batch-all-objects"],
        check=True,
        capture_output=True,
    )
    return {**found, "git objects": unpacked.stdout}


def _cells(url: str) -> Iterator[tuple[str, str, str]]:
    engine = open_engine(url)
    with engine.connect() as connection:
        for table in METADATA.sorted_tables:
            for row in connection.execute(select(table)).mappings():
                yield from (
                    (table.name, name, str(value)) for name, value in row.items() if value is not None
                )
    engine.dispose()


# --- addresses ------------------------------------------------------------------------------------------------


def _written(address: IPv4Address | IPv6Address) -> set[bytes]:
    """An address, and its network, in every way somebody might write one."""
    network = ip_network((address, 64 if address.version == 6 else 32), strict=False)
    names = {str(address), address.exploded, address.reverse_pointer, str(int(address))}
    names |= {str(network), str(network.network_address), network.exploded}
    names.add(".".join(reversed(str(address).split("."))))
    plain = {name.encode() for name in names}
    packed = {address.packed, address.packed[::-1]}
    seen = set(plain) | packed
    for each in (*plain, *packed):
        seen |= {each.hex().encode(), each.hex().upper().encode(), base64.b64encode(each).rstrip(b"=")}
        seen |= _digests(each)
    return seen


def _digests(value: bytes) -> set[bytes]:
    """What anybody could try out without a key."""
    digests = [hashlib.new(name, value).digest() for name in ("md5", "sha1", "sha256")]
    return {*digests, *(digest.hex().encode() for digest in digests)}


@requirement("R-PRIN-04", "R-PRIN-13", "R-PRIN-19", "R-PIPE-13", "R-SALT-01")
@pytest.mark.parametrize("address", ADDRESSES, ids=str)
def test_no_address_stands_anywhere_in_any_form(
    address: IPv4Address | IPv6Address, evidence: Evidence
) -> None:
    found = [form for form in _written(address) if _stands(form, evidence.whole)]
    assert [(form, name) for form in found for name, held in evidence.everything() if form in held] == []


def _stands(form: bytes, held: bytes) -> bool:
    """Eight hexadecimal digits happen inside a longer run of them by chance."""
    if form not in held:
        return False
    return (
        len(form) != 8 or re.search(rb"(?<![0-9a-f])" + re.escape(form) + rb"(?![0-9a-f])", held) is not None
    )


@requirement("R-SALT-01", "R-RATE-03")
def test_an_address_is_found_only_by_whoever_has_the_key(evidence: Evidence) -> None:
    """The hash of design 7.9 is there; the one without a key, which anybody could try out, is not."""
    hashes = {text for _, column, text in evidence.cells if column.endswith(("hash", "submitter"))}
    salts = evidence.columns("salt")
    prefixes = (HOME_V4, str(ip_network((HOME_V6, 64), strict=False)), STRANGER)
    hasher = AddressHasher(evidence.key)
    for prefix in prefixes:
        assert hashes & {hasher.hash(salt, prefix) for salt in salts}
    for prefix in (*prefixes, HOME_V6, PROXY, CLAIMED):
        for salt in salts:
            tried = (f"{prefix}{salt}", f"{salt}{prefix}")
            assert hashes.isdisjoint(hashlib.sha256(each.encode()).hexdigest() for each in tried)
    for stranger in (PROXY, CLAIMED):
        assert hashes.isdisjoint(hasher.hash(salt, stranger) for salt in salts)


@requirement("R-SALT-01")
def test_the_key_stands_in_its_own_file_alone(evidence: Evidence) -> None:
    assert evidence.places(evidence.key.hex()) == {"address.key", "running/address.key"}
    assert all(evidence.key not in held for _, held in evidence.everything())


# --- texts ----------------------------------------------------------------------------------------------------


@requirement("R-PRIN-08", "R-PIPE-12", "R-ENV-11")
def test_what_was_refused_or_only_checked_stands_nowhere(evidence: Evidence) -> None:
    assert evidence.places(REFUSED) == set()


@requirement("R-PRIN-04", "R-STAGE-01", "R-PIPE-13")
def test_what_was_accepted_stands_where_it_belongs_and_nowhere_else(evidence: Evidence) -> None:
    columns = {(table, column) for table, column, text in evidence.cells if KEPT in text}
    assert columns == {
        ("staged_submissions", "payload"),
        ("validations", "rationale"),
        ("analytics_events", "from_step"),
    }
    outside = {name for name, held in evidence.files.items() if KEPT.encode() in held}
    assert {name.removeprefix("running/") for name in outside} <= {"becivic.db", "becivic.db-wal"}
    assert bool(outside) == ("becivic.db" in evidence.files)
    assert KEPT not in evidence.log


@requirement("R-STAGE-05")
def test_what_was_taken_back_is_gone_once_the_service_has_stopped(evidence: Evidence) -> None:
    """While it runs, the write-ahead log may still hold it."""
    assert {name for name in evidence.places(TAKEN_BACK) if not name.startswith("running/")} == set()


@requirement("R-ANL-03", "R-ANL-04")
def test_an_event_is_joined_to_nothing(evidence: Evidence) -> None:
    events = [text for table, _, text in evidence.cells if table == "analytics_events"]
    assert not any(re.search(UUID7, text) for text in events)


@requirement("R-STAGE-02")
def test_tokens_are_kept_as_hashes(evidence: Evidence) -> None:
    assert len(evidence.tokens) == len(SENDERS) * 5 + 2
    hashes = set(evidence.columns("cancel_token_hash"))
    for token in evidence.tokens:
        assert re.fullmatch("[A-Za-z0-9_-]{43}", token)
        assert evidence.places(token) == set()
    assert hashes < {hashlib.sha256(token.encode()).hexdigest() for token in evidence.tokens}
    assert evidence.places(OPERATOR) == set()


# --- the log --------------------------------------------------------------------------------------------------


@requirement("R-PIPE-13", "R-PRIN-04")
def test_a_line_of_the_log_holds_ids_an_outcome_a_status_and_a_duration(evidence: Evidence) -> None:
    lines = evidence.log.splitlines()
    told = [line for line in lines if line.startswith("INFO ")]
    assert len(told) > len(SENDERS) * len(SubmissionType)
    assert {line for line in told if not LINE.fullmatch(line)} <= {STOPPED}
    assert [line for line in lines if re.match("WARNING|ERROR|Traceback", line)] == []


@requirement("R-PRIN-19")
def test_the_id_of_a_request_is_in_the_log_and_in_no_record(evidence: Evidence) -> None:
    """Each names one request, so that no two submissions of somebody's are told to belong together."""
    lines = [LINE.fullmatch(line) for line in evidence.log.splitlines()]
    ids = [line[line.re.groups] for line in lines if line is not None]
    assert len(ids) == len(set(ids)) > 0
    assert all(evidence.places(each) == {"log"} for each in ids[:5])  # each look goes through everything
