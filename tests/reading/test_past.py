"""What git knows of a skill: read from a real repository, once for a skill and a commit."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import MemoryTree
from becivic.publishing.commits import NewCommit
from becivic.publishing.file_changes import Chain, Change
from becivic.publishing.history import FileHistory
from becivic.publishing.refs import Move
from becivic.publishing.repository import MAIN, CorpusRepository, RepositoryRefused
from becivic.reading.main_files import FileOfCommit, file_of_main
from becivic.reading.past import Pasts
from becivic.reading.readings import UNKNOWN, Past
from becivic.reading.walker import Walker
from becivic.rendering.changes import ChangeLine
from becivic.rules.reading import CHANGES_SHOWN
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.factories.homes import NOON, home_at
from tests.requirement import requirement

SKILL = "demo-application"
STABLE = (
    Files.valid()
    .replaced(APPLICATION, "status: alpha", "status: stable")
    .replaced(APPLICATION, "last_verified: 2026-11-15", "last_verified: 2026-04-26")
)


def newer(before: str, status: str = "alpha") -> Files:
    """A text that nobody has confirmed, after the one that many had."""
    named = f"status: {status}\nprevious_stable_sha: {before}"
    return Files.valid().replaced(APPLICATION, "status: alpha", named)


class Main:
    """A repository that grows by one commit an hour, and what of its past was asked for."""

    def __init__(self, home: Path, files: Files) -> None:
        self.repository: CorpusRepository = home_at(home, files)
        self.at: datetime = NOON
        self.walked: list[str] = []
        self.looked: list[str] = []
        self._history = FileHistory(self.repository)
        self._file_at = file_of_main(self._history)
        self.pasts = Pasts(Walker(self, self.file_at))

    def becomes(self, files: Files, message: str = "a change") -> str:
        self.at += timedelta(hours=1)
        return self.repository.commit(MemoryTree(files), message, self.at)

    def corpus(self) -> Corpus:
        return Loader().load(self.repository.at(self.repository.head()))

    def past(self, corpus: Corpus | None = None, skill: str = SKILL) -> Past:
        corpus = corpus or self.corpus()
        found = asyncio.run(self.pasts.of(corpus, corpus.skills[skill]))
        assert found is not None
        return found

    def page(self, head: str, file: str, after: str | None, limit: int) -> Chain | None:
        self.walked.append(file)
        return self._history.page(head, file, after, limit)

    def latest(self, head: str, file: str, limit: int) -> tuple[Change, ...]:
        self.walked.append(file)
        return self._history.latest(head, file, limit)

    def file_at(self, commit: str, path: str) -> FileOfCommit | None:
        self.looked.append(commit)
        return self._file_at(commit, path)


@pytest.fixture
def main(tmp_path: Path) -> Main:
    return Main(tmp_path, STABLE)


@requirement("R-BODY-12")
@pytest.mark.parametrize("status", ["alpha", "beta", "draft"])
def test_the_day_is_that_of_the_text_that_was_last_stable(main: Main, status: str) -> None:
    main.becomes(newer(main.repository.head(), status))
    assert main.past().verified == "2026-04-26"


def test_the_commit_that_is_named_need_not_have_changed_the_text(main: Main) -> None:
    made = main.repository.head()
    before = main.becomes(STABLE.replaced(CLOCK, "Count the waiting time", "Count the days"))
    main.becomes(newer(before), "amendment: change skill demo-application [skip ci]")
    past = main.past()
    assert past.verified == "2026-04-26"
    assert past.changes == (
        ChangeLine(
            "2026-11-15T14:00:00Z", "amendment: change skill demo-application [skip ci]", "alpha", "0.1.0"
        ),
        ChangeLine(
            "2026-11-15T12:00:00Z",
            "as given",
            "stable",
            "0.1.0",
            f"/skills/demo-application/versions/{before}",
        ),
    )
    assert made != before


def test_where_there_was_no_stable_text_there_is_no_day(main: Main) -> None:
    past = main.past()
    assert past.verified == ""
    assert [line.address for line in past.changes] == [""]
    assert main.looked == []


@pytest.mark.parametrize(
    "before",
    [
        STABLE.replaced(APPLICATION, "status: stable", "status: beta"),
        STABLE.replaced(APPLICATION, "---\n", "--\n"),
        STABLE.without(APPLICATION),
    ],
    ids=["was not stable", "cannot be read", "was not there"],
)
def test_of_a_text_that_was_not_stable_nothing_is_claimed(tmp_path: Path, before: Files) -> None:
    main = Main(tmp_path, before)
    main.becomes(newer(main.repository.head()))
    past = main.past()
    assert past.verified == ""
    assert {line.address for line in past.changes} == {""}


@pytest.mark.parametrize("told", ["", "last_verified: yesterday", "last_verified: 2026-02-31"])
def test_a_day_that_is_none_is_not_passed_on(tmp_path: Path, told: str) -> None:
    main = Main(tmp_path, STABLE.replaced(APPLICATION, "last_verified: 2026-04-26", told or "other: x"))
    main.becomes(newer(main.repository.head()))
    past = main.past()
    assert past.verified == ""
    assert past.changes[1].address


def test_a_commit_that_main_does_not_have_is_not_believed(main: Main) -> None:
    aside = main.repository.write(NewCommit(main.repository.head(), {CLOCK: b"aside"}, "aside", NOON))
    main.becomes(newer(aside))
    assert main.past().verified == ""


def test_the_latest_changes_are_told_and_no_more(main: Main) -> None:
    for number in range(CHANGES_SHOWN + 2):
        main.becomes(
            STABLE.replaced(APPLICATION, "Apply for a demonstration", f"Apply {number}"), str(number)
        )
    told = [line.title for line in main.past().changes]
    assert told == [str(number) for number in range(CHANGES_SHOWN + 1, 1, -1)]


def test_it_is_read_once_for_a_skill_and_a_commit(main: Main) -> None:
    main.becomes(newer(main.repository.head()))
    corpus = main.corpus()
    first = main.past(corpus)
    walked = list(main.walked)
    assert main.past(corpus) is first
    assert main.walked == walked
    main.past(corpus, "demo-clock")
    assert main.walked == [*walked, CLOCK]


def test_when_main_has_moved_it_is_read_anew(main: Main) -> None:
    first = main.repository.head()
    second = main.becomes(newer(first))
    assert main.past().verified == "2026-04-26"
    again = STABLE.replaced(APPLICATION, "last_verified: 2026-04-26", "last_verified: 2026-10-01")
    third = main.becomes(again)
    assert main.past().verified == ""
    main.becomes(newer(third))
    past = main.past()
    assert past.verified == "2026-10-01"
    assert [bool(line.address) for line in past.changes] == [False, True, False, False]
    assert main.looked == [first, third]
    assert second != third


def test_what_is_known_of_a_stable_text_is_not_looked_up_again_while_main_grows(main: Main) -> None:
    before = main.repository.head()
    files = newer(before)
    main.becomes(files)
    main.past()
    main.becomes(files.replaced(CLOCK, "Count the waiting time", "Count the days"))
    assert main.past().verified == "2026-04-26"
    assert main.looked == [before]


def test_what_was_taken_out_of_main_is_forgotten(main: Main) -> None:
    first = main.repository.head()
    before = main.becomes(STABLE.replaced(APPLICATION, "Apply for a demonstration", "Apply for it"))
    text = newer(before)
    old = main.becomes(text)
    assert main.past().verified == "2026-04-26"
    rewritten = main.repository.write(NewCommit(first, {APPLICATION: text[APPLICATION]}, "anew", main.at))
    main.repository.move(Move(MAIN, old, rewritten))
    past = main.past()
    assert past.verified == ""
    assert [(line.title, line.address) for line in past.changes] == [("anew", ""), ("as given", "")]


def test_of_files_without_a_commit_nothing_is_known(main: Main) -> None:
    assert main.past(newer(main.repository.head()).load()) is UNKNOWN
    assert main.walked == []


def test_while_main_cannot_be_read_nothing_is_claimed_and_it_is_asked_again(main: Main) -> None:
    corpus = main.corpus()
    skill = corpus.skills[SKILL]
    refused = RepositoryRefused("cannot be read.", where="here", remedy="Restore it.")
    with patch.object(main, "latest", side_effect=refused):
        assert asyncio.run(main.pasts.of(corpus, skill)) is None
    assert main.pasts.misses == 1
    assert len(main.past(corpus).changes) == 1


def test_a_text_may_rest_for_as_long_as_steps_are_remembered(tmp_path: Path) -> None:
    main = Main(tmp_path, STABLE)
    history = FileHistory(main.repository, walked=2)
    for number in range(4):
        main.becomes(STABLE.with_file("docs/about.mdx", f"Text {number}"), f"other {number}")
    head = main.repository.head()
    page = history.page(head, APPLICATION, None, 5)
    assert page is not None
    assert page.changes == ()
    assert [each.title for each in history.latest(head, APPLICATION, 5)] == ["as given"]


def test_it_goes_back_along_main_before_anybody_asks(main: Main) -> None:
    assert main.pasts.begin(main.repository.head()).result() == ()
