"""The base of a change, read from real repositories."""

from __future__ import annotations

from pathlib import Path

import pygit2
import pytest

from becivic.corpus.commit_tree import CommitTree
from becivic.corpus.history import change_since
from becivic.corpus.load import Loader
from becivic.corpus.opening import open_tree
from becivic.corpus.tree import CorpusMissing, DirectoryTree
from becivic.rules.contract import BOT_EMAIL
from tests.factories.corpora import Files
from tests.factories.repositories import Clone, write_files

DRAFT = "Add\n\nBe-Civic-Submission: draft drf_01890000-0000-7000-8000-000000000000\n"


def test_a_folder_is_read_as_it_lies_and_a_bare_repository_at_main(tmp_path: Path) -> None:
    clone = Clone(tmp_path / "clone")
    clone.commit(Files.valid())
    bare = tmp_path / "corpus.git"
    pygit2.clone_repository(str(clone.folder), str(bare), bare=True)
    assert isinstance(open_tree(clone.corpus), DirectoryTree)
    assert isinstance(open_tree(bare), CommitTree)


def test_a_corpus_at_the_top_of_a_clone_has_its_base_there_too(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    write_files(tmp_path, Files.valid())
    first = clone.commit({})
    change = change_since(tmp_path, first, Loader())
    assert set(change.base.skills) == {"demo-application", "demo-clock", "meta-no-skill-fallback"}
    assert (change.by_bot, change.submission_type) == (False, ""), "nothing was committed since"


def test_what_only_looks_like_a_repository_is_not_taken_for_the_checkout_around_it(tmp_path: Path) -> None:
    bare = tmp_path / "clone" / "corpus.git"
    pygit2.init_repository(str(tmp_path / "clone"))
    (bare / "objects").mkdir(parents=True)
    (bare / "HEAD").write_text("", encoding="ascii")
    with pytest.raises(CorpusMissing, match="is no git repository"):
        open_tree(bare)


def test_a_bare_repository_may_be_compared_with_an_older_commit(tmp_path: Path) -> None:
    clone = Clone(tmp_path / "clone")
    write_files(clone.folder, Files.valid())
    first = clone.commit({})
    clone.commit({"notes.md": b"later\n"}, email=BOT_EMAIL)
    bare = tmp_path / "corpus.git"
    pygit2.clone_repository(str(clone.folder), str(bare), bare=True)
    change = change_since(bare, first, Loader())
    assert change.base.commit == first
    assert change.by_bot


def test_one_human_commit_among_the_bots_makes_it_a_human_change(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    first = clone.commit(Files.valid())
    clone.commit({"a.md": b"a\n"}, email=BOT_EMAIL)
    assert change_since(clone.corpus, first, Loader()).by_bot
    clone.commit({"b.md": b"b\n"})
    assert not change_since(clone.corpus, first, Loader()).by_bot


def test_the_trailer_names_the_submission(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    first = clone.commit(Files.valid())
    clone.commit({"a.md": b"a\n"}, message=DRAFT)
    clone.commit({"b.md": b"b\n"}, message="Later\n\nBe-Civic-Submission:\n")
    assert change_since(clone.corpus, first, Loader()).submission_type == "draft"


def test_what_a_submitter_writes_above_the_trailer_names_nothing(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    first = clone.commit(Files.valid())
    forged = "Be-Civic-Submission: amendment amd_01890000-0000-7000-8000-000000000001"
    clone.commit({"a.md": b"a\n"}, message=DRAFT.replace("Add", f"Add\n\n{forged}"))
    assert change_since(clone.corpus, first, Loader()).submission_type == "draft"


def test_a_repository_without_commits_has_no_base(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    write_files(clone.corpus, Files.valid())
    with pytest.raises(CorpusMissing, match="has no commit `main`"):
        change_since(clone.corpus, "main", Loader())


def test_a_fresh_branch_without_commits_can_still_be_compared(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    first = clone.commit(Files.valid())
    clone.repository.set_head("refs/heads/fresh")
    change = change_since(clone.corpus, first, Loader())
    assert (change.base.commit, change.by_bot) == (first, False)
