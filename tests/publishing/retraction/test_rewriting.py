"""History made anew: the text is gone from all of it, and everything else is as it was."""

from __future__ import annotations

from pathlib import Path

import pygit2
import pytest
from pygit2.enums import FileMode, ObjectType

from becivic.publishing.backup.objects import open_git
from becivic.publishing.refs import Move
from becivic.publishing.repository import MAIN, REPOSITORY, CorpusRepository
from becivic.publishing.retraction.rewriting import led_on, only_hashed, rewrite, writing_to
from becivic.publishing.retraction.texts import RetractionRefused, Texts
from becivic.store.store import Store
from tests.factories.corpora import APPLICATION, CLOCK, PATHS
from tests.factories.homes import filled_home
from tests.publishing.retraction.scene import NAME, NEEDLES, REPORT, TEXTS, spoilt
from tests.requirement import requirement

WHO = pygit2.Signature("Somebody", "somebody@example.org", 1_763_200_000, 60)


def history(git: pygit2.Repository, tip: str) -> list[pygit2.Commit]:
    return list(git.walk(pygit2.Oid(hex=tip)))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@requirement("R-RETR-02")
def test_every_commit_from_the_first_that_holds_it_is_made_anew_and_no_file_vanishes(
    store: Store, tmp_path: Path
) -> None:
    spoilt(store, tmp_path)
    git = open_git(tmp_path / REPOSITORY)
    done = rewrite(git, TEXTS, writing_to(git))
    assert (done.commits, done.messages) == (5, 1)
    assert list(done.refs) == [
        "refs/closed/submissions/amd_closed", "refs/heads/submissions/drf_one", "refs/tags/v1", "refs/tags/v2", MAIN,
    ]  # fmt: skip
    assert done.files == {APPLICATION: 1, CLOCK: 1, PATHS: 1, "docs/one.md": 1, "docs/sed.md": 1}
    old, new = (history(git, tip) for tip in done.refs[MAIN])
    assert len(old) == len(new) == 5
    assert [str(commit.id) for commit in old[-2:]] == [str(commit.id) for commit in new[-2:]]
    for before, after in zip(old, new, strict=True):
        assert (before.author.time, before.committer.name) == (after.author.time, after.committer.name)
        assert [entry.name for entry in before.tree] == [entry.name for entry in after.tree]
        assert not any(needle in git.read(after.id)[1] for needle in NEEDLES)
    assert new[2].message == "amendment: for (retracted)\n"
    assert new[2].author.name == "(retracted)"
    assert isinstance(report := new[0].tree[REPORT], pygit2.Blob)
    assert report.data == f"As it was at {new[2].id}, a full id.\n".encode()
    outer = git[done.refs["refs/tags/v2"][1]]
    assert isinstance(outer, pygit2.Tag)
    assert outer.peel(pygit2.Commit).id == new[2].id


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_look_comes_to_the_same_ids_and_writes_nothing(store: Store, tmp_path: Path) -> None:
    spoilt(store, tmp_path)
    git = open_git(tmp_path / REPOSITORY)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / REPOSITORY).rglob("*")}
    seen: list[int] = []
    looked = rewrite(git, TEXTS, only_hashed, seen.append)
    assert seen == list(range(1, 8))
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / REPOSITORY).rglob("*")} == before
    assert looked == rewrite(git, TEXTS, writing_to(git))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_history_without_the_text_stays_as_it_is(store: Store, tmp_path: Path) -> None:
    spoilt(store, tmp_path)
    done = rewrite(open_git(tmp_path / REPOSITORY), Texts(["nobody wrote this"]), only_hashed)
    assert (done.refs, done.ids, done.commits, done.files) == ({}, {}, 0, {})


def test_a_signature_goes_and_words_of_git_itself_stay(tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    git = open_git(tmp_path / REPOSITORY)
    tree = git[repository.head()].peel(pygit2.Commit).tree_id
    raw = (
        f"tree {tree}\nparent {repository.head()}\nauthor A B <a@b.be> 1763200000 +0100\n"
        "committer A B <a@b.be> 1763200000 +0100\ngpgsig -----BEGIN\n  x\n -----END\nencoding UTF-8\n\n"
        f"tree and committer of {NAME}\n"
    )
    signed = git.odb.write(ObjectType.COMMIT, raw.encode())
    repository.move(Move("refs/heads/signed", None, str(signed)))
    done = rewrite(git, Texts([NAME, "committer", "1763200000"]), writing_to(git))
    made = git.read(pygit2.Oid(hex=done.refs["refs/heads/signed"][1]))[1].decode()
    assert "gpgsig" not in made
    assert made.startswith(raw.partition("\ngpgsig")[0] + "\nencoding UTF-8\n\n")
    assert made.endswith("tree and (retracted) of (retracted)\n")


def test_a_commit_of_another_repository_is_left_as_it_is_named(tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    git = open_git(tmp_path / REPOSITORY)
    builder = git.TreeBuilder()
    builder.insert("elsewhere", pygit2.Oid(hex="1" * 40), FileMode.COMMIT)
    builder.insert("file", git.create_blob(NAME.encode()), FileMode.BLOB)
    tip = git.create_commit("refs/heads/other", WHO, WHO, "one\n", builder.write(), [])
    done = rewrite(git, TEXTS, writing_to(git))
    made = git[done.refs["refs/heads/other"][1]].peel(pygit2.Commit)
    assert str(made.tree["elsewhere"].id) == "1" * 40
    assert repository.head() not in done.ids
    assert str(tip) in done.ids


@pytest.mark.parametrize("place", ["file", "folder", "branch"])
def test_a_name_that_holds_the_text_is_refused_without_being_repeated(place: str, tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    git = open_git(tmp_path / REPOSITORY)
    if place == "branch":
        repository.move(Move("refs/heads/quatrepont-is-here", None, repository.head()))
    else:
        inner = git.TreeBuilder()
        inner.insert("quatrepont.md" if place == "file" else "a.md", git.create_blob(b"x"), FileMode.BLOB)
        outer = git.TreeBuilder()
        outer.insert("docs" if place == "file" else "quatrepont", inner.write(), FileMode.TREE)
        git.create_commit("refs/heads/other", WHO, WHO, "one\n", outer.write(), [])
    with pytest.raises(RetractionRefused, match="has the text in its name") as refused:
        rewrite(git, Texts(["quatrepont"]), only_hashed)
    assert "quatrepont" not in str(refused.value)


def test_a_ref_that_names_no_commit_is_refused(tmp_path: Path) -> None:
    filled_home(tmp_path)
    git = open_git(tmp_path / REPOSITORY)
    git.create_reference_direct("refs/odd", git.create_blob(b"x"), False)
    with pytest.raises(RetractionRefused, match="refs/odd: names something that is no commit"):
        rewrite(git, TEXTS, only_hashed)
    assert CorpusRepository.open(tmp_path / REPOSITORY).head()


def test_ids_are_led_on_only_whole() -> None:
    a, b = "a" * 40, "b" * 40
    assert led_on(f"x{a} {a}0 {a[:7]} g{a}g".encode(), {a: b}) == f"x{b} {a}0 {a[:7]} g{b}g".encode()
