"""A retraction: the text is in no byte that is left, nothing else is lost, and whatever kills it, it is finished."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pygit2
import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import NullPool

import becivic
from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Context, run_rules
from becivic.packaged import corpus_folder
from becivic.publishing.last_changes import content_id
from becivic.publishing.repository import REPOSITORY
from becivic.publishing.retraction.incident import FOLDER, Incident
from becivic.publishing.retraction.journal import FILE, Journal, read_journal, write_journal
from becivic.publishing.retraction.pruning import write_anew
from becivic.publishing.retraction.retract import Decision, Done, OnStep, retract
from becivic.publishing.retraction.texts import MARK, RetractionRefused, Texts
from becivic.publishing.servable import CorpusBroken
from becivic.publishing.workshop import Workshop
from becivic.rules.changes import ChangeState
from becivic.rules.contract import BOT_EMAIL
from becivic.rules.errors import LayerTwoCategory
from becivic.store.engine import is_sqlite
from becivic.store.store import Store, open_store
from becivic.store.tables.keeping import ARTEFACTS, AUDIT_LOG, CHANGE_REQUESTS, NAME_SCANS
from becivic.store.tables.signals import CONCERNS
from becivic.store.tables.submissions import STAGED
from tests.factories.corpora import APPLICATION, CLOCK, PATHS
from tests.factories.homes import filled_home
from tests.factories.table_contents import contents_of, rows
from tests.publishing.retraction.scene import (
    DRAFT,
    LATER,
    NAME,
    NEEDLES,
    REPORT,
    SETTLED,
    TEXTS,
    looked,
    publish,
    spoilt,
    unwatched,
    where_it_stands,
    workshop_at,
)
from tests.requirement import requirement

ROOT = Path(__file__).parents[3]


@pytest.fixture
def workshop(store: Store, tmp_path: Path) -> Workshop:
    return spoilt(store, tmp_path / "home")


def decided(workshop: Workshop, texts: Texts = TEXTS, submission: str | None = None) -> Decision:
    phrase = looked(workshop, texts, submission).phrase
    return Decision(texts, LayerTwoCategory.IDENTITY, phrase, "0a1b2c3d", submission)


def retracted(workshop: Workshop, steps: list[str] | None = None) -> Done:
    return retract(workshop, decided(workshop), LATER, (steps if steps is not None else []).append)


def files_of(workshop: Workshop, commit: str) -> dict[str, bytes]:
    tree = workshop.repository.at(commit)
    return {path: tree.read(path) for path in tree.paths()}


@requirement("R-RETR-01", "R-RETR-03", "R-TRUST-01")
def test_a_look_says_where_and_how_much_and_never_what(workshop: Workshop) -> None:
    head = workshop.forge.main()
    found = looked(workshop)
    assert found.head == head == workshop.forge.main()
    assert (found.commits, found.messages, len(found.refs)) == (5, 1, 5)
    assert found.files == {APPLICATION: 1, CLOCK: 1, "docs/one.md": 1, "docs/sed.md": 1, PATHS: 1}
    assert set(found.lines) == {CLOCK, PATHS}
    assert found.lines[CLOCK] == (4,)
    assert sum(found.rows.values()) == 15
    assert found.unreadable == ()
    assert found.phrase == f"retract 5 commits from {head[:12]}"
    assert not found.is_clean
    assert NAME not in repr(found)
    assert where_it_stands(workshop.home)
    assert replace(found, commits=1).phrase.startswith("retract 1 commit from ")


@requirement("R-RETR-01", "R-RETR-02")
def test_the_text_is_in_no_byte_that_is_left(workshop: Workshop) -> None:
    before = files_of(workshop, workshop.forge.main())
    steps: list[str] = []
    done = retracted(workshop, steps)
    assert steps == [
        "Writing new history", "Noting what becomes of it", f"Moving refs/closed/{SETTLED}",
        f"Moving refs/heads/{DRAFT}", "Moving refs/tags/v1", "Moving refs/tags/v2", "Moving refs/heads/main",
        "Taking it out of the records", "Publishing the note", "Deleting what nothing leads to",
        "Writing the database anew", "Looking once more",
    ]  # fmt: skip
    assert where_it_stands(workshop.home) == []
    assert_not_in_database(workshop.store.engine)
    after = files_of(workshop, done.head)
    assert after.keys() == before.keys() | {done.incident.path}
    assert {path for path in before if after[path] != before[path]} == {CLOCK, PATHS, REPORT}
    assert b"summary: (retracted) says how long" in after[CLOCK]
    assert looked(workshop).is_clean
    assert git_fsck(workshop.home) == ""
    assert not (workshop.home / FILE).exists()
    assert done.left_to_owner == ()


def assert_not_in_database(engine: Engine) -> None:
    """SQLite: not in a byte of its files. PostgreSQL: not in a row; what its own log still has is its operator's."""
    with engine.connect() as connection:
        assert NAME not in repr(contents_of(connection))
    if is_sqlite(engine):
        file = Path(engine.url.database or "")
        for part in file.parent.glob(f"{file.name}*"):
            assert not any(needle in part.read_bytes() for needle in NEEDLES), part


def git_fsck(home: Path) -> str:
    ran = subprocess.run(
        ["git", "fsck", "--full", "--unreachable", "--no-dangling"],
        cwd=home / REPOSITORY, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return ran.stdout


@requirement("R-RETR-01")
def test_branches_stay_what_they_were_and_records_follow(workshop: Workshop) -> None:
    done = retracted(workshop)
    draft, closed = workshop.forge.find(DRAFT), workshop.forge.find(SETTLED)
    assert draft is not None
    assert closed is not None
    assert (draft.state, closed.state) == (ChangeState.OPEN, ChangeState.CLOSED)
    (stable,) = {
        row["head_commit"] for row in rows(workshop.store, CHANGE_REQUESTS) if row["id"].startswith("id 9")
    }
    assert workshop.repository.holds(stable)
    assert stable.encode() in files_of(workshop, done.head)[REPORT]
    assert any(stable in row["payload"] for row in rows(workshop.store, STAGED))
    corpus = workshop.corpus()
    known = {row["target_type"]: row for row in rows(workshop.store, ARTEFACTS)}
    assert known["path"]["blob_id"] == content_id(corpus.paths.entries["demo-certificate"])
    assert known["skill"]["blob_id"] == content_id(corpus.skills["demo-clock"])
    assert known["skill"]["commit_sha"] == stable
    assert rows(workshop.store, NAME_SCANS)[0]["content"] == known["skill"]["blob_id"]


@requirement("R-RETR-01", "R-RETR-03")
def test_a_public_note_says_when_and_how_much_and_what_to_do(workshop: Workshop) -> None:
    old = workshop.forge.main()
    done = retracted(workshop)
    assert done.incident.path == f"{FOLDER}/2026-11-15-0a1b2c3d.md"
    note = files_of(workshop, done.head)[done.incident.path].decode()
    assert "Commits that got a new id: 5." in note
    assert "Files whose content changed, in any version: 5." in note
    assert "Records that lost the text: 15." in note
    assert "delete it and fetch it anew" in note
    assert old[:7] not in note
    assert NAME not in note
    commit = workshop.repository._git[done.head].peel(pygit2.Commit)
    assert commit.message == "retraction: note the incident of 2026-11-15 [skip ci]\n"
    assert commit.author.email == BOT_EMAIL
    findings = run_rules(ALL_RULES, Context.of(workshop.corpus()))
    assert [finding for finding in findings if finding.place.file == done.incident.path] == []
    assert [row["action"] for row in rows(workshop.store, AUDIT_LOG)][-1] == "retract"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
class TestWhatIsRefused:
    def test_a_phrase_that_was_not_given_for_this(self, workshop: Workshop) -> None:
        decision = decided(workshop)
        publish(workshop, {"docs/later.md": b"later\n"})
        with pytest.raises(RetractionRefused, match="not the one for what is there now"):
            retract(workshop, decision, LATER, unwatched)
        assert where_it_stands(workshop.home)
        assert read_journal(workshop.home) is None

    def test_a_text_that_stands_nowhere(self, workshop: Workshop) -> None:
        with pytest.raises(RetractionRefused, match="stands nowhere"):
            retract(workshop, decided(workshop, Texts(["nobody wrote this"])), LATER, unwatched)

    def test_a_main_that_could_not_be_served(self, workshop: Workshop) -> None:
        texts = Texts(['"schema_version"'])
        found = looked(workshop, texts)
        assert "paths/index.json" in found.files
        before = workshop.forge.main()
        with pytest.raises(CorpusBroken):
            retract(workshop, decided(workshop, texts), LATER, unwatched)
        assert workshop.forge.main() == before
        assert read_journal(workshop.home) is None

    def test_another_one_before_the_one_under_way_is_finished(self, workshop: Workshop) -> None:
        decision = decided(workshop)
        with pytest.raises(KeyboardInterrupt):
            retract(workshop, decision, LATER, stopping_at("Taking it out of the records"))
        with pytest.raises(RetractionRefused, match="under way and has to be finished first"):
            retract(workshop, replace(decision, confirmed="retract 1 commit from here"), LATER, unwatched)
        assert not looked(workshop).is_clean
        retract(workshop, decision, LATER, unwatched)
        assert where_it_stands(workshop.home) == []

    def test_a_text_that_somebody_writes_again_meanwhile(
        self, workshop: Workshop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def writes_it_again(step: str) -> None:
            if step == "Looking once more":
                publish(workshop, {"docs/again.md": NAME.encode()})

        decision = decided(workshop)
        with pytest.raises(RetractionRefused, match="was written meanwhile"):
            retract(workshop, decision, LATER, writes_it_again)
        retract(workshop, decision, LATER, unwatched)
        assert where_it_stands(workshop.home) == []

    @pytest.mark.parametrize("gap", ["\n  ", "\u00a0", "** ", "%20", r"\n"])
    def test_a_text_whose_words_stand_apart_is_seen_by_the_last_look_too(
        self, workshop: Workshop, gap: str
    ) -> None:
        def writes_it_apart(step: str) -> None:
            if step == "Looking once more":
                publish(workshop, {"docs/again.md": f"of {NAME.replace(' ', gap)}.\n".encode()})

        decision = decided(workshop)
        with pytest.raises(RetractionRefused, match="was written meanwhile"):
            retract(workshop, decision, LATER, writes_it_apart)
        done = retract(workshop, decision, LATER, unwatched)
        assert files_of(workshop, done.head)["docs/again.md"] == f"of {MARK}.\n".encode()
        assert where_it_stands(workshop.home) == []


def stopping_at(wanted: str) -> OnStep:
    def stop(step: str) -> None:
        if step == wanted:
            raise KeyboardInterrupt

    return stop


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_file_that_would_be_left_out_is_told_beforehand(workshop: Workshop) -> None:
    assert looked(workshop, Texts(["title: Count the waiting time"])).unreadable == (CLOCK,)


def test_records_alone_may_hold_it(store: Store, tmp_path: Path) -> None:
    filled_home(tmp_path)
    workshop = workshop_at(store, tmp_path)
    store.write(
        lambda connection: connection.exec_driver_sql(
            "INSERT INTO bans (salt, address_hash, level, reason, created_at)"
            f" VALUES ('s', 'h', 'banned', '{NAME}', 'x')"
        )
    )
    decision = decided(workshop)
    assert decision.confirmed.startswith("retract 0 commits from ")
    done = retract(workshop, decision, LATER, unwatched)
    assert (done.incident.commits, done.incident.rows) == (0, 1)


@requirement("R-RETR-01")
def test_all_words_of_a_submission_go_with_it(workshop: Workshop) -> None:
    (one, _) = [row["submission_id"] for row in rows(workshop.store, CONCERNS)]
    decision = decided(workshop, submission=one)
    retract(workshop, decision, LATER, unwatched)
    assert all(row["content"] is None and row["held"] for row in rows(workshop.store, CONCERNS))


@pytest.fixture
def in_home(tmp_path: Path) -> Path:
    """A spoilt home with its database in it, closed."""
    home = tmp_path / "home"
    home.mkdir()
    with closing(open_store(f"sqlite:///{home / 'becivic.db'}")) as store:
        spoilt(store, home)
    return home


@requirement("R-RETR-01")
def test_killed_between_any_two_steps_it_is_finished_by_the_same_command(in_home: Path) -> None:
    with closing(open_store(f"sqlite:///{in_home / 'becivic.db'}")) as store:
        phrase = looked(workshop_at(store, in_home)).phrase
    ran = subprocess.run(
        [sys.executable, "-m", "tests.publishing.retraction.dying", in_home, phrase],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (0, "12\n"), ran.stderr
    for after in range(1, 14):
        home = in_home.with_name(f"home-{after}")
        assert where_it_stands(home) == [], after
        with closing(open_store(f"sqlite:///{home / 'becivic.db'}")) as store:
            workshop = workshop_at(store, home)
            notes = [path for path in files_of(workshop, workshop.forge.main()) if path.startswith(FOLDER)]
            assert len(notes) == 1, after
            assert [row["action"] for row in rows(store, AUDIT_LOG)].count("retract") == 1
            held = {row["commit_sha"] for row in rows(store, ARTEFACTS) if row["target_type"] == "skill"}
            assert all(workshop.repository.holds(commit) for commit in held), after
            assert read_journal(home) is None


def test_a_journal_is_private_and_leads_on_what_led_on_already(tmp_path: Path) -> None:
    incident = Incident(LATER.date(), "0a", LayerTwoCategory.ADDRESS, 1, 2, 3)
    journal = Journal("phrase", incident, {"a": "b"}).and_then({"b": "c", "x": "y"})
    assert journal.ids == {"a": "c", "b": "c", "x": "y"}
    write_journal(tmp_path, journal)
    assert read_journal(tmp_path) == journal
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("kind", LayerTwoCategory)
def test_every_kind_has_words_for_the_note(kind: LayerTwoCategory) -> None:
    note = Incident(LATER.date(), "0a", kind, 1, 2, 3).note().decode()
    assert "A text that said " in note


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_table_of_another_owner_is_left_to_them(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("CREATE ROLE becivic_guest LOGIN")
        connection.exec_driver_sql("GRANT SELECT ON bans TO becivic_guest")
    guest = create_engine(store.engine.url.set(username="becivic_guest"), poolclass=NullPool)
    try:
        assert write_anew(guest, ["bans"]) == ["bans"]
        assert write_anew(store.engine, ["bans"]) == []
    finally:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DROP OWNED BY becivic_guest")
            connection.exec_driver_sql("DROP ROLE becivic_guest")


@requirement("R-RETR-03")
def test_the_protocol_and_the_place_of_notes_are_part_of_the_corpus() -> None:
    protocol = (corpus_folder() / "docs" / "retraction-protocol.md").read_text(encoding="utf-8")
    for said in ("Tier C", "git filter-repo", "DELETE /api/<type>/<id>", "docs/incidents/", MARK):
        assert said in protocol
    assert (corpus_folder() / FOLDER / "README.md").is_file()


@requirement("R-TRUST-01")
def test_no_job_and_no_route_retracts() -> None:
    """They may know that one is unfinished, and nothing else of it."""
    sources = Path(becivic.__file__).parent
    known = re.compile(r"from becivic\.publishing\.retraction\.journal import (refuse_)?unfinished\n")
    users = {
        path.relative_to(sources).parts[0]
        for path in sources.rglob("*.py")
        if "publishing.retraction" in known.sub("", path.read_text(encoding="utf-8"))
        and "retraction" not in path.parts
    }
    assert users <= {"cli", "store"}
