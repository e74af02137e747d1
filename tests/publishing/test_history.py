"""The history of a file: what git itself says, in pages, with a bounded walk, and remembered."""

from __future__ import annotations

import shutil
import subprocess
from datetime import timedelta
from pathlib import Path

import pygit2
import pytest

from becivic.corpus.trailers import Submission
from becivic.corpus.tree import MemoryTree, git_blob_id
from becivic.publishing.file_changes import Chain
from becivic.publishing.history import FileHistory
from becivic.publishing.repository import CorpusRepository, RepositoryRefused
from becivic.rules import caps
from becivic.rules.statuses import Status, Version
from becivic.rules.submissions import SubmissionType
from tests.factories.homes import NOON
from tests.requirement import requirement

FILE = "skills/a/canonical.md"
AMENDMENT = "amd_019a8000-0000-7000-8000-000000000001"


def skill(patch: int, status: str = "alpha") -> str:
    return f"---\nstatus: {status}\nversion: 0.1.{patch}\n---\n\nbody {patch}\n"


class Main:
    """A repository whose main holds what a test commits, one minute after another."""

    def __init__(self, folder: Path) -> None:
        self.repository = CorpusRepository.create(folder / "corpus.git")
        self.commits: list[str] = []

    def commit(self, message: str = "a change\n", **files: str | bytes) -> str:
        """`skill` and `other` stand for two files; what is not named is not there."""
        names = {
            "skill": FILE,
            "other": "skills/b/canonical.md",
            "page": "index.mdx",
            "below": f"{FILE}/x.md",
        }
        tree = {names[name]: text.encode() if isinstance(text, str) else text for name, text in files.items()}
        now = NOON + timedelta(minutes=len(self.commits))
        self.commits.append(self.repository.commit(MemoryTree(tree), message, now))
        return self.commits[-1]

    def history(
        self, after: str | None = None, limit: int = 50, walked: int = 100, file: str = FILE
    ) -> Chain:
        found = FileHistory(self.repository, walked).page(self.repository.head(), file, after, limit)
        assert found is not None
        return found

    def is_known(self, after: str) -> bool:
        return FileHistory(self.repository).page(self.repository.head(), FILE, after, 50) is not None


def commits(chain: Chain) -> list[str]:
    return [change.commit for change in chain.changes]


@pytest.fixture
def main(tmp_path: Path) -> Main:
    return Main(tmp_path)


@requirement("R-CATL-07")
def test_every_commit_that_changed_the_file_is_told_newest_first(main: Main) -> None:
    first = main.commit("import: the corpus\n\nMore.\n", skill=skill(0))
    main.commit(skill=skill(0), other="b")
    message = f"amendment: change a skill [skip ci]\n\nBe-Civic-Submission: amendment {AMENDMENT}\n"
    third = main.commit(message, skill=skill(1, "beta"), other="b")
    chain = main.history()
    assert commits(chain) == [third, first]
    assert chain.next is None
    newest, oldest = chain.changes
    assert newest.title == "amendment: change a skill [skip ci]"
    assert newest.at == NOON + timedelta(minutes=2)
    assert (newest.status, newest.version) == (Status.BETA, Version(0, 1, 1))
    assert newest.submission == Submission(SubmissionType.AMENDMENT, AMENDMENT)
    assert (oldest.title, oldest.submission) == ("import: the corpus", None)


@requirement("R-CATL-07")
def test_git_itself_says_the_same(main: Main) -> None:
    for number in range(12):
        main.commit(skill=skill(number // 3), other=str(number), page=str(number % 2))
    said = subprocess.run(
        ["git", "-C", main.repository.path, "log", "--format=%H", "main", "--", FILE],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert commits(main.history()) == said
    assert len(said) == 4


def test_pages_go_on_after_a_commit_and_together_are_the_whole(main: Main) -> None:
    for number in range(5):
        main.commit(skill=skill(number))
    whole = commits(main.history())
    found: list[str] = []
    after: str | None = None
    for size in (2, 2, 1):
        chain = main.history(after, limit=2)
        assert len(chain.changes) == size
        found, after = found + commits(chain), chain.next
    assert (found, after) == (whole, None)
    assert main.history(whole[-1]) == Chain((), None)


def test_a_full_page_without_another_change_says_so_at_once(main: Main) -> None:
    main.commit(skill=skill(0))
    main.commit(skill=skill(1))
    assert main.history(limit=2).next is None


def test_one_question_walks_a_bounded_way_and_the_next_goes_on_from_there(main: Main) -> None:
    first = main.commit(skill=skill(0))
    for number in range(7):
        main.commit(skill=skill(0), other=str(number))
    asked, after = 0, None
    while True:
        chain = main.history(after, walked=3)
        asked, after = asked + 1, chain.next
        if after is None:
            break
        assert chain.changes == ()
    assert (commits(chain), asked) == ([first], 3)


def test_going_on_works_after_any_commit_on_the_way(main: Main) -> None:
    first = main.commit(skill=skill(0))
    between = main.commit(skill=skill(0), other="b")
    main.commit(skill=skill(1), other="b")
    assert commits(main.history(between)) == [first]
    assert commits(main.history(main.repository.head())) == [first]


def test_what_is_no_commit_on_the_way_is_not_known(main: Main) -> None:
    main.commit(skill=skill(0))
    git = pygit2.Repository(str(main.repository.path))
    known = git[main.repository.head()].peel(pygit2.Commit)
    beside = git.create_commit(None, known.author, known.author, "beside", known.tree_id, [])
    assert main.is_known(main.repository.head())
    assert not main.is_known("0" * 40)
    assert not main.is_known(git_blob_id(skill(0).encode()))
    assert not main.is_known(str(beside))


def test_a_commit_that_was_merged_is_before_the_merge(main: Main) -> None:
    first = main.commit(skill=skill(0))
    head, git = main.commit(skill=skill(1)), pygit2.Repository(str(main.repository.path))
    known = git[head].peel(pygit2.Commit)

    def made(*parents: str) -> str:
        by = known.author
        return str(
            git.create_commit(None, by, by, "made", known.tree_id, [pygit2.Oid(hex=each) for each in parents])
        )

    beside = made(first)
    history, merged = FileHistory(main.repository), made(head, beside)
    assert all(history.leads_to(each, merged) for each in (first, head, beside, merged))
    assert not history.leads_to(beside, head)
    assert not history.leads_to(merged, head)


def test_a_file_that_went_and_came_back_changed_when_it_came_back(main: Main) -> None:
    first = main.commit(skill=skill(0))
    main.commit(other="b")
    main.commit(page="only")
    main.commit(below="a folder is no file")
    back = main.commit(skill=skill(0))
    assert commits(main.history()) == [back, first]


def test_a_file_at_the_top_has_a_history_too(main: Main) -> None:
    first = main.commit(page="one")
    main.commit(page="one", skill=skill(0))
    assert commits(main.history(file="index.mdx")) == [first]
    assert main.history(file="nothing.md") == Chain((), None)


@pytest.mark.parametrize(
    "content",
    ["no frontmatter\n", b"---\nstatus: \xff\n---\n", skill(0) + "x" * caps.BODY_BYTES, "---\na: 1\n---\n"],
)
def test_a_file_that_does_not_say_its_status_has_a_history_without_it(
    main: Main, content: str | bytes
) -> None:
    main.commit(skill=content)
    (change,) = main.history().changes
    assert (change.status, change.version) == (None, None)


@pytest.mark.parametrize(
    "trailer",
    [
        "Be-Civic-Submission:",
        "Be-Civic-Submission: amendment",
        f"Be-Civic-Submission: whim {AMENDMENT}",
        "Be-Civic-Submission: amendment amd_<script>",
        f"Be-Civic-Submission: draft {AMENDMENT}",
        f"Somebody: amendment {AMENDMENT}",
    ],
)
def test_a_trailer_that_names_no_submission_is_left_out(main: Main, trailer: str) -> None:
    main.commit(f"a title\n\n{trailer}\n", skill=skill(0))
    assert main.history().changes[0].submission is None


def test_a_trailer_among_the_words_of_a_submitter_does_not_count(main: Main) -> None:
    draft = AMENDMENT.replace("amd_", "drf_")
    forged = f"Be-Civic-Submission: amendment {AMENDMENT}"
    main.commit(f"a title\n\n{forged}\n\nBe-Civic-Submission: draft {draft}\n", skill=skill(0))
    assert main.history().changes[0].submission == Submission(SubmissionType.DRAFT, draft)


def test_a_question_asked_before_is_answered_without_git(main: Main) -> None:
    main.commit(skill=skill(0))
    head, history = main.commit(skill=skill(1)), FileHistory(main.repository)
    answer = history.page(head, FILE, None, 50)
    shutil.rmtree(main.repository.path)
    assert history.page(head, FILE, None, 50) == answer
    with pytest.raises(RepositoryRefused):
        history.page("2" * 40, FILE, None, 50)


def test_a_repository_that_is_none_is_refused(tmp_path: Path, main: Main) -> None:
    shutil.rmtree(main.repository.path)
    with pytest.raises(RepositoryRefused):
        FileHistory(main.repository)


def test_a_folder_that_is_missing_is_said_to_be_damage(main: Main) -> None:
    main.commit(skill=skill(0))
    folder = (
        pygit2.Repository(str(main.repository.path))[main.repository.head()].peel(pygit2.Tree)["skills"].id
    )
    (main.repository.path / "objects" / str(folder)[:2] / str(folder)[2:]).unlink()
    with pytest.raises(RepositoryRefused, match="is damaged"):
        main.history()
