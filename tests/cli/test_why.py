"""`becivic why` on a home that a server left: the whole story of an artefact, and not a byte changed by telling it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from typer.testing import CliRunner, Result

from becivic.cli import command_line
from becivic.rules.errors import BeCivicError
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import RatingAxis, TargetType
from becivic.store.store import open_store
from becivic.store.tables import METADATA
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.signals import CONCERNS, RATINGS, VALIDATIONS
from becivic.store.written import moment
from tests.factories.polls import PATH, SKILL, SOURCE, TWO_DAYS, VALUE, Poll, Target, address, begun
from tests.factories.records import record
from tests.requirement import requirement


@pytest.fixture
def poll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Poll]:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("BECIVIC_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "160")
    store = open_store(f"sqlite:///{home}/becivic.db")
    yield Poll(begun(store, home))
    store.close()


def why(poll: Poll, target: Target, *more: str, now: str = "") -> Result:
    kind, target_id = target
    moment = now or rfc3339(poll.press.now)
    return CliRunner().invoke(command_line(), ["why", kind.value, target_id, "--now", moment, *more])


def told(poll: Poll, target: Target, *more: str) -> dict[str, Any]:
    done = why(poll, target, "--json", *more)
    assert done.exit_code == 0, done.output
    story: dict[str, Any] = json.loads(done.stdout)
    return story


OF_EACH_KIND = 6
"""There are hundreds of rows and sources, and one is like the other."""


def some_of_each(poll: Poll) -> list[Target]:
    """Artefacts of the packaged corpus that can be asked about, the first and the last of each kind."""
    corpus = poll.press.corpus
    paths = corpus.paths.entries.values()
    kinds: list[list[Target]] = [
        [(TargetType.SKILL, skill) for skill in corpus.skills],
        [(TargetType.PATH, entry.key) for entry in paths],
        [(TargetType.PATH_SOURCE, f"{entry.key}:{each.id}") for entry in paths for each in entry.sources],
        *([(kind, row.uid) for row in poll.press.rows(table)] for kind, table in CATALOGUES.items()),
    ]
    return [target for kind in kinds for target in (*kind[: OF_EACH_KIND // 2], *kind[-OF_EACH_KIND // 2 :])]


def digest(poll: Poll) -> str:
    def read(connection: Any) -> str:
        rows = [repr(connection.execute(select(table)).all()) for table in METADATA.sorted_tables]
        return hashlib.sha256("".join(rows).encode()).hexdigest()

    return poll.press.store.read(read)


@requirement("R-OBSV-13")
def test_it_answers_for_artefacts_of_every_kind_and_writes_nothing(poll: Poll) -> None:
    before, head = digest(poll), poll.press.workshop.repository.head()
    asked = some_of_each(poll)
    assert {kind for kind, _ in asked} == set(SubmissionType.VALIDATION.facts.targets) - {
        TargetType.OBSERVATION
    }
    for target in asked:
        story = told(poll, target)
        assert story["cohort_stats"]["n"] == 0
        assert story["decisions"] == []
        assert why(poll, target).exit_code == 0
        if target[0] is TargetType.SKILL and story["status"] != Status.QUARANTINED:
            read = poll.press.get(f"/api/skills/{target[1]}").json()
            assert read["cohort_stats"] == story["cohort_stats"]
    assert (digest(poll), poll.press.workshop.repository.head()) == (before, head)


@requirement("R-OBSV-07")
def test_its_numbers_are_those_that_everybody_is_shown(poll: Poll) -> None:
    poll.confirm(SKILL, 2)
    poll.reject(SKILL, 1)
    before = told(poll, SKILL)["cohort_stats"]
    poll.tick()
    stats = told(poll, SKILL)["cohort_stats"]
    assert (before["affirms"], before["rejects"]) == (
        2,
        0,
    )  # a reject has words, which were not looked through yet
    assert (stats["affirms"], stats["rejects"], stats["distinct_ips"], stats["n"]) == (2, 1, 3, 3)
    assert poll.press.get(f"/api/skills/{SKILL[1]}").json()["cohort_stats"] == stats


def test_the_stars_of_a_skill_are_told_from_three_on(poll: Poll) -> None:
    skill = {"axis": RatingAxis.SKILL_QUALITY.value, "skill_id": SKILL[1], "stars": 4}
    about = {"cohort_anchor": f"{SKILL[1]}@{poll.skill().version}", "committed_at": moment(poll.press.now)}
    rows = [record(RATINGS, number, **skill, **about) for number in range(1, 4)]
    poll.press.store.write(lambda connection: connection.execute(insert(RATINGS), rows).rowcount)
    assert "4.0 of 5 stars from 3 ratings" in why(poll, SKILL).stdout


def test_it_tells_every_vote_and_why_one_does_not_count(poll: Poll) -> None:
    first = poll.vote(SKILL, by=address(7))
    poll.later(timedelta(hours=1))
    second = poll.vote(SKILL, by=address(7))
    unread = poll.reject(SKILL, 1)
    story = told(poll, SKILL)
    said = {each["id"]: each.get("reason") for each in story["votes"]}
    assert said == {first: "later_verdict", second: None, unread[0]: "not_looked_through"}
    printed = why(poll, SKILL).stdout
    assert "later verdict: the same address gave a later verdict" in printed
    assert "not looked through: its words have not been looked through" in printed
    hashes = [row.voter_hash for row in poll.press.rows(VALIDATIONS)]
    assert not any(each in printed + json.dumps(story) for each in hashes)
    assert "It is not so at the desk" not in printed + json.dumps(story)


def test_it_says_what_is_missing_and_when_it_can_happen(poll: Poll) -> None:
    poll.confirm(SKILL, 2)
    story = told(poll, SKILL)
    began = poll.press.now
    assert story["next"]["to"] == "beta"
    assert story["next"]["earliest"] == rfc3339(began + TWO_DAYS)
    assert [each["what"] for each in story["next"]["missing"]] == ["confirms", "confirming addresses", "time"]
    printed = why(poll, SKILL).stdout
    assert "For beta" in printed
    assert f"not before {rfc3339(began + TWO_DAYS)}" in printed
    assert "at the next tick after that" not in printed
    poll.confirm(SKILL, 1)
    poll.later(TWO_DAYS)
    assert told(poll, SKILL)["at_next_tick"]["to"] == "beta"
    assert "at the next tick after that" in why(poll, PATH).stdout
    assert "At the next tick" in why(poll, SKILL).stdout


def test_it_says_what_was_decided_and_sums_up_earlier_votes(poll: Poll) -> None:
    poll.promote(SKILL, Status.STABLE)
    story = told(poll, SKILL)
    assert [(each["from"], each["to"]) for each in story["decisions"]] == [
        ("alpha", "beta"),
        ("beta", "stable"),
    ]
    assert all(each["went_through"] and len(each["commit"]) == 40 for each in story["decisions"])
    assert (story["votes"], story["earlier_votes"]["votes"], story["next"]) == ([], 20, None)
    assert story["cohort_stats"]["distinct_ips"] == 10  # frozen before its hashes were destroyed
    assert len(told(poll, SKILL, "--all-votes")["votes"]) == 20
    printed = why(poll, SKILL).stdout
    assert "stable 1.0.0" in printed
    assert "before the addresses were forgotten" in printed
    assert "20 votes of earlier cohorts: 20 confirm, 0 reject" in printed
    assert "beta → stable" in printed
    assert "earlier cohorts" not in why(poll, SKILL, "--all-votes").stdout


def test_a_path_is_told_with_its_sources_and_when_it_falls(poll: Poll) -> None:
    poll.confirm(SOURCE, 1)
    poll.tick()
    story = told(poll, SOURCE)
    assert (story["target_type"], story["target_id"], story["source"]) == ("path", PATH[1], "commune-desk")
    desk = next(each for each in story["sources"] if each["source_id"] == "commune-desk")
    assert (desk["health"], desk["is_stale"], desk["confirms"]) == ("confirmed", False, 1)
    assert [each["rule"] for each in story["could_fall"]] == [
        "net-rejects",
        "injection-flag",
        "unconfirmed-too-long",
    ]
    assert story["could_fall"][0] == {
        "rule": "net-rejects",
        "decision": "deprecate",
        "to": "deprecated",
        "votes_lacking": 3,
    }
    printed = why(poll, PATH).stdout
    assert "3 rejects more, or as many on every source" in printed
    assert f"no confirmation until {poll.press.now + timedelta(days=90):%Y-%m-%d}" in printed
    assert "stale" not in printed
    poll.later(timedelta(days=31))
    assert "stale" in why(poll, PATH).stdout
    assert "never confirmed" in printed


def test_a_row_that_fell_is_told_with_what_it_was(poll: Poll) -> None:
    poll.reject(VALUE, 2)
    poll.tick()
    story = told(poll, VALUE)
    assert (story["status"], story["next"], story["could_fall"]) == ("deprecated", None, [])
    assert "version" not in story
    printed = why(poll, VALUE).stdout
    assert "alpha → deprecated" in printed
    assert "nothing: the machine leaves it alone" in printed
    assert f"row {story['decisions'][0]['judged']}" in printed


def test_a_quarantine_is_told_with_the_question_that_waits(poll: Poll) -> None:
    poll.flag(SKILL)
    poll.tick()
    story = told(poll, SKILL)
    assert (story["status"], story["asked"][0]["queue"]) == ("quarantined", "injection")
    printed = why(poll, SKILL).stdout
    assert "Asked of a maintainer" in printed
    assert "waits" in printed
    assert "1 flag" in printed


@requirement("R-OBSV-04")
def test_a_concern_is_told_with_its_score(poll: Poll) -> None:
    poll.press.sends("concerns/valid/skill-general")
    poll.press.a_day_later()
    (row,) = poll.press.rows(CONCERNS)
    concern = (TargetType.OBSERVATION, row.uid)
    poll.reject(concern, 3)
    poll.tick()
    story = told(poll, concern)
    assert (story["net_score"], story["hidden"], "status" in story) == (-3, True, False)
    printed = why(poll, concern).stdout
    assert "on show" in printed
    assert "folded away where it is shown" in printed
    (read,) = poll.press.get("/api/concerns").json()["items"]
    assert {name: read[name] for name in ("score", "net_score", "up", "down", "hidden")} == {
        "score": -3,
        "net_score": -3,
        "up": 0,
        "down": 3,
        "hidden": True,
    }
    assert "nothing: votes rank it, and no more" in printed
    held = update(CONCERNS).values(held=1)
    poll.press.store.write(lambda connection: connection.execute(held).rowcount)
    assert why(poll, concern).exit_code == 1  # nobody is told that it is there


@pytest.mark.parametrize(
    ("target", "near"),
    [
        ((TargetType.SKILL, "nationality-aplication"), "nationality-application"),
        ((TargetType.PATH, "birth-certificate-belgium"), "birth-certificate-belgian"),
        (
            (TargetType.PATH_SOURCE, "birth-certificate-belgian:comune-desk"),
            "birth-certificate-belgian:commune-desk",
        ),
        ((TargetType.VOLATILE_VALUE, "fin-nationality-registration-duty-eur"), "val-00001"),
        ((TargetType.OBSERVATION, "con-99999"), None),
    ],
)
def test_an_unknown_id_is_said_with_what_comes_near(poll: Poll, target: Target, near: str | None) -> None:
    done = why(poll, target)
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"there is no {target[0]} of that id" in done.stderr
    assert (f"Did you mean {near}" in done.stderr) is (near is not None)


def test_without_a_moment_the_clock_is_asked(poll: Poll) -> None:
    done = CliRunner().invoke(command_line(), ["why", *SKILL, "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["now"]


def test_what_cannot_be_voted_on_is_a_slip_of_the_pen() -> None:
    done = CliRunner().invoke(command_line(), ["why", "session", "x"])
    assert isinstance(done.exception, BeCivicError)
    assert "Nobody votes on that" in str(done.exception)
