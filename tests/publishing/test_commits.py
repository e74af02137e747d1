"""Commits as objects: what they say, and what git makes of two changes to one text."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pygit2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from becivic.corpus.tree import MemoryTree
from becivic.publishing.commits import NewCommit
from becivic.publishing.forge.forge import Author
from becivic.publishing.repository import CorpusRepository
from becivic.rules.contract import BOT_EMAIL, BOT_NAME
from tests.factories.homes import NOON

ELSE = Author("Somebody Else", "else@example.org")
TEXT = b"".join(b"%d\n" % number for number in range(20))


@pytest.fixture
def repository(tmp_path: Path) -> CorpusRepository:
    repository = CorpusRepository.create(tmp_path)
    repository.commit(MemoryTree({"a": b"a", "b": b"b"}), "first", NOON)
    return repository


def known(repository: CorpusRepository, commit: str) -> pygit2.Commit:
    return pygit2.Repository(str(repository.path))[commit].peel(pygit2.Commit)


def signed(who: pygit2.Signature) -> tuple[str, str, int, int]:
    return who.name, who.email, who.time, who.offset


def test_a_commit_has_its_author_and_is_committed_by_the_bot(repository: CorpusRepository) -> None:
    head = repository.head()
    made = repository.write(NewCommit(head, {"a": b"A"}, "Größe\n", NOON + timedelta(hours=1), ELSE))
    commit = known(repository, made)
    at = int(NOON.timestamp()) + 3600
    assert signed(commit.author) == (ELSE.name, ELSE.email, at, 0)
    assert signed(commit.committer) == (BOT_NAME, BOT_EMAIL, at, 0)
    assert commit.message == "Größe\n"
    assert repository.parents(made) == [head]
    assert repository.head() == head


def test_the_same_commit_made_twice_is_one(repository: CorpusRepository) -> None:
    new = NewCommit(repository.head(), {"a": b"A"}, "one\n", NOON)
    assert repository.write(new) == repository.write(new)


@pytest.mark.parametrize(("later", "expected"), [(0, 7200), (3, 3 * 3600)])
def test_a_commit_made_anew_keeps_author_and_message_and_is_never_older_than_what_it_stands_on(
    repository: CorpusRepository, later: int, expected: int
) -> None:
    first = repository.head()
    original = repository.write(NewCommit(first, {"a": b"A"}, "mine\n", NOON + timedelta(hours=2), ELSE))
    onto = repository.write(NewCommit(first, {"b": b"B"}, "theirs\n", NOON + timedelta(hours=later)))
    made = [repository.write_anew(original, onto, {"a": b"A"}) for _ in range(2)]
    commit = known(repository, made[0])
    start = int(NOON.timestamp())
    assert made[0] == made[1]
    assert repository.parents(made[0]) == [onto]
    assert commit.message == "mine\n"
    assert signed(commit.author) == (ELSE.name, ELSE.email, start + 7200, 0)
    assert signed(commit.committer) == (BOT_NAME, BOT_EMAIL, start + expected, 0)
    assert {path: repository.file_at(made[0], path) for path in "ab"} == {"a": b"A", "b": b"B"}


def test_a_message_in_another_encoding_is_kept_as_it_is(repository: CorpusRepository) -> None:
    git = pygit2.Repository(str(repository.path))
    who = pygit2.Signature("A", "a@example.org", 0, 0)
    head = git[repository.head()].peel(pygit2.Commit)
    by_hand = git.create_commit(None, who, who, b"caf\xe9\n", head.tree_id, [head.id])
    made = repository.write_anew(str(by_hand), repository.head(), {"a": b"A"})
    assert known(repository, made).raw_message == b"caf\xe9\n"


def test_changes_to_different_places_of_a_text_are_both_made(repository: CorpusRepository) -> None:
    ours, theirs = TEXT.replace(b"3\n", b"three\n", 1), TEXT.replace(b"17\n", b"seventeen\n")
    both = ours.replace(b"17\n", b"seventeen\n")
    assert repository.merged_text(TEXT, ours, theirs) == both
    assert repository.merged_text(TEXT, theirs, ours) == both


def test_changes_to_the_same_lines_are_not_guessed_at(repository: CorpusRepository) -> None:
    ours, theirs = TEXT.replace(b"8\n", b"eight\n", 1), TEXT.replace(b"8\n", b"acht\n", 1)
    assert repository.merged_text(TEXT, ours, theirs) is None
    assert repository.merged_text(TEXT, b"", theirs) is None


def test_line_ends_and_bytes_that_are_no_text_survive(repository: CorpusRepository) -> None:
    base = TEXT.replace(b"\n", b"\r\n") + b"\xff\xfe"
    ours, theirs = base.replace(b"3\r", b"three\r", 1), base.replace(b"15", b"fifteen")
    assert repository.merged_text(base, ours, theirs) == ours.replace(b"15", b"fifteen")


def test_what_is_no_text_is_not_merged(repository: CorpusRepository) -> None:
    base = b"\0" + TEXT
    assert repository.merged_text(base, base.replace(b"3\n", b"x\n", 1), base.replace(b"17", b"y")) is None


def test_merging_texts_leaves_no_ref_behind(repository: CorpusRepository) -> None:
    git = pygit2.Repository(str(repository.path))
    before = list(git.references)
    repository.merged_text(TEXT, TEXT + b"more\n", b"before\n" + TEXT)
    assert list(git.references) == before


_LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n"]), max_size=6).map(b"".join)


@given(base=_LINES, ours=_LINES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_change_of_one_side_alone_is_taken_as_it_is(
    repository: CorpusRepository, base: bytes, ours: bytes
) -> None:
    assert repository.merged_text(base, ours, base) == ours
    assert repository.merged_text(base, base, ours) == ours
    assert repository.merged_text(base, ours, ours) == ours
