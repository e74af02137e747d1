"""The repository of authored truth: what it writes, and what it says when it is not one."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pygit2
import pytest

import becivic
from becivic.corpus.tree import MemoryTree
from becivic.publishing.commits import NewCommit
from becivic.publishing.forge.forge import Author
from becivic.publishing.refs import Move
from becivic.publishing.repository import MAIN, CorpusRepository, RepositoryRefused
from tests.factories.homes import NOON

FILES = {"index.mdx": b"hello\n", "skills/a/canonical.md": b"a\n", "skills/b/canonical.md": b"b\n"}


def committed(path: Path) -> CorpusRepository:
    repository = CorpusRepository.create(path)
    repository.commit(MemoryTree(FILES), "first\n", NOON)
    return repository


def git(path: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", path, *arguments], check=True, capture_output=True, text=True).stdout


def read_all(path: Path) -> None:
    repository = CorpusRepository.open(path)
    with repository.reading():
        tree = repository.at(repository.head())
        for name in tree.paths():
            tree.read(name)


def refusal(path: Path) -> str:
    with pytest.raises(RepositoryRefused) as caught:
        read_all(path)
    return str(caught.value)


def test_a_commit_holds_exactly_the_files_it_was_given(tmp_path: Path) -> None:
    repository = committed(tmp_path / "corpus.git")
    tree = repository.at(repository.head())
    assert {path: tree.read(path) for path in tree.paths()} == FILES
    repository.commit(MemoryTree({"only.md": b"one\n"}), "second", NOON)
    assert repository.at(repository.head()).paths() == ["only.md"]


def test_git_itself_finds_a_sound_bare_repository_on_main_made_by_the_bot(tmp_path: Path) -> None:
    committed(tmp_path)
    assert git(tmp_path, "fsck", "--strict", "--no-progress") == ""
    assert git(tmp_path, "rev-parse", "--is-bare-repository").strip() == "true"
    line = git(tmp_path, "log", "--format=%an <%ae> %cn %at %s", "main").strip()
    assert line == "Be Civic Bot <bot@becivic.invalid> Be Civic Bot 1794744000 first"


def test_every_commit_follows_the_one_before(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    first = repository.head()
    second = repository.commit(MemoryTree({}), "empty", datetime(2027, 1, 1, tzinfo=UTC))
    assert repository.head() == second
    assert git(tmp_path, "rev-parse", "main^").strip() == first


def test_another_process_s_commit_is_seen_at_once(tmp_path: Path) -> None:
    here = committed(tmp_path)
    moved = CorpusRepository.open(tmp_path).commit(MemoryTree({}), "elsewhere", NOON)
    assert here.head() == moved


@pytest.mark.parametrize("make", [Path.mkdir, Path.touch, lambda _: None])
def test_what_is_no_repository_is_refused_even_inside_a_checkout(tmp_path: Path, make: object) -> None:
    pygit2.init_repository(str(tmp_path))
    inside = tmp_path / "corpus.git"
    make(inside)  # type: ignore[operator]
    message = refusal(inside)
    assert message.startswith(f"{inside}: cannot be opened as a git repository")
    assert message.endswith(
        "Restore it from a backup, or move it and the database away: the next start then begins anew."
    )


def test_a_repository_that_went_away_is_not_opened_anew_as_the_checkout_around_it(tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path))
    repository = committed(tmp_path / "corpus.git")
    assert repository.git_of_its_own() is not repository.git_of_its_own()
    (tmp_path / "corpus.git" / "HEAD").unlink()
    with pytest.raises(RepositoryRefused, match="is damaged: it names no branch"):
        repository.git_of_its_own()


def test_nobody_else_above_the_corpus_opens_a_repository() -> None:
    sources = Path(becivic.__file__).parent
    opening = {
        file.relative_to(sources).as_posix()
        for file in sources.rglob("*.py")
        if "pygit2.Repository(" in file.read_text("utf-8")
    }
    assert opening == {"corpus/commit_tree.py", "corpus/history.py", "publishing/repository.py"}


def test_a_checkout_is_not_the_bare_repository_we_keep(tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path))
    assert "cannot be opened as a git repository" in refusal(tmp_path)


def test_a_repository_without_main_is_refused(tmp_path: Path) -> None:
    CorpusRepository.create(tmp_path)
    assert f"{tmp_path}: has no branch `main`." in refusal(tmp_path)


def test_a_ref_that_is_rubbish_is_refused(tmp_path: Path) -> None:
    committed(tmp_path)
    (tmp_path / MAIN).write_text("rubbish\n")
    assert "is damaged: something in it cannot be read" in refusal(tmp_path)


def test_a_ref_to_nowhere_is_refused(tmp_path: Path) -> None:
    committed(tmp_path)
    (tmp_path / MAIN).write_text("a" * 40 + "\n")
    assert "is damaged" in refusal(tmp_path)


def _blob(path: Path) -> Path:
    name = git(path, "rev-parse", "main:index.mdx").strip()
    return path / "objects" / name[:2] / name[2:]


def test_a_missing_object_is_named(tmp_path: Path) -> None:
    committed(tmp_path)
    blob = _blob(tmp_path)
    blob.unlink()
    assert f"(object {blob.parent.name}{blob.name} is missing)" in refusal(tmp_path)


def test_an_object_that_is_rubbish_is_refused(tmp_path: Path) -> None:
    committed(tmp_path)
    blob = _blob(tmp_path)
    blob.chmod(0o600)
    blob.write_bytes(b"rubbish")
    assert "is damaged" in refusal(tmp_path)


def test_a_slip_of_ours_is_not_blamed_on_the_repository(tmp_path: Path) -> None:
    with pytest.raises(KeyError), committed(tmp_path).reading():
        raise KeyError("colour")


def test_a_system_error_is_said_in_its_own_words(tmp_path: Path) -> None:
    with pytest.raises(RepositoryRefused, match=r"\(Input/output error\)"), committed(tmp_path).reading():
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.EMFILE, "too many files are open"),
        (errno.ENFILE, "too many files are open on this machine"),
        (errno.ENOMEM, "memory is short"),
    ],
)
@pytest.mark.parametrize("kind", ["ours", "OSError", "GitError"])
def test_a_machine_in_trouble_is_not_a_damaged_repository(
    tmp_path: Path, number: int, says: str, kind: str
) -> None:
    words = f"could not open '{tmp_path}/config': {os.strerror(number)}"
    errors = {
        "ours": OSError(number, os.strerror(number)),
        "OSError": OSError(words),
        "GitError": pygit2.GitError(words),
    }
    with pytest.raises(RepositoryRefused) as caught, committed(tmp_path).reading():
        raise errors[kind]
    assert str(caught.value) == (
        f"{tmp_path}: cannot be read at the moment: {says}. Try again, or give this process more room (`ulimit`)."
    )


def test_a_repository_is_read_again_once_files_can_be_opened_again(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    head = repository.head()
    with no_file_can_be_opened():
        refusals = [refused_by(ask) for ask in (repository.head, lambda: repository.at(head).paths())]
        refusals.append(refused_by(lambda: CorpusRepository.open(tmp_path)))
    assert all("cannot be read at the moment: too many files are open. " in said for said in refusals)
    assert repository.head() == head


@contextmanager
def no_file_can_be_opened() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def refused_by(ask: Callable[[], object]) -> str:
    try:
        ask()
    except RepositoryRefused as refused:
        return str(refused)
    return "not refused"


def test_main_holds_its_head_and_what_led_to_it_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "corpus.git"
    repository = committed(path)
    first = repository.head()
    second = repository.commit(MemoryTree({**FILES, "more.md": b"more\n"}), "second\n", NOON)
    somebody = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    aside = git(path, *somebody, "commit-tree", "-m", "aside", f"{first}^{{tree}}", "-p", first).strip()
    blob = git(path, "rev-parse", f"{first}:index.mdx").strip()
    assert repository.holds(first)
    assert repository.holds(second)
    for other in (aside, blob, "f" * 40, "main", "", second[:7]):
        assert not repository.holds(other)


def test_one_file_of_a_commit_is_read_alone(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    head = repository.head()
    later = repository.write(NewCommit(head, {"index.mdx": b"other\n"}, "later", NOON))
    assert repository.file_at(head, "index.mdx") == b"hello\n"
    assert repository.file_at(later, "index.mdx") == b"other\n"
    assert repository.file_at(later, "skills/a/canonical.md") == b"a\n"
    for path in ("none.md", "skills", "index.mdx/below"):
        assert repository.file_at(head, path) is None


def test_what_differs_between_two_commits_is_told_by_path(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    head = repository.head()
    files = {"index.mdx": b"other\n", "skills/a/canonical.md": b"a\n", "docs/new.mdx": b"new\n"}
    later = repository.write(NewCommit(head, files, "later", NOON))
    assert repository.changed_files(head, later) == ["docs/new.mdx", "index.mdx"]
    assert repository.changed_files(later, head) == ["docs/new.mdx", "index.mdx"]
    assert repository.changed_files(head, head) == []


def test_how_commits_descend_from_each_other(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    first = repository.head()
    one, other = (repository.write(NewCommit(first, {"a": c}, "aside", NOON)) for c in (b"1", b"2"))
    two = repository.write(NewCommit(one, {"a": b"3"}, "two", NOON))
    assert repository.merge_base(two, other) == first
    assert repository.merge_base(two, one) == one
    assert repository.descends(two, first)
    assert repository.descends(two, two)
    assert not repository.descends(first, two)
    assert not repository.descends(two, other)
    assert repository.first_since(two, first) == one
    assert repository.first_since(two, one) == two
    assert repository.parents(two) == [one]
    assert repository.parents(first) == []


def test_commits_without_a_common_beginning_have_no_base(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    somebody = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    alone = git(tmp_path, *somebody, "commit-tree", "-m", "alone", "main^{tree}").strip()
    assert repository.merge_base(repository.head(), alone) is None
    assert not repository.descends(repository.head(), alone)


def test_what_the_bot_made_is_told_from_what_was_made_by_hand(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    named = ("-c", "user.name=Be Civic Bot", "-c", "user.email=a@example.org")
    by_hand = git(tmp_path, *named, "commit-tree", "-m", "x", "main^{tree}", "-p", "main").strip()
    assert repository.is_ours(repository.head())
    assert not repository.is_ours(by_hand)


def test_a_commit_that_is_not_there_is_named(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    head, missing = repository.head(), "f" * 40
    asked: list[Callable[[], object]] = [
        lambda: repository.file_at(missing, "index.mdx"),
        lambda: repository.changed_files(head, missing),
        lambda: repository.parents(missing),
        lambda: repository.merge_base(head, missing),
        lambda: repository.descends(head, missing),
        lambda: repository.first_since(missing, head),
        lambda: repository.write(NewCommit(missing, {}, "", NOON)),
        lambda: repository.write_anew(missing, head, {}),
    ]
    for ask in asked:
        assert missing in refused_by(ask)
    assert "cannot be written" in refused_by(lambda: repository.move(Move("refs/heads/one", None, missing)))


def test_a_file_whose_content_is_missing_is_damage(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    _blob(tmp_path).unlink()
    ask = CorpusRepository.open(tmp_path)
    assert "is damaged" in refused_by(lambda: ask.file_at(repository.head(), "index.mdx"))


def test_a_full_disk_is_said_and_nothing_half_made_is_left(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    head = repository.head()
    new = NewCommit(head, {"index.mdx": b"other\n"}, "later", NOON)
    made = repository.write(NewCommit(head, {"index.mdx": b"another\n"}, "later", NOON))
    with nothing_can_be_written():
        refusals = [
            refused_by(ask)
            for ask in (
                lambda: repository.write(new),
                lambda: repository.write_anew(made, head, {"more.md": b"more\n"}),
                lambda: repository.merged_text(b"1\n", b"2\n", b"3\n"),
                lambda: repository.move(Move(MAIN, head, made)),
            )
        ]
    remedy = "Make room, and see that this user may write there."
    assert set(refusals) == {f"{tmp_path}: cannot be written (File too large). {remedy}"}
    assert repository.head() == head
    repository.move(Move(MAIN, head, repository.write(new)))
    assert git(tmp_path, "fsck", "--strict", "--no-progress", "--no-dangling") == ""


@contextmanager
def nothing_can_be_written() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_slip_of_ours_while_writing_is_not_blamed_on_the_repository(tmp_path: Path) -> None:
    with pytest.raises(KeyError), committed(tmp_path).writing():
        raise KeyError("colour")


def test_a_commit_tells_its_message_and_its_author(tmp_path: Path) -> None:
    repository = committed(tmp_path)
    who = Author("Somebody Else", "else@example.org")
    made = repository.write(NewCommit(repository.head(), {}, "one\n\nmore\n", NOON, who))
    assert repository.told(made) == ("one\n\nmore\n", who)
