"""`becivic review`: what it lists and shows, what each decision does, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from becivic.cli import review_output
from becivic.cli.review import review
from becivic.clock import SystemClock
from becivic.corpus.findings import Finding, Place, Severity
from becivic.publishing.commit import merging
from becivic.publishing.commit.merging import RequestRefused, Resolved
from becivic.publishing.forge.forge import Proposed
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.retraction.incident import Incident
from becivic.publishing.retraction.journal import Journal, write_journal
from becivic.publishing.retraction.submissions import erase_submission
from becivic.publishing.review import holding
from becivic.publishing.screening.screen import Reason
from becivic.rules.errors import BeCivicError, LayerTwoCategory
from becivic.rules.publishing import Failure, HoldReason
from becivic.rules.submissions import SubmissionType
from becivic.store import reviews, written
from becivic.store.reviews import Asked
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import AUDIT_LOG, CHANGE_REQUESTS, REVIEW_ITEMS, Queue
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, DRAFTS, FEEDBACK_CHANNEL
from becivic.store.tables.submissions import HELD, STAGED
from tests.factories.homes import NOON, filled_home
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.records import record
from tests.factories.reviews import CONCERN, an_id, became, put, remember, stage
from tests.factories.table_contents import rows
from tests.requirement import requirement

Run = Callable[..., Result]

NAME = Reason("/content/body", HoldReason.PERSON_NAME)
FEEDBACK = an_id(SubmissionType.FEEDBACK)
DRAFT = an_id(SubmissionType.DRAFT)
STOPPED = {"stopped_at": "2026-11-15T10:35:00.000000Z", "last_error": "target_gone"}


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One is enough: what reads and decides is tested on both databases in tests/publishing/review."""
    return sqlite_url


@pytest.fixture
def run(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`becivic review …` on the database of the test, while the test's own store is open."""
    monkeypatch.setenv("BECIVIC_HOME", str(tmp_path))
    monkeypatch.setenv("BECIVIC_DATABASE_URL", database_url)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(SystemClock, "now", lambda _: NOW)
    return lambda *arguments: CliRunner().invoke(review, list(arguments))


def said(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(result: Result) -> str:
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit), "a person's refusal is no crash"
    assert result.stdout == ""
    return " ".join(result.stderr.split())


def wrong(result: Result) -> str:
    """What `becivic` itself says in one sentence, with exit 2."""
    assert isinstance(result.exception, BeCivicError)
    return str(result.exception)


def ask(store: Store, queue: Queue, subject: str, kind: str) -> None:
    asked = Asked(queue, kind, subject, f"Look at this {kind}")
    store.write(lambda connection: reviews.ask(connection, asked, NOW))


def held(store: Store, name: str = CONCERN, **given: Any) -> str:
    own = stage(store, name, **given)
    kind = next(kind for kind in SubmissionType if own.startswith(kind.facts.id_prefix))
    store.write(lambda connection: holding.hold(connection, kind, own, [NAME], NOW, "commit"))
    return own


def held_in_public(store: Store, change: str | None = None) -> str:
    own = remember(store, SubmissionType.CONCERN)
    became(store, CONCERNS, own, content='{"body": "Ask for Jana Voorbeeld."}', context="{}")
    if change is not None:
        put(store, CHANGE_REQUESTS, record(CHANGE_REQUESTS, id=own, state=change))
    store.write(lambda connection: holding.hold(connection, SubmissionType.CONCERN, own, [NAME], NOW, "scan"))
    return own


# --- list and show --------------------------------------------------------------------------------------------


@requirement("R-TRUST-02", "R-NER-06")
def test_the_list_says_age_queue_what_why_and_id_and_not_a_word_of_anybody(store: Store, run: Run) -> None:
    words = {
        **payload(CONCERN),
        "content": {**payload(CONCERN)["content"], "body": "Ask for Jana Voorbeeld."},
    }
    own = held(store, payload=written.document(words))
    ask(store, Queue.DRAFTS, DRAFT, "draft")
    out = run("list").stdout
    assert out.splitlines()[0].split() == ["no.", "age", "queue", "what", "why", "id"]
    first = " ".join(out.splitlines()[1].split())
    assert first == f"1 now held concern A concern is held: person_name at 1 place {own}"
    assert out.splitlines()[-1].startswith("2 items wait. `becivic review show 1` shows the first.")
    assert "Jana" not in out
    assert "Jana" not in run("list", "--json").stdout


@requirement("R-TRUST-02")
def test_the_list_as_json_goes_by_queue_and_page(store: Store, run: Run) -> None:
    own = held(store)
    ask(store, Queue.DRAFTS, DRAFT, "draft")
    first = said(run("list", "--limit", "1", "--json"))
    assert first["next"] == 1
    assert first["items"] == [
        {
            "number": 1,
            "queue": "held",
            "type": "concern",
            "id": own,
            "title": "A concern is held: person_name at 1 place",
            "detail": f"held-for-review/concerns/{own.removeprefix('con_')}",
            "opened_at": "2026-11-15T10:30:00Z",
        }
    ]
    second = said(run("list", "--after", "1", "--json"))
    assert ([item["id"] for item in second["items"]], second.get("next")) == ([DRAFT], None)
    assert said(run("list", "--queue", "injection", "--json")) == {"items": []}
    assert "There are more: --after 1." in run("list", "--limit", "1").stdout
    assert run("list", "--queue", "elsewhere").exit_code == 2


def test_where_nothing_waits_that_is_said(store: Store, run: Run) -> None:
    result = run("list")
    assert (result.exit_code, result.stdout) == (0, "Nothing waits.\n")


@pytest.mark.parametrize(
    ("passed", "text"),
    [({"days": 3, "hours": 5}, "3 d"), ({"hours": 5}, "5 h"), ({"minutes": 7}, "7 min"), ({}, "now")],
)
def test_ages_are_short(passed: dict[str, int], text: str) -> None:
    assert review_output.age(NOW - timedelta(**passed), NOW) == text


@requirement("R-NER-05", "R-NER-06")
def test_a_held_one_is_shown_with_its_words_marked_where_something_was_found(store: Store, run: Run) -> None:
    own = held(store)
    out = run("show", own[:12]).stdout
    assert f"held-for-review/concerns/{own.removeprefix('con_')}" in out
    lines = out.splitlines()
    at = lines.index("/content/body  person_name")
    assert lines[at + 1].startswith("  In Ixelles the desk receives files by appointment only")
    assert "/content/scope  commune-specific" in lines, "nothing was found there"
    assert out.count("held-for-review/") == 1
    shown = said(run("show", "1", "--json"))
    assert shown["payload"] == payload(CONCERN)
    assert shown["reasons"] == [{"pointer": "/content/body", "reason": "person_name"}]


def test_words_that_speak_to_the_terminal_are_spelled_out(store: Store, run: Run) -> None:
    body = "red \x1b[31m bell \x07 c1 \x9b2J turned \u202e back\nand a second line"
    own = held(store, payload=written.document({"content": {"body": body}}))
    out = run("show", own).stdout
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(out)
    assert "  red \\u{1b}[31m bell \\u{7} c1 \\u{9b}2J turned \\u{202e} back\n  and a second line\n" in out
    as_json = run("show", own, "--json").stdout
    assert as_json.isascii()
    assert "\x1b" not in as_json
    assert json.loads(as_json)["payload"]["content"]["body"] == body


@requirement("R-TRUST-02")
def test_what_a_draft_proposes_is_shown_safely_and_how_to_see_it_rendered(store: Store, run: Run) -> None:
    became(
        store,
        DRAFTS,
        DRAFT,
        commit_message="Add \x1b[31m it.",
        content='{"body": "a \\u202e b"}',
        provenance="{}",
    )
    put(store, CHANGE_REQUESTS, record(CHANGE_REQUESTS, id=DRAFT, checks="[]"))
    ask(store, Queue.DRAFTS, DRAFT, "draft")
    out = run("show", DRAFT).stdout
    assert f"`becivic preview {DRAFT}` shows it rendered.\n" in out
    assert "/commit_message  Add \\u{1b}[31m it.\n/content/body  a \\u{202e} b\n" in out
    assert said(run("show", DRAFT, "--json"))["words"]["content"] == {"body": "a \u202e b"}
    assert "Add" not in run("list").stdout + run("list", "--json").stdout


@requirement("R-JOB-09")
def test_what_failed_is_shown_with_its_payload_safely(store: Store, run: Run) -> None:
    sent = {"content": {"body": "red \x1b[31m"}}
    own = stage(store, **STOPPED, payload=written.document(sent))
    ask(store, Queue.FAILED, own, "concern")
    assert "/content/body  red \\u{1b}[31m\n" in run("show", own).stdout
    assert said(run("show", own, "--json"))["payload"] == sent
    assert "red" not in run("list").stdout


def test_what_is_public_is_shown_by_the_words_of_its_row(store: Store, run: Run) -> None:
    own = held_in_public(store)
    out = run("show", own).stdout
    assert "/content/body  person_name\n  Ask for Jana Voorbeeld.\n" in out


@requirement("R-FBK-02")
def test_feedback_is_shown_with_its_body(store: Store, run: Run) -> None:
    became(store, FEEDBACK_CHANNEL, FEEDBACK, body="The map does not load.")
    ask(store, Queue.FEEDBACK, FEEDBACK, "feedback")
    out = run("show", FEEDBACK).stdout
    assert "/body  The map does not load.\n" in out
    assert "The map" not in run("list").stdout


def test_a_row_of_the_catalogue_that_nobody_sent_is_shown_and_released(store: Store, run: Run) -> None:
    became(store, VOLATILE_VALUES, None, held=1)
    uid = rows(store, VOLATILE_VALUES)[0]["uid"]
    ask(store, Queue.HELD, uid, "volatile_value")
    assert "/1/note" in run("show", uid).stdout
    assert "a person seems to be named" in wrong(run("release", uid)).lower()
    assert run("release", uid, "--as-is").stdout == "Released.\n"
    assert rows(store, VOLATILE_VALUES)[0]["held"] == 0
    ask(store, Queue.HELD, uid, "volatile_value")
    assert run("discard", uid).stdout == "Discarded. It stays hidden.\n"


@pytest.mark.parametrize("command", ["show", "release", "discard"])
def test_what_waits_under_no_id_or_under_several_is_exit_1(store: Store, run: Run, command: str) -> None:
    assert "Nothing waits under this id. `becivic review list`" in refused(run(command, "con_"))
    own = held(store)
    ask(store, Queue.FAILED, own, "concern")
    assert "Name one by its number: 1, 2." in refused(run(command, own))
    as_is = ["--as-is"] if command == "release" else []
    assert run(command, own, "--queue", "held", *as_is).exit_code == 0


# --- held -----------------------------------------------------------------------------------------------------


@requirement("R-NER-07")
def test_a_held_one_is_released_and_published_at_the_next_run(store: Store, run: Run) -> None:
    own = held(store)
    assert run("release", "1", "--as-is").stdout == (
        "Released. The next run of `becivic run commit` publishes it.\n"
    )
    assert rows(store, HELD)[0]["state"] == "released"
    assert rows(store, REVIEW_ITEMS)[0]["outcome"] == "released"
    assert rows(store, AUDIT_LOG)[-1]["actor"] == "operator"
    assert "Nothing waits" in refused(run("release", own))


@requirement("R-NER-07")
def test_a_held_name_is_not_released_before_somebody_confirms_it(store: Store, run: Run, home: Path) -> None:
    own = stage(store, CONCERN)
    named = {**payload(CONCERN)["content"], "body": "Ask for Pieter Janssens at the desk."}
    store.write(
        lambda connection: connection.execute(
            STAGED.update().values(payload=json.dumps({**payload(CONCERN), "content": named}))
        )
    )
    store.write(
        lambda connection: holding.hold(connection, SubmissionType.CONCERN, own, [NAME], NOW, "commit")
    )
    before = rows(store, HELD)
    result = run("release", "1")
    assert "`becivic review release 1 --as-is`" in wrong(result)
    assert "`becivic review release 1 --edited FILE`" in wrong(result)
    assert result.stderr == "  /content/body line 1: ****** ********\n"
    assert "Janssens" not in result.output
    assert rows(store, HELD) == before
    assert run("release", "1", "--as-is").exit_code == 0


@requirement("R-NER-07")
def test_an_edited_text_is_looked_through_again(store: Store, run: Run, home: Path) -> None:
    held(store)
    before = rows(store, HELD)
    file = edit(home, body="Ask for Pieter Janssens at the desk.")
    result = run("release", "1", "--edited", file)
    assert "`becivic review release 1 --edited FILE --as-is`" in wrong(result)
    assert "Janssens" not in result.output
    assert rows(store, HELD) == before
    assert run("release", "1", "--edited", file, "--as-is").exit_code == 0
    assert rows(store, HELD)[0]["state"] == "released_after_edit"


def test_a_name_in_small_letters_and_many_names_are_shown_without_the_names(
    store: Store, run: Run, home: Path
) -> None:
    held(store)
    people = " ".join(f"Pieter Janssens en Karim Benali {number}." for number in range(12))
    result = run("release", "1", "--edited", edit(home, body=people))
    assert "  and 4 more\n" in result.stderr
    assert "janssens" not in result.output.lower()
    result = run("release", "1", "--edited", edit(home, body="See pieter-janssens.pdf."))
    assert "/content/body line 1: a name in small letters" in result.stderr
    assert "janssens" not in result.output.lower()


@requirement("R-NER-07")
def test_what_is_public_is_shown_again_when_it_is_released(store: Store, run: Run) -> None:
    own = held_in_public(store)
    result = run("release", own, "--as-is", "--json")
    assert said(result) == {"id": own, "outcome": "released"}
    assert rows(store, CONCERNS)[0]["held"] == 0


def test_the_sentence_of_a_release_says_what_happens_next(store: Store, run: Run) -> None:
    own = held_in_public(store)
    assert run("release", own, "--as-is").stdout == "Released. It counts and is shown again.\n"


@requirement("R-NER-07")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (None, ""),
        ("open", " Its change request is still open: `becivic review close` closes it"),
        ("closed", " Its branch is still in the repository: `becivic retract` takes it out."),
    ],
)
def test_a_discarded_one_loses_its_words_and_what_git_still_has_is_said(
    store: Store, run: Run, change: str | None, told: str
) -> None:
    own = held_in_public(store, change)
    assert run("discard", own).stdout.startswith(f"Discarded: what it says is deleted.{told}")
    assert rows(store, CONCERNS)[0]["content"] is None
    assert rows(store, HELD)[0]["state"] == "discarded"


@requirement("R-NER-07")
def test_what_is_on_main_is_not_discarded_until_it_is_retracted(store: Store, run: Run) -> None:
    kind = SubmissionType.AMENDMENT
    own = remember(store, kind)
    became(store, AMENDMENTS, own, content='{"body": "x"}', provenance=None)
    put(store, CHANGE_REQUESTS, record(CHANGE_REQUESTS, id=own, state="merged"))
    store.write(lambda connection: holding.hold(connection, kind, own, [NAME], NOW, "scan"))
    error = refused(run("discard", own))
    assert (
        "It is on main, so it is not discarded yet: `becivic retract --submission` takes it out first."
        in error
    )
    assert rows(store, HELD)[0]["state"] == "ner_held_for_review"
    store.write(lambda connection: erase_submission(connection, own))
    assert run("discard", own).stdout == "Discarded: what it says is deleted.\n"


def test_a_file_of_main_is_answered_and_retract_is_named(store: Store, run: Run) -> None:
    ask(store, Queue.HELD, "skills/x/canonical.md", "file")
    assert run("discard", "skills/x").stdout == "Discarded. `becivic retract` takes it out of history.\n"
    assert rows(store, REVIEW_ITEMS)[0]["outcome"] == "discarded"


def test_a_question_whose_item_was_taken_back_meanwhile_is_exit_1(store: Store, run: Run) -> None:
    ask(store, Queue.HELD, an_id(SubmissionType.CONCERN), "concern")
    assert "It does not wait any more." in refused(run("release", "1"))


def test_what_somebody_else_has_just_resolved_is_exit_1(store: Store, run: Run) -> None:
    held(store)
    store.write(lambda connection: connection.execute(HELD.update().values(state="released")))
    assert "It is released; from there it does not become discarded." in refused(run("discard", "1"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    filled_home(tmp_path)
    return tmp_path


def edit(home: Path, **words: Any) -> str:
    sent = payload(CONCERN)
    file = home / "edited.json"
    file.write_text(json.dumps({**sent, "content": {**sent["content"], **words}}), encoding="utf-8")
    return str(file)


@requirement("R-NER-07")
def test_a_held_one_is_released_with_other_words(store: Store, run: Run, home: Path) -> None:
    own = held(store)
    result = run("release", own, "--edited", edit(home, body="The desk wants an appointment."), "--json")
    assert said(result) == {"id": own, "outcome": "released_after_edit"}
    (row,) = rows(store, HELD)
    assert row["state"] == "released_after_edit"
    assert json.loads(row["payload"])["content"]["body"] == "The desk wants an appointment."


@requirement("R-NER-07")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"body": 7}, "/content/body: must be of type string."),
        ({"body": "Mail somebody@example.org."}, "/content/body: The text at the pointer holds something"),
    ],
)
def test_an_edit_that_does_not_pass_is_exit_1_and_changes_nothing(
    store: Store, run: Run, home: Path, words: dict[str, Any], told: str
) -> None:
    own = held(store)
    before = rows(store, HELD)
    error = refused(run("release", own, "--edited", edit(home, **words)))
    assert told in error
    assert "somebody" not in error
    assert rows(store, HELD) == before


def test_only_a_held_submission_can_be_edited(store: Store, run: Run, home: Path) -> None:
    ask(store, Queue.FAILED, stage(store, **STOPPED), "concern")
    assert "Only a held submission can be edited." in refused(run("release", "1", "--edited", edit(home)))


def test_a_file_that_is_no_payload_is_exit_2(store: Store, run: Run, tmp_path: Path) -> None:
    held(store)
    file = tmp_path / "edited.json"
    assert "cannot be read: No such file" in wrong(run("release", "1", "--edited", str(file)))
    file.write_text("{", encoding="utf-8")
    assert f"{file}:1: " in wrong(run("release", "1", "--edited", str(file)))
    file.write_text("[]", encoding="utf-8")
    assert "is not one JSON object." in wrong(run("release", "1", "--edited", str(file)))


# --- failed ---------------------------------------------------------------------------------------------------


@requirement("R-JOB-09")
def test_what_failed_says_its_code_and_its_meaning_and_is_tried_again(store: Store, run: Run) -> None:
    own = stage(store, **STOPPED, attempts=3)
    ask(store, Queue.FAILED, own, "concern")
    out = " ".join(run("show", own).stdout.split())
    assert "last_error target_gone" in out
    assert "meaning What it is about does not exist any more." in out
    assert "attempts 3" in out
    assert run("release", own).stdout.startswith("It is tried again.")
    assert rows(store, STAGED)[0]["stopped_at"] is None


@requirement("R-JOB-09")
def test_what_failed_is_dropped_on_the_word_of_an_operator(store: Store, run: Run) -> None:
    own = stage(store, **STOPPED)
    ask(store, Queue.FAILED, own, "concern")
    assert said(run("discard", own, "--json")) == {"id": own, "outcome": "discarded"}
    assert rows(store, STAGED) == []
    assert rows(store, AUDIT_LOG)[-1]["action"] == "failed:discarded"


@pytest.mark.parametrize("command", ["release", "discard"])
def test_what_goes_on_by_itself_is_left_alone(store: Store, run: Run, command: str) -> None:
    own = stage(store, last_error="forge_unavailable")
    ask(store, Queue.FAILED, own, "concern")
    assert "every run tries it again by itself" in refused(run(command, own))
    assert len(rows(store, STAGED)) == 1


def test_what_is_wrong_with_main_is_closed_when_it_is_mended(store: Store, run: Run) -> None:
    commit = "1234567" + "a" * 33
    ask(store, Queue.FAILED, commit, "main")
    for command in ("release", "discard"):
        assert "Mend main, then `becivic review close` it." in refused(run(command, "1234567"))
    assert run("close", "1234567").stdout == "Closed.\n"
    assert rows(store, REVIEW_ITEMS)[0]["outcome"] == "closed"
    ask(store, Queue.FAILED, stage(store, **STOPPED), "concern")
    assert "released to be tried again, or discarded" in refused(run("close", "2"))


# --- feedback -------------------------------------------------------------------------------------------------


@requirement("R-FBK-02")
def test_feedback_is_closed_with_what_came_of_it(store: Store, run: Run) -> None:
    became(store, FEEDBACK_CHANNEL, FEEDBACK, triaged_at=None, triage=None)
    ask(store, Queue.FEEDBACK, FEEDBACK, "feedback")
    assert "Say --outcome done|wont_do|moved." in wrong(run("close", FEEDBACK))
    assert run("close", FEEDBACK, "--outcome", "wont_do").stdout == "Closed: wont_do.\n"
    assert rows(store, FEEDBACK_CHANNEL)[0]["triage"] == "wont_do"
    assert run("list").stdout == "Nothing waits.\n"


def test_feedback_that_is_gone_is_exit_1_and_other_things_take_no_outcome(store: Store, run: Run) -> None:
    ask(store, Queue.FEEDBACK, FEEDBACK, "feedback")
    assert "It does not wait any more." in refused(run("close", FEEDBACK, "--outcome", "done"))
    ask(store, Queue.DRAFTS, DRAFT, "draft")
    assert "--outcome is for feedback." in wrong(run("close", DRAFT, "--outcome", "done"))


@pytest.mark.parametrize(
    ("command", "queue", "word"),
    [
        ("release", Queue.DRAFTS, "released"),
        ("discard", Queue.FEEDBACK, "discarded"),
        ("close", Queue.HELD, "closed"),
        ("close", Queue.INJECTION, "closed"),
    ],
)
def test_each_queue_has_its_own_answers(
    store: Store, run: Run, command: str, queue: Queue, word: str
) -> None:
    ask(store, queue, "x_1", "concern")
    assert f"What waits in `{queue}` is not {word}." in refused(run(command, "x_1"))


# --- change requests ------------------------------------------------------------------------------------------

BRANCH = "mend-a-note"


@pytest.fixture
def branch(home: Path, tmp_path: Path) -> LocalForge:
    """A maintainer's branch with one changed file, as they would push it."""
    repository = CorpusRepository.open(tmp_path / REPOSITORY)
    forge = LocalForge(repository)
    files = {"docs/note.mdx": b"---\ntitle: A note\n---\n\nRead this.\n"}
    forge.open(Proposed(BRANCH, repository.head(), files, "Mend a note", NOON))
    return forge


@requirement("R-TRUST-01", "R-JOB-06")
def test_a_maintainers_branch_is_merged_on_their_word(store: Store, run: Run, branch: LocalForge) -> None:
    result = said(run("merge", BRANCH, "--json"))
    assert (result["outcome"], result["commit"]) == ("merged", branch.main())
    (row,) = rows(store, CHANGE_REQUESTS)
    assert (row["state"], row["merge_commit"]) == ("merged", branch.main())


def test_nothing_is_merged_while_a_retraction_is_half_done(
    store: Store, run: Run, branch: LocalForge, tmp_path: Path
) -> None:
    before = branch.main()
    incident = Incident(NOON.date(), "0a1b2c3d", LayerTwoCategory.IDENTITY, 1, 1, 1)
    write_journal(tmp_path, Journal("a phrase", incident, {}))
    assert "A retraction was begun here and is not finished." in wrong(run("merge", BRANCH))
    assert (branch.main(), rows(store, CHANGE_REQUESTS)) == (before, [])


@requirement("R-TRUST-01")
def test_a_maintainers_branch_is_closed_on_their_word(store: Store, run: Run, branch: LocalForge) -> None:
    before = branch.main()
    assert run("close", BRANCH).stdout == "Closed. Its branch is not merged.\n"
    assert branch.main() == before
    assert rows(store, CHANGE_REQUESTS)[0]["state"] == "closed"


@requirement("R-JOB-06")
@pytest.mark.parametrize("command", ["merge", "close"])
def test_a_draft_without_a_change_request_is_exit_1(store: Store, run: Run, home: Path, command: str) -> None:
    ask(store, Queue.DRAFTS, DRAFT, "draft")
    assert "There is no open change request of this name." in refused(run(command, DRAFT[:9]))


def test_a_draft_that_is_held_is_not_merged(store: Store, run: Run, home: Path) -> None:
    ask(store, Queue.DRAFTS, DRAFT, "draft")
    ask(store, Queue.HELD, DRAFT, "draft")
    assert "It is held. Release or discard it first." in refused(run("merge", DRAFT))


def test_what_the_checks_find_is_said_and_nothing_is_merged(
    store: Store, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding = Finding("rule-07", Severity.ERROR, Place("a.md", 3), "Something \x1b is wrong.", "Mend it.")
    resolved = Resolved(failure=Failure.CHECKS_FAILED, findings=(finding,))
    monkeypatch.setattr(merging, "merge", lambda *_: resolved)
    error = refused(run("merge", DRAFT))
    assert "Not merged (checks_failed). With this change the corpus would break one of its rules." in error
    assert "a.md:3: Something \\u{1b} is wrong. [rule-07]" in error


def test_what_was_merged_meanwhile_is_not_closed(
    store: Store, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "close", lambda *_: Resolved(commit="abc"))
    assert "It was merged already, as abc." in refused(run("close", DRAFT))


def test_a_change_request_is_named_by_the_number_of_its_question(
    store: Store, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(store, Queue.DRAFTS, DRAFT, "draft")
    asked: list[str] = []

    def close(_: object, change_request_id: str, now: object) -> Resolved:
        asked.append(change_request_id)
        raise RequestRefused("No.")

    monkeypatch.setattr(merging, "close", close)
    assert "No." in refused(run("close", "1"))
    assert asked == [DRAFT]


# --- the command itself ---------------------------------------------------------------------------------------


def test_a_home_without_a_database_is_told_and_stays_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BECIVIC_HOME", str(tmp_path / "none"))
    monkeypatch.delenv("BECIVIC_DATABASE_URL", raising=False)
    assert "There is no database here yet." in wrong(CliRunner().invoke(review, ["list"]))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["list", "show", "release", "discard", "merge", "close"])
def test_every_command_has_help_with_an_example(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out = CliRunner().invoke(review, [command, "--help"]).stdout
    assert f"becivic review {command}" in out
    assert "--json" in out
