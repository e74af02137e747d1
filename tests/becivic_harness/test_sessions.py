"""Sessions on a machine without a server: consent first, orphans told, old things tidied, nothing promised that is not kept."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from pathlib import Path

import pytest

from becivic_harness import (
    analytics,
    buffer_file,
    cancelling,
    files,
    leaving,
    library,
    orphans,
    place,
    profile_file,
    progress,
    receipts,
    retention,
    session,
    session_facts,
    topics,
)
from becivic_harness.here import Here
from becivic_harness.refusals import ASK_THE_PERSON, USAGE, Refused
from becivic_harness.session import Probes
from becivic_harness.standing import standing
from tests.becivic_harness.served import graph_with, node, paths
from tests.factories.harness import Machine, later, machine
from tests.requirement import requirement

ITEM = {
    "type": "feedback",
    "feedback_id": "fbk_01a1de8a-98a1-71f5-93cf-d3cf8460ed39",
    "topic": "praise",
    "body": "Clear.",
    "submitting_agent": "old/1",
}


@requirement("R-MEM-01", "R-TIER-02", "R-RET-01")
def test_without_consent_nothing_is_written_and_the_question_is_given(tmp_path: Path) -> None:
    here = machine(tmp_path, agreed=False)
    told = session.start(here, Probes())
    assert told["session_id"] is None
    assert told["consent"]["needed"]
    assert told["mode"] == "first_contact"
    assert list(tmp_path.iterdir()) == []


@requirement("R-TIER-02", "R-TIER-05", "R-TIER-06", "R-HARN-20")
def test_where_nothing_can_be_written_it_says_so_and_offers_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    told = session.start(machine(tmp_path, agreed=False), Probes())
    assert told["tier"]["name"] == "T1"
    assert not told["consent"]["needed"]
    keys = [each["key"] for each in told["opening"]]
    assert keys.count("upgrade_offer") == 1
    assert "stateless" in keys


@requirement("R-TIER-01", "R-TIER-02")
def test_without_a_folder_it_says_how_what_was_approved_is_sent_and_promises_no_log(tmp_path: Path) -> None:
    here = machine(tmp_path, agreed=False)
    by_http = session.start(here, Probes())
    assert by_http["submitting"]["how"] == f"POST {here.api}/api/feedback"
    assert by_http["submitting"]["types"] == by_http["tier"]["submits"]
    assert {"draft", "amendment"}.isdisjoint(by_http["tier"]["submits"])
    assert by_http["tier"]["capabilities"] == []
    by_tool = session.start(here, Probes(mcp_tools=["mcp__becivic__find_skill"]))["submitting"]
    assert by_tool["how"] == "the tools mcp__becivic__submit_…"
    assert "your own log" not in str(by_http["opening"])
    assert session.close(here) == {
        "closed": None,
        "say": "Nothing was kept on this machine.",
        "closing": [],
    }


@requirement("R-TIER-02")
def test_where_nothing_can_be_kept_the_end_offers_more_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    here = machine(tmp_path, agreed=False)
    told = session.close(here)
    assert [each["key"] for each in told["closing"]] == ["closing_offer"]
    assert f"{here.api}/agents" in told["closing"][0]["say"]
    assert "{" not in told["closing"][0]["say"]


@requirement("R-HARN-09")
def test_a_folder_that_became_read_only_is_told_as_lost_and_asked_about_in_the_middle_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = machine(tmp_path)
    session.start(here, Probes())
    monkeypatch.setattr(place, "can_be_made", lambda _: False)
    told = session.start(later(here, hours=1), Probes())
    assert told["tier"]["name"] == "T1"
    assert told["consent"] == {"given": True, "needed": False, "how": None}
    keys = [each["key"] for each in told["opening"]]
    assert "capability_lost" in keys
    assert "hold_or_retry" not in keys
    monkeypatch.undo()
    progress.start(here, "no-skill-fallback:school-place")
    monkeypatch.setattr(place, "can_be_made", lambda _: False)
    assert "hold_or_retry" in str(session.start(later(here, hours=1), Probes())["opening"])


@requirement("R-PRIN-21")
def test_a_session_id_is_its_time_and_chance_alone(tmp_path: Path) -> None:
    here = machine(tmp_path)
    one = session.start(here, Probes())["session_id"]
    two = session.start(later(here, seconds=1), Probes())["session_id"]
    assert one != two
    assert one < two


@requirement("R-HARN-03", "R-BUF-09")
def test_without_rules_of_this_session_nothing_may_be_sent_in_it(tmp_path: Path) -> None:
    here = machine(tmp_path)
    told = session.start(here, Probes(["multi_turn"]))
    assert not told["submissions_possible"]
    assert "no_submissions" in [each["key"] for each in told["opening"]]
    assert not session_facts.require(here).rules_fetched


@requirement("R-BUF-05", "R-MEM-06", "R-ANL-07")
def test_what_earlier_sessions_left_is_told_one_by_one_and_never_sent(tmp_path: Path) -> None:
    here = machine(tmp_path)
    first = session.start(here, Probes())["session_id"]
    buffer_file.append(
        here, session_facts.read(here, first), {**ITEM, "target_id": "nationality-application"}
    )
    second = session.start(later(here, seconds=1), Probes())["session_id"]
    told = session.start(later(here, hours=2), Probes())
    by_id = {each["session_id"]: each for each in told["orphans"]}
    assert by_id[first]["items"] == 1
    assert by_id[first]["skills"] == ["nationality-application"]
    assert by_id[first]["runtime"] == "test-agent/1.0"
    assert by_id[first]["age_hours"] == 2
    assert "note" not in by_id[first]
    assert second not in by_id

    stale = session.start(later(here, days=8), Probes())
    assert [each["session_id"] for each in stale["orphans"]] == [first]
    assert stale["orphans"][0]["note"] == orphans.STALE
    assert set(stale["abandoned_inferred"]) >= {first, second}
    assert os.listdir(here.home.session(first)) == ["observations-buffer.jsonl"]
    assert buffer_file.read(here, first).items[0]["feedback_id"] == ITEM["feedback_id"]


@requirement("R-BUF-05")
def test_a_session_with_nothing_in_it_is_no_orphan_and_one_that_may_be_at_work_is_told_as_such(
    tmp_path: Path,
) -> None:
    here = machine(tmp_path)
    empty = session.start(here, Probes())["session_id"]
    other = session.start(later(here, seconds=1), Probes())["session_id"]
    buffer_file.append(later(here, minutes=30), session_facts.read(here, other), ITEM)
    soon = session.start(later(here, minutes=80), Probes())
    assert [(each["session_id"], each.get("at_work")) for each in soon["orphans"]] == [(other, True)]
    said = {each["key"]: each["say"] for each in soon["opening"]}
    assert "may still be at work" in said[f"orphan:{other}"]
    assert f"orphan:{empty}" not in said
    assert "about" not in said[f"orphan:{other}"]
    assert [each["session_id"] for each in standing(later(here, minutes=81))["orphans"]] == [other]
    after = session.start(later(here, minutes=91), Probes())
    assert "at_work" not in after["orphans"][0]
    assert "throw it away" in str(after["opening"])


@requirement("R-BUF-05")
def test_lines_that_nobody_can_read_are_told_as_what_they_are(tmp_path: Path) -> None:
    here = machine(tmp_path)
    left = session.start(here, Probes())["session_id"]
    Path(here.home.buffer(left)).write_text("{half a line\n", encoding="utf-8")
    told = session.start(later(here, hours=2), Probes())
    said = {each["key"]: each["say"] for each in told["opening"]}[f"orphan:{left}"]
    assert "left 1 line that cannot be read unsent, written by" in said


def as_agent(here: Here, agent: str = "", session: str | None = None) -> Here:
    return Here(here.home, now=here.now, random=here.random, api=here.api, agent=agent, session=session)


def test_a_session_that_nobody_closed_is_in_nobodys_way(tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes())
    told = session.start(later(here, minutes=5), Probes())
    assert len(told["beside"]["sessions"]) == 1
    assert "--session" in told["beside"]["do"]
    for minutes in (6, 300):
        assert session_facts.require(later(here, minutes=minutes)).id == told["session_id"]
    assert "beside" not in session.start(later(here, hours=3), Probes())


def test_whose_command_it_is_has_to_be_said_where_two_are_at_work(tmp_path: Path) -> None:
    here = machine(tmp_path)
    one = session.start(here, Probes())["session_id"]
    two = session.start(later(here, seconds=1), Probes())["session_id"]
    soon = later(here, seconds=2)
    buffer_file.append(soon, session_facts.read(soon, one), ITEM)
    with pytest.raises(Refused) as refused:
        session_facts.require(soon)
    assert (refused.value.error, refused.value.code) == ("which_session", USAGE)
    assert [each["session_id"] for each in refused.value.facts["sessions"]] == [one, two]
    assert session_facts.require(as_agent(soon, session=one)).id == one
    assert standing(soon)["session"]["id"] == two
    assert session_facts.require(later(here, hours=2)).id == two


def test_agents_of_different_names_are_told_apart(tmp_path: Path) -> None:
    here = machine(tmp_path)
    one = session.start(as_agent(here, "one/1.0"), Probes())["session_id"]
    two = session.start(as_agent(later(here, minutes=1), "two/1.0"), Probes())["session_id"]
    soon = later(here, minutes=2)
    assert session_facts.require(as_agent(soon, "one/1.0")).id == one
    assert session_facts.require(as_agent(soon, "two/1.0")).id == two
    with pytest.raises(Refused, match="More than one session"):
        session_facts.require(as_agent(soon))


def test_what_only_reads_asks_nobody_whose_command_it_is(agent: Machine) -> None:
    agent("session", "start", "--consent", "--agent", "aa/1.0")
    agent("session", "start", "--agent", "bb/1.0")
    skill = node("demo-skill", requires_paths=[])
    for name, document in {
        library.GRAPH: graph_with(skill),
        library.PATHS: paths(),
        "skill-demo-skill.json": skill,
    }.items():
        files.write_json(
            str(agent.data / "cache" / name), {"fetched_at": "2026-11-18T10:00:00Z", "document": document}
        )
    copy = agent.data / "skills-cache" / "demo-skill"
    files.write(str(copy / "SKILL.md"), "---\nid: demo-skill\n---\n")
    files.write(str(copy / ".cached-at"), "2026-11-18T10:00:00Z\n")
    for reading in (
        ("route", "demo skill"),
        ("skill", "demo-skill"),
        ("plan", "demo-skill"),
        ("eligibility", "tax-notice"),
    ):
        agent(*reading, "--agent", "cc/1.0")
    assert agent("route", "demo skill", "--session", "ses_1", expect=2).said["error"] == "no_session"
    asked = agent("traverse", "start", "tax-notice", "--agent", "cc/1.0", expect=2).said
    assert asked["error"] == "which_session"


def test_the_session_begun_last_is_the_one_whatever_the_clock_says(tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes())
    back = later(here, days=-30)
    assert session.start(back, Probes())["session_id"] == session_facts.require(back).id
    assert session_facts.require(here).about["started_at"] == back.stamp


@requirement("R-BUF-05")
def test_a_session_that_may_be_at_work_is_taken_over_with_a_yes_alone(agent: Machine) -> None:
    full = ("--capability", "multi_turn", "--capability", "structured_output")
    one = agent("session", "start", "--consent", *full).said["session_id"]
    agent("buffer", "add", "feedback", "topic=praise", "body=Clear.")
    two = agent.later(minutes=10)("session", "start").said["session_id"]
    assert agent("buffer", "adopt", one, expect=3).said["error"] == "at_work"
    assert agent("session", "status").said["orphans"][0]["at_work"]
    assert len(agent("buffer", "list", "--session", one).said["items"]) == 1
    assert agent("buffer", "adopt", one, "--yes").said["adopted"] == 1
    assert agent("session", "status").said["session"]["id"] == two
    agent("session", "close", "--keep")
    agent.later(minutes=1)("session", "start")
    assert agent("buffer", "adopt", two).said["adopted"] == 1


@requirement("R-MEM-06")
def test_closing_deletes_the_session_and_keeping_keeps_the_items_alone(tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes())
    current = session_facts.require(here)
    files.append(here.home.session(current.id, "scrub-warnings.jsonl"), {"at": here.stamp})
    buffer_file.append(here, current, ITEM)
    with pytest.raises(Refused) as refused:
        session.close(here)
    assert refused.value.code == ASK_THE_PERSON
    session.close(here, keep=True)
    assert os.listdir(here.home.session(current.id)) == ["observations-buffer.jsonl"]
    assert session_facts.current(here) is None
    session.start(later(here, seconds=1), Probes())
    declined = session.close(later(here, seconds=2), decline=True)
    assert declined["dropped"] == 0


@requirement("R-MEM-07", "R-MEM-08")
def test_quiet_procedures_are_archived_and_the_archive_ends_after_a_warning(tmp_path: Path) -> None:
    here = machine(tmp_path)
    progress.start(here, "no-skill-fallback:pension-abroad")
    path = os.path.join(here.home.memory, "procedure_progress_no-skill-fallback--pension-abroad.md")
    before = os.stat(path).st_mtime
    fresh = later(here, days=(before - here.now.timestamp()) / 86400 + 89)
    assert retention.work(fresh)["archived"] == []
    assert os.stat(path).st_mtime == before
    old = later(fresh, days=2)
    assert retention.work(old)["archived"] == ["no-skill-fallback:pension-abroad"]
    assert profile_file.read(old)["active_procedures"] == []
    warned = retention.work(later(old, days=340))
    assert [each["file"] for each in warned["soon_deleted"]] == ["no-skill-fallback--pension-abroad.md"]
    gone = retention.work(later(old, days=366))
    assert gone["deleted"] == ["no-skill-fallback--pension-abroad.md"]
    assert list(progress.archived(here)) == []


@requirement("R-RET-05")
def test_every_procedure_under_way_is_loaded_however_many(tmp_path: Path) -> None:
    here = machine(tmp_path)
    names = [f"no-skill-fallback:matter-{word}" for word in ("one", "two", "three")]
    for name in names:
        progress.start(here, name)
        progress.update(here, name, step=f"at {name[-3:]}")
    told = session.start(here, Probes())
    assert told["mode"] == "multi_active"
    assert [each["id"] for each in told["active_procedures"]] == names


@requirement("R-RET-04", "R-RET-05", "R-REPO-09")
@pytest.mark.parametrize(
    ("written", "key"), [('{"region":"Flanders",', "profile_unreadable"), ("{}", "profile_emptied")]
)
def test_a_profile_that_a_hand_broke_is_told_and_hides_nothing_that_is_under_way(
    written: str, key: str, tmp_path: Path
) -> None:
    here = machine(tmp_path)
    names = ["no-skill-fallback:school-place", "no-skill-fallback:pension-abroad"]
    for number, name in enumerate(names):
        progress.start(later(here, minutes=number), name)
    assert profile_file.trouble(here) is None
    Path(here.home.profile).write_text(written, encoding="utf-8")
    told = session.start(here, Probes())
    said = {each["key"]: each["say"] for each in told["opening"]}
    assert here.home.profile in said[key]
    assert told["mode"] == "multi_active"
    assert [each["id"] for each in told["active_procedures"]] == names
    assert standing(here)["say"] == said[key]
    assert Path(here.home.profile).read_text(encoding="utf-8") == written


def test_what_is_begun_after_a_profile_was_emptied_brings_the_list_back(tmp_path: Path) -> None:
    here = machine(tmp_path)
    progress.start(here, "no-skill-fallback:school-place")
    Path(here.home.profile).write_text("{}", encoding="utf-8")
    progress.start(later(here, minutes=1), "no-skill-fallback:pension-abroad")
    assert profile_file.read(here)["active_procedures"] == [
        "no-skill-fallback:school-place",
        "no-skill-fallback:pension-abroad",
    ]
    assert profile_file.trouble(here) is None


def test_a_broken_profile_is_never_lost_however_often_that_happens(tmp_path: Path) -> None:
    here = machine(tmp_path)
    for text in ("{one", "{two"):
        Path(here.home.profile).write_text(text, encoding="utf-8")
        with pytest.raises(Refused, match="not written over"):
            progress.start(here, "no-skill-fallback:school-place")
        profile_file.set_aside(here)
    kept = Path(here.home.root).glob("profile.json.unreadable*")
    assert {each.read_text(encoding="utf-8") for each in kept} == {"{one", "{two"}
    assert leaving.forget(here)["left"] == []


@requirement("R-ANL-06")
def test_events_that_waited_too_long_are_dropped_and_those_without_consent_too(tmp_path: Path) -> None:
    here = machine(tmp_path)
    analytics.switch(here, on=True)
    analytics.queue(here, "ses_x", "session_start")
    assert analytics.flush(later(here, days=29)) == {"sent": 0, "kept": 1, "dropped": 0}
    assert analytics.flush(later(here, days=31)) == {"sent": 0, "kept": 0, "dropped": 1}
    analytics.queue(here, "ses_x", "session_start")
    profile_file.write(here, profile_file.with_consent(here, profile_file.read(here), analytics=False))
    assert analytics.flush(here) == {"sent": 0, "kept": 0, "dropped": 1}


@requirement("R-BUF-13")
def test_taking_back_waits_longer_each_time_and_gives_up_a_minute_before(tmp_path: Path) -> None:
    here = machine(tmp_path)
    eta = here.now + timedelta(hours=24)
    receipts.keep(
        here,
        {
            "id": "con_1",
            "type": "concern",
            "cancel_token": "t",
            "commit_eta": eta.isoformat(),
            "status": "staged",
        },
    )
    queued = cancelling.cancel(here, "con_1")
    assert queued["status"] == "queued"
    waits = []
    for attempt in range(1, 10):
        kept = json.loads(Path(here.home.cancel_retry("con_1")).read_text(encoding="utf-8"))
        assert kept["attempt"] == attempt
        waits.append(kept["next_at"])
        cancelling.retry(here, only_due=False)
    limit = here.now + timedelta(seconds=cancelling.LONGEST_WAIT)
    assert max(waits) <= limit.strftime("%Y-%m-%dT%H:%M:%SZ")
    done = cancelling.retry(later(here, hours=23, minutes=59, seconds=30))
    assert [each["status"] for each in done] == ["too_late"]
    assert not os.path.exists(here.home.cancel_retry("con_1"))
    with pytest.raises(Refused, match="published already"):
        cancelling.cancel(later(here, hours=24), "con_1")


@requirement("R-MEM-10", "R-PRIN-14")
def test_forgetting_takes_everything_of_ours_and_nothing_of_others(tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes())
    progress.start(here, "no-skill-fallback:pension-abroad")
    mine = Path(here.home.path("my-own-notes.txt"))
    mine.write_text("keep", encoding="utf-8")
    told = leaving.forget(here)
    assert told["left"] == ["my-own-notes.txt"]
    assert os.listdir(here.home.root) == ["my-own-notes.txt"]
    mine.unlink()
    assert leaving.forget(here)["removed"] == []
    assert session.start(here, Probes())["mode"] == "first_contact"
    assert standing(here)["exists"] is False


@requirement("R-REPO-09", "R-PRIN-14")
def test_everything_can_be_edited_by_hand_with_any_line_ends(tmp_path: Path) -> None:
    here = machine(tmp_path)
    profile_file.write(here, {"region": "Flanders"})
    progress.start(here, "no-skill-fallback:pension-abroad")
    progress.update(here, "no-skill-fallback:pension-abroad", step="collecting", note="first line")
    for file in Path(here.home.root).rglob("*"):
        if file.is_file() and file.suffix in (".json", ".md", ".jsonl"):
            file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    index = Path(here.home.memory, topics.INDEX)
    index.write_bytes(index.read_bytes() + b"my own line\r\n")
    raw = json.loads(Path(here.home.profile).read_text(encoding="utf-8-sig"))
    Path(here.home.profile).write_text(
        json.dumps({**raw, "field_of_tomorrow": {"kind": "new"}}), encoding="utf-8"
    )
    progress.update(here, "no-skill-fallback:pension-abroad", note="second line")
    body = progress.active(here)[0].body
    assert [line.split(": ")[1] for line in body.split("\n")] == ["first line", "second line"]
    assert "my own line" in index.read_text(encoding="utf-8")
    profile_file.write(here, {**profile_file.read(here), "civic_status": "married"})
    assert profile_file.read(here)["field_of_tomorrow"] == {"kind": "new"}
    assert profile_file.read(here)["region"] == "Flanders"


@requirement("R-BUF-05")
def test_lines_that_nobody_can_read_outlast_the_session_they_were_written_in(agent: Machine) -> None:
    full = ("--capability", "multi_turn", "--capability", "structured_output")
    one = agent("session", "start", "--consent", *full).said["session_id"]
    agent("buffer", "add", "feedback", "topic=praise", "body=Clear.")
    left = agent.data / "sessions" / one / "observations-buffer.jsonl"
    with left.open("a", encoding="utf-8") as buffer:
        buffer.write("a note by hand\n")
    agent.later(hours=2)("session", "start")
    told = agent("buffer", "adopt", one).said
    assert (told["adopted"], told["unreadable_lines"]) == (1, 1)
    assert left.read_text(encoding="utf-8") == "a note by hand\n"
    (orphan,) = agent("session", "status").said["orphans"]
    assert (orphan["session_id"], orphan["items"], orphan["unreadable_lines"]) == (one, 0, 1)


@requirement("R-MEM-06")
def test_a_session_that_somebody_is_still_in_is_not_tidied_away_however_old_it_is(tmp_path: Path) -> None:
    here = machine(tmp_path)
    old = session.start(here, Probes())["session_id"]
    now = later(here, hours=73)
    session_facts.touched(later(now, minutes=-10), old)
    assert session.start(now, Probes())["abandoned_inferred"] == []
    assert session_facts.is_open(now, old)
    assert session.start(later(now, hours=2), Probes())["abandoned_inferred"] == [old]


@requirement("R-MEM-07")
def test_a_profile_that_a_hand_bent_keeps_nobody_out_and_multiplies_nothing(tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes())
    progress.start(here, "no-skill-fallback:pension-abroad")
    profile = files.read_json(here.home.profile) or {}
    files.write_json(here.home.profile, {**profile, "region": "the north"})
    (file,) = Path(here.home.memory).glob("procedure_progress_*.md")
    long_ago = (here.now - timedelta(days=91)).timestamp()
    os.utime(file, (long_ago, long_ago))
    for hours in (1, 2):
        told = session.start(later(here, hours=hours), Probes())
        assert told["retention"]["archived"] == []
    assert [topic.id for topic in progress.active(here)] == ["no-skill-fallback:pension-abroad"]
    assert files.names(here.home.archive) == []
    files.write_json(here.home.profile, profile)
    told = session.start(later(here, hours=3), Probes())
    assert told["retention"]["archived"] == ["no-skill-fallback:pension-abroad"]


def test_what_a_kill_left_of_a_cached_procedure_is_swept_up(tmp_path: Path) -> None:
    here = machine(tmp_path)
    files.write(here.home.skill("demo-skill"), "# Demo\n")
    half = Path(f"{here.home.skill('demo-skill')}.77.half-written")
    half.write_text("# De", encoding="utf-8")
    session.start(here, Probes())
    assert files.names(str(half.parent)) == ["SKILL.md"]
