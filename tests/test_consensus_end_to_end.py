"""The consensus as people meet it: a server, votes over HTTP from many addresses, jobs and reviews by hand, a moved clock.

Real processes on SQLite; the same rules in one process, on both databases, are in tests/publishing/consensus.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx

from becivic.publishing.repository import REPOSITORY
from becivic.rules.contract import BOT_NAME
from becivic.rules.moments import rfc3339
from becivic.rules.submissions import SubmissionType, Verdict
from becivic.rules.targets import TargetType
from tests.factories.command import becivic
from tests.factories.corpora import Files
from tests.factories.intake import AUTHOR, fixture_files
from tests.factories.json_edits import with_value
from tests.factories.numbered import submission_id
from tests.factories.oracle import HEAD
from tests.factories.payloads import FOLDERS, payload
from tests.factories.polls import Target, address
from tests.factories.repositories import write_files
from tests.factories.servers import Serving, serving
from tests.requirement import requirement

NEW: Final = (TargetType.SKILL, "lost-card-report")
AMENDED: Final = (TargetType.SKILL, "nationality-application")
FLAGGED: Final = (TargetType.SKILL, "nationality-residence-clock")
VALUE: Final = (TargetType.VOLATILE_VALUE, "val-00001")
DRAFT: Final = "drafts/valid/skill/smallest"
AMENDMENT: Final = "amendments/valid/skill/body-with-provenance"
NEW_VALUE: Final = "amendments/valid/volatile_value/integer"

HOUR: Final = timedelta(hours=1)
COMMITTED: Final = 25 * HOUR
"""After the first start: the day of staging is over."""
PROMOTED: Final = COMMITTED + 49 * HOUR
STABLE: Final = PROMOTED + timedelta(days=14, hours=1)


@dataclass
class Rehearsal:
    """A home, the server on it while one runs, and the command line beside it. `began` is the server's first moment."""

    home: Path
    packaged: Path
    began: datetime | None = None
    server: Serving | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @contextmanager
    def at(self, offset: timedelta) -> Iterator[None]:
        """A server whose clock is so far ahead."""
        with serving(self.home, packaged=self.packaged, env=self._env(offset)) as self.server:
            self.began = self.began or self.now()
            yield

    def now(self) -> datetime:
        return datetime.fromisoformat(self.get("/api/health")["now"])

    def get(self, path: str) -> Any:
        assert self.server is not None
        return self.server.get(path).json()

    def becomes(self, path: str, **expected: object) -> None:
        """What another process did is served within a second or so."""
        assert self.server is not None
        self.server.eventually(lambda: expected.items() <= self.get(path).items())

    def post(self, kind: SubmissionType, sent: dict[str, Any], by: str) -> httpx.Response:
        assert self.server is not None
        filled = json.dumps({**sent, "submitted_at": rfc3339(self.now())})
        filled = filled.replace(HEAD, self.get("/api/health")["commit"])
        headers = {"content-type": "application/json", "x-forwarded-for": by}
        url = f"{self.server.url}/api/{kind.facts.route}"
        return httpx.post(url, content=filled, headers=headers, timeout=60)

    def sends(self, name: str, by: str) -> str:
        kind, sent = FOLDERS[name.partition("/")[0]], payload(name)
        answer = self.post(kind, sent, by)
        assert answer.status_code == 200, answer.text
        return str(sent[kind.id_field])

    def vote(
        self, target: Target, verdict: Verdict = Verdict.CONFIRM, by: str = "", **more: Any
    ) -> httpx.Response:
        number = next(self._numbers)
        said = {"rationale": "It is not so at the desk."} if verdict is Verdict.REJECT else {}
        sent = payload("validations/valid/skill-confirm") | {
            "validation_id": submission_id(SubmissionType.VALIDATION, number),
            "target_type": target[0].value,
            "target_id": target[1],
            "verdict": verdict.value,
        }
        return self.post(SubmissionType.VALIDATION, sent | said | more, by or address(number))

    def votes(self, target: Target, times: int, verdict: Verdict = Verdict.CONFIRM, **more: Any) -> None:
        for _ in range(times):
            answer = self.vote(target, verdict, **more)
            assert answer.status_code in (200, 201), answer.text

    def runs(self, *arguments: str, at: timedelta) -> Any:
        """The command line, with its clock moved as far as a server's would be."""
        ran = becivic(*arguments, "--json", cwd=self.home, env=self._env(at))
        assert ran.code == 0, ran.err
        return json.loads(ran.out)

    def job(self, name: str, at: timedelta) -> Any:
        assert self.began is not None
        return self.runs("run", name, "--now", rfc3339(self.began + at), at=timedelta(0))

    def promotes(self, at: timedelta) -> list[tuple[str, str, str, str]]:
        decisions = self.job("promote", at)["decisions"]
        return [(each["decision"], each["target_id"], each["from"], each["to"]) for each in decisions]

    def git(self, *arguments: str) -> str:
        command = ["git", "-C", str(self.home / REPOSITORY), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def _env(self, offset: timedelta) -> dict[str, str]:
        return {
            "BECIVIC_HOME": str(self.home),
            "BECIVIC_CLOCK_OFFSET": str(int(offset.total_seconds())),
            "BECIVIC_TRUSTED_PROXIES": "127.0.0.1/32",
        }


def _packaged() -> Files:
    """A skill and a value are stable, so that there is something to go back to."""
    files, skill = fixture_files(), f"skills/{AMENDED[1]}/canonical.md"
    files = files.replaced(skill, "status: alpha", "status: stable")
    files = files.replaced(skill, "version: 0.1.0", "version: 1.0.0")
    return with_value(files, "/volatile_values/0/status", "stable", "catalogue-seed.json")


@requirement("R-SM-06", "R-SM-07", "R-SM-11", "R-VER-10", "R-QUAR-03")
def test_a_draft_travels_to_stable_and_what_is_rejected_or_flagged_goes_back(tmp_path: Path) -> None:
    rehearsal = Rehearsal(tmp_path / "home", write_files(tmp_path / "packaged", _packaged()))
    with rehearsal.at(timedelta(0)):
        before = rehearsal.get(f"/api/skills/{AMENDED[1]}")
        draft = rehearsal.sends(DRAFT, AUTHOR)
        rehearsal.sends(AMENDMENT, "198.51.100.20")
        rehearsal.sends(NEW_VALUE, "198.51.100.21")
        rehearsal.job("commit", COMMITTED)
        rehearsal.runs("review", "merge", draft, at=COMMITTED)
    with rehearsal.at(COMMITTED + HOUR):
        insist_on_alphas(rehearsal, before)
        insist_that_authors_have_no_vote(rehearsal)
        vote_in_the_first_days(rehearsal)
        insist_on_what_goes_back(rehearsal, before)
        assert rehearsal.promotes(PROMOTED) == [("promote", NEW[1], "alpha", "beta")]
        rehearsal.becomes(f"/api/skills/{NEW[1]}", status="beta", version="0.2.0")
    with rehearsal.at(PROMOTED + HOUR):
        rehearsal.votes(NEW, 10)
        assert rehearsal.promotes(STABLE) == [("promote", NEW[1], "beta", "stable")]
        rehearsal.becomes(f"/api/skills/{NEW[1]}", status="stable", version="1.0.0")
        assert rehearsal.promotes(STABLE) == []
    insist_on_git(rehearsal)
    insist_on_its_story(rehearsal)


def insist_on_alphas(rehearsal: Rehearsal, before: dict[str, Any]) -> None:
    """What was merged begins at the beginning, and remembers what was stable before it."""
    made = rehearsal.get(f"/api/skills/{NEW[1]}")
    assert (made["status"], made["version"]) == ("alpha", "0.1.0")
    amended = rehearsal.get(f"/api/skills/{AMENDED[1]}")
    assert (amended["status"], amended["version"]) == ("alpha", "0.1.0")
    assert amended["previous_stable_sha"]
    assert amended["body"] != before["body"]
    value = rehearsal.get(f"/api/volatile-values/{VALUE[1]}")
    assert (value["status"], value["value"]) == ("alpha", 1030)


def insist_that_authors_have_no_vote(rehearsal: Rehearsal) -> None:
    refused = rehearsal.vote(NEW, by=AUTHOR)
    assert refused.status_code == 403
    assert refused.json()["error"] == "self_validation_blocked"


def vote_in_the_first_days(rehearsal: Rehearsal) -> None:
    rehearsal.votes(NEW, 3)
    rehearsal.votes(AMENDED, 2, Verdict.REJECT)
    rehearsal.votes(VALUE, 2, Verdict.REJECT)
    flag = {"injection_flag": True, "injection_reason": "It tells the agent to send the profile away."}
    rehearsal.votes(FLAGGED, 1, Verdict.REJECT, **flag)


def insist_on_what_goes_back(rehearsal: Rehearsal, before: dict[str, Any]) -> None:
    assert rehearsal.promotes(COMMITTED + 2 * HOUR) == [
        ("rollback", AMENDED[1], "alpha", "stable"),
        ("quarantine", FLAGGED[1], "alpha", "quarantined"),
        ("rollback", VALUE[1], "alpha", "stable"),
    ]
    rehearsal.becomes(f"/api/skills/{AMENDED[1]}", status="stable", body=before["body"])
    rehearsal.becomes(f"/api/volatile-values/{VALUE[1]}", status="stable", value=1000)
    (item,) = rehearsal.runs("review", "list", "--queue", "injection", at=COMMITTED)["items"]
    assert (item["type"], item["id"]) == (FLAGGED[0], FLAGGED[1])


def insist_on_git(rehearsal: Rehearsal) -> None:
    """The log alone tells what happened: status and version in one commit, by the service."""
    file = f"skills/{NEW[1]}/canonical.md"
    told = rehearsal.git("log", "--reverse", "--format=%H %an|%s", "main", "--", file).splitlines()
    assert [line.partition(" ")[2].partition("|")[0] for line in told] == [BOT_NAME] * 3
    for line, status, version in zip(told[1:], ("beta", "stable"), ("0.2.0", "1.0.0"), strict=True):
        assert f"to {status}" in line
        shown = rehearsal.git("show", "--format=", line.partition(" ")[0], "--", file)
        added = [each for each in shown.splitlines() if each.startswith("+") and not each.startswith("+++")]
        assert sorted(added) == [f"+status: {status}", f"+version: {version}"]


def insist_on_its_story(rehearsal: Rehearsal) -> None:
    told = rehearsal.runs("why", *NEW, at=STABLE)
    assert told["status"] == "stable"
    assert [(each["from"], each["to"], each["went_through"]) for each in told["decisions"]] == [
        ("alpha", "beta", True),
        ("beta", "stable", True),
    ]
    assert [each["numbers"]["distinct_ips"] for each in told["decisions"]] == [3, 10]
