"""`becivic review` on what was flagged as an injection: what it shows, what each ruling does and says."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from becivic.cli.review import review
from becivic.clock import SystemClock
from becivic.corpus.directory import PATHS_INDEX
from becivic.publishing.consensus import flagged
from becivic.publishing.forge.forge import Proposed
from becivic.publishing.review import holding
from becivic.publishing.screening.screen import Reason
from becivic.rules.errors import BeCivicError
from becivic.rules.json_text import pretty_json
from becivic.rules.publishing import HoldReason
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType, Verdict
from becivic.store.store import Store
from becivic.store.tables.keeping import BANS
from tests.factories.courts import Court, court
from tests.factories.polls import PATH, SKILL, SOURCE, VALUE, Target
from tests.factories.reviews import stage
from tests.factories.table_contents import contents
from tests.requirement import requirement

Run = Callable[..., Result]

REASON = "It tells the agent to send the profile away."


@pytest.fixture
def own(sqlite_store: Store, tmp_path: Path) -> Court:
    return court(sqlite_store, tmp_path / "home")


@pytest.fixture
def run(own: Court, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`becivic review …` on the home of the court, while its service runs."""
    monkeypatch.setenv("BECIVIC_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("BECIVIC_DATABASE_URL", sqlite_url)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(SystemClock, "now", lambda _: own.press.now)
    return lambda *arguments: CliRunner().invoke(review, list(arguments))


def told(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout


def said(result: Result) -> Any:
    return json.loads(told(result))


def refused(result: Result) -> str:
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit), "a person's refusal is no crash"
    return " ".join(result.stderr.split())


@requirement("R-QUAR-03")
def test_the_list_says_what_was_flagged_and_not_a_word_of_why(own: Court, run: Run) -> None:
    own.quarantine(SKILL)
    (item,) = said(run("list", "--queue", "injection", "--json"))["items"]
    assert (item["type"], item["id"], item["detail"]) == ("skill", SKILL[1], "decision 1")
    assert REASON not in told(run("list"))


@requirement("R-QUAR-03")
def test_show_has_the_reasons_the_numbers_and_the_difference(own: Court, run: Run) -> None:
    own.promote(SKILL, Status.STABLE)
    own.amend()
    own.confirm(SKILL, 1)
    flag = own.quarantine(SKILL)
    shown = said(run("show", SKILL[1], "--json"))
    assert (shown["target"], shown["status"], shown["now"]) == (
        f"skill {SKILL[1]}",
        "alpha -> stable",
        "stable",
    )
    assert (shown["confirms"], shown["rejects"], shown["injection_flags"], shown["addresses"]) == (1, 1, 1, 1)
    assert shown["reinstating"] == "can be done"
    (sent,) = shown["words"]["flags"]
    assert (sent["validation"], sent["on"], sent["injection_reason"]) == (flag, SKILL[1], REASON)
    lines = shown["words"]["diff"].splitlines()
    assert lines[0] == f"--- main/skills/{SKILL[1]}/canonical.md"
    assert "-status: stable" in lines
    assert "+status: alpha" in lines
    printed = told(run("show", SKILL[1]))
    assert "/flags/0/injection_reason" in printed
    assert REASON in printed
    assert "+status: alpha" in printed


def test_show_of_a_path_compares_its_entry_and_names_every_flag_that_counted(own: Court, run: Run) -> None:
    own.flag(PATH, by="192.0.2.1")
    own.later(timedelta(seconds=1))
    own.vote(PATH, by="192.0.2.1")
    own.flag(SOURCE, by="192.0.2.2")
    own.tick()
    shown = said(run("show", PATH[1], "--json"))
    assert [each["on"] for each in shown["words"]["flags"]] == [PATH[1], SOURCE[1]]
    assert (shown["addresses"], shown["now"]) == (2, "quarantined")
    assert '+  "status": "alpha",' in shown["words"]["diff"].splitlines()


def test_show_of_a_row_has_what_it_said_and_what_stands_there_now(own: Court, run: Run) -> None:
    own.promote(VALUE, Status.STABLE)
    own.amend_value()
    own.quarantine(VALUE)
    shown = said(run("show", VALUE[1], "--json"))
    words = shown["words"]
    assert words["flagged"]["value"] != words["now"]["value"]
    assert (shown["now"], shown["reinstating"]) == ("stable", "can be done")


def test_show_of_something_that_main_does_not_have_any_more(own: Court, run: Run) -> None:
    own.quarantine(PATH)
    press, entries = own.press, own.press.corpus.paths.document.fields.child("paths").data
    left = {"paths": {name: entry for name, entry in entries.items() if name != PATH[1]}}
    gone = pretty_json({**press.corpus.paths.document.fields.data, **left}).encode()
    repository = press.workshop.repository
    press.workshop.forge.open(
        Proposed("by-hand", repository.head(), {PATHS_INDEX: gone}, "Take a path out.", press.now)
    )
    press.workshop.forge.merge("by-hand", repository.head())
    shown = said(run("show", PATH[1], "--json"))
    assert shown["now"] == "gone"
    assert "has changed since" in shown["reinstating"]


def test_signs_that_a_terminal_obeys_are_spelled_out(own: Court, run: Run) -> None:
    own.vote(VALUE, Verdict.REJECT, injection_flag=True, injection_reason="It hides \u202eodd things.")
    own.tick()
    assert "\u202e" not in told(run("show", VALUE[1]))
    assert "\\u{202e}odd" in told(run("show", VALUE[1]))
    assert "\u202e" not in told(run("show", VALUE[1], "--json"))


def test_a_long_difference_is_cut_and_says_so(own: Court, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flagged, "LINES", 3)
    own.quarantine(SKILL)
    *_, last = said(run("show", SKILL[1], "--json"))["words"]["diff"].splitlines()
    assert last.endswith("more lines; git shows them between the two commits.")


def test_a_flag_that_was_discarded_since_says_nothing_any_more(own: Court, run: Run) -> None:
    flag, vote, now = own.quarantine(VALUE), SubmissionType.VALIDATION, own.press.now
    name = Reason("/injection_reason", HoldReason.PERSON_NAME)
    own.press.store.write(lambda connection: holding.hold(connection, vote, flag, [name], now, "scan"))
    own.press.store.write(lambda connection: holding.discard(connection, vote, flag, now, "operator"))
    shown = run("show", VALUE[1], "--json")
    assert REASON not in told(shown)
    assert [each["validation"] for each in said(shown)["words"]["flags"]] == [flag]
    assert said(run("release", VALUE[1], "--json"))["outcome"] == "reinstated"


@requirement("R-QUAR-04", "R-RATE-05")
@pytest.mark.parametrize("target", [SKILL, VALUE])
def test_release_says_in_one_sentence_what_came_back_and_who_may_send_less(
    own: Court, run: Run, target: Target
) -> None:
    own.quarantine(target)
    printed = told(run("release", target[1])).strip()
    commit = own.log(target)[-1].commit
    by = f" as {commit}" if commit else ""
    assert printed == (
        f"The flag was bogus: reinstated at alpha{by}. The address that flagged it may send less from now on, and"
        " nothing after another bogus flag."
    )
    assert own.status(target) is Status.ALPHA
    assert refused(run("show", target[1])) == (
        "becivic: Nothing waits under this id. `becivic review list` shows what does."
    )


def test_release_as_json_names_the_commit(own: Court, run: Run) -> None:
    own.flag(SKILL, by="192.0.2.1")
    own.flag(SKILL, by="192.0.2.2")
    own.tick()
    outcome = said(run("release", SKILL[1], "--json"))
    assert outcome == {
        "id": SKILL[1],
        "outcome": "reinstated",
        "status": "alpha",
        "commit": own.log(SKILL)[-1].commit,
        "addresses": 2,
    }


@requirement("R-RATE-05")
def test_discard_says_that_the_flag_was_right(own: Court, run: Run) -> None:
    own.quarantine(SKILL)
    assert told(run("discard", SKILL[1])).strip() == (
        "The flag was right: it stays out, and who flagged it is forgotten."
    )
    assert (own.skill().status, own.press.rows(BANS)) == (Status.QUARANTINED, [])


@requirement("R-QUAR-04")
def test_what_changed_since_is_said_and_only_the_flag_is_ruled_about(own: Court, run: Run) -> None:
    own.amend()
    own.later(timedelta(hours=1))
    own.flag(SKILL, by="192.0.2.1")
    own.flag(SKILL, by="192.0.2.2")
    own.tick()
    own.amend()
    assert "has changed since" in said(run("show", SKILL[1], "--json"))["reinstating"]
    before = contents(own.press.store)
    assert refused(run("release", SKILL[1])) == (
        "becivic: It has changed since it was quarantined, and what stands there now would be lost. `--only-flag`"
        " rules about the flag and leaves everything else as it is."
    )
    assert contents(own.press.store) == before
    assert told(run("release", SKILL[1], "--only-flag")).strip() == (
        "The flag was bogus; what was flagged stays as it is. Each of the 2 addresses that flagged it may send less"
        " from now on, and nothing after another bogus flag."
    )


def test_where_nobody_knows_who_flagged_it_that_is_said(own: Court, run: Run) -> None:
    own.quarantine(VALUE)
    own.press.store.write(lambda connection: connection.exec_driver_sql("DELETE FROM flaggers"))
    assert "Nobody knows any more who flagged it." in told(run("release", VALUE[1]))


def test_only_flag_is_for_flags_and_goes_with_no_edit(own: Court, run: Run, tmp_path: Path) -> None:
    held = stage(own.press.store)
    name = Reason("/content/body", HoldReason.PERSON_NAME)
    own.press.store.write(
        lambda connection: holding.hold(
            connection, SubmissionType.CONCERN, held, [name], own.press.now, "commit"
        )
    )
    assert "--only-flag is for what was flagged" in refused(run("release", held, "--only-flag"))
    both = run("release", held, "--only-flag", "--edited", str(tmp_path / "x.json"))
    assert isinstance(both.exception, BeCivicError)
    assert "do not go together" in str(both.exception)


def test_somebody_else_ruled_meanwhile(own: Court, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    own.quarantine(VALUE)
    monkeypatch.setattr("becivic.publishing.consensus.ruling.waiting", lambda *_: iter(()))
    for command in ("show", "release", "discard"):
        assert refused(run(command, VALUE[1])) == "becivic: It does not wait any more."
