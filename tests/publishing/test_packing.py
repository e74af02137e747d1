"""Packing: history, refs and backups are the same before and after, whoever is at work meanwhile and wherever it is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from becivic.publishing.backup.objects import PACKS, open_git, reached, tips
from becivic.publishing.backup.taking import take
from becivic.publishing.commits import NewCommit
from becivic.publishing.packing import HABIT, Habit, loose_objects, pack
from becivic.publishing.refs import Move
from becivic.publishing.repository import MAIN, REPOSITORY, CorpusRepository, RepositoryRefused
from becivic.publishing.retraction.pruning import prune
from becivic.store.store import Store
from tests.factories.corpora import Files
from tests.factories.homes import NOON, commit, filled_home
from tests.publishing.backup.place import installed, nobody, refs_of
from tests.publishing.dying_packing import ALWAYS

ROOT: Final = Path(__file__).parents[2]


@pytest.fixture
def repository(tmp_path: Path) -> CorpusRepository:
    """One pack of the first start, and three commits since then that are some hours old."""
    made = filled_home(tmp_path / "home")
    for number in range(3):
        commit(made, Files.valid().with_file("docs/a.md", f"{number}\n" * 50))
    grow_old(made.path)
    return made


def grow_old(folder: Path, hours: float = 2) -> None:
    for file in (folder / "objects").rglob("*"):
        if file.is_file():
            then = file.stat().st_mtime - hours * 3600
            os.utime(file, (then, then))


def loose(repository: CorpusRepository) -> list[str]:
    return sorted(file.parent.name + file.name for file in loose_objects(repository.path))


def packs(repository: CorpusRepository) -> list[Path]:
    return sorted((repository.path / PACKS).glob("*.pack"))


def everything(folder: Path) -> tuple[dict[str, str], set[bytes]]:
    """All refs, and every object that they lead to, each read."""
    git = open_git(folder)
    return tips(git), reached(git, tips(git).values(), nobody, reading_files=True)


def is_sound(folder: Path) -> bool:
    ran = subprocess.run(
        ["git", "-C", folder, "fsck", "--full", "--strict", "--no-dangling"],
        capture_output=True,
        text=True,
        check=True,
    )
    return not ran.stdout


def test_history_and_refs_are_the_same_and_nothing_is_loose_any_more(repository: CorpusRepository) -> None:
    before, there = everything(repository.path), len(loose(repository))
    assert pack(repository, habit=Habit(loose=0)) == there > 3
    assert everything(repository.path) == before
    assert (loose(repository), len(packs(repository))) == ([], 2)
    assert is_sound(repository.path)
    assert pack(repository, habit=Habit(loose=0)) == 0


def test_packs_become_one_where_there_are_many(repository: CorpusRepository) -> None:
    before = everything(repository.path)
    pack(repository, habit=ALWAYS)
    grow_old(repository.path)
    pack(repository, habit=ALWAYS)
    assert len(packs(repository)) == 1
    assert len(list((repository.path / PACKS).iterdir())) == 2
    assert everything(repository.path) == before
    assert is_sound(repository.path)


def test_a_backup_is_the_same_before_and_after(tmp_path: Path, sqlite_store: Store) -> None:
    place = installed(tmp_path / "home", sqlite_store.engine)
    repository = CorpusRepository.open(place.home / REPOSITORY)
    grow_old(repository.path)
    before = take(place, tmp_path / "before", NOON, nobody)
    refs = refs_of(place.home)
    assert pack(repository, habit=ALWAYS)
    after = take(place, tmp_path / "after", NOON, nobody)
    assert (after.refs, after.objects, after.rows) == (before.refs, before.objects, before.rows)
    assert refs_of(place.home) == refs
    for name in ("before", "after"):
        assert everything(tmp_path / name / REPOSITORY) == everything(repository.path)


def test_it_is_left_alone_until_it_is_worth_the_work(repository: CorpusRepository) -> None:
    there = loose(repository)
    assert pack(repository) == 0
    assert pack(repository, habit=Habit(loose=len(there))) == 0
    assert loose(repository) == there
    assert (HABIT.loose, HABIT.packs) == (6_700, 50)  # what git says of gc.auto and gc.autoPackLimit


def test_what_is_younger_than_an_hour_stays_as_it_is(repository: CorpusRepository) -> None:
    old = loose(repository)
    commit(repository, Files.valid().with_file("docs/a.md", "just now\n"))
    young = set(loose(repository)) - set(old)
    first = packs(repository)
    pack(repository, habit=ALWAYS)
    assert set(loose(repository)) >= young
    assert set(first) < set(packs(repository))
    assert is_sound(repository.path)


def test_what_no_ref_leads_to_can_still_be_named(repository: CorpusRepository) -> None:
    """A run has made a commit and is about to move main to it."""
    new = NewCommit(repository.head(), {"docs/b.md": b"about to be\n"}, "a change\n", NOON)
    made = repository.write(new)
    grow_old(repository.path)
    pack(repository, habit=ALWAYS)
    pack(repository, habit=ALWAYS)
    repository.move(Move(MAIN, repository.head(), made))
    assert repository.file_at(made, "docs/b.md") == b"about to be\n"
    assert is_sound(repository.path)


def test_a_text_that_was_packed_already_is_only_taken_away_where_it_is_loose_again(
    repository: CorpusRepository,
) -> None:
    pack(repository, habit=Habit(loose=0))
    commit(repository, Files.valid().with_file("docs/a.md", "0\n" * 50))
    commit(repository, Files.valid().with_file("docs/a.md", "1\n" * 50))
    grow_old(repository.path)
    again = len(loose(repository))
    assert pack(repository, habit=Habit(loose=0)) == again
    assert is_sound(repository.path)


def test_an_object_that_is_damaged_keeps_no_other_from_being_packed(repository: CorpusRepository) -> None:
    broken = repository.path / "objects" / "ab" / ("c" * 38)
    broken.parent.mkdir(exist_ok=True)
    broken.write_bytes(b"rubbish")
    grow_old(repository.path)
    assert pack(repository, habit=Habit(loose=0))
    assert loose(repository) == ["ab" + "c" * 38]


@pytest.mark.parametrize("mark", ["multi-pack-index", "pack-1.keep"])
def test_packs_that_somebody_keeps_by_hand_are_not_joined(repository: CorpusRepository, mark: str) -> None:
    pack(repository, habit=ALWAYS)
    grow_old(repository.path)
    kept = packs(repository)
    assert len(kept) == 2
    (repository.path / PACKS / mark).touch()
    assert pack(repository, habit=ALWAYS) == 0
    assert packs(repository) == kept


def at_each(work: Callable[[], None]) -> Callable[[int], None]:
    return lambda _: work()


def test_whoever_reads_and_writes_meanwhile_finds_everything(repository: CorpusRepository) -> None:
    """A server that has been open for long, and a run that makes again what is about to be packed."""
    server, writer = (CorpusRepository.open(repository.path) for _ in range(2))
    heads = [server.head()]
    seen = {name: server.at(heads[0]).read(name) for name in server.at(heads[0]).paths()}

    def work() -> None:
        heads.append(commit(writer, Files.valid().with_file("docs/a.md", f"{len(heads) % 3}\n" * 50)))
        tree = server.at(heads[0])
        assert {name: tree.read(name) for name in tree.paths()} == seen

    for _ in range(3):
        pack(repository, at_each(work), habit=ALWAYS)
        grow_old(repository.path)
    assert len(heads) > 10
    assert all(server.at(head).paths() for head in heads)
    assert is_sound(repository.path)


def test_two_replicas_that_pack_one_home_take_turns(repository: CorpusRepository) -> None:
    before, other = everything(repository.path), CorpusRepository.open(repository.path)
    packed: list[int] = []
    second = threading.Thread(target=lambda: packed.append(pack(other, habit=Habit(loose=0))))

    def begin() -> None:
        if second.ident is None:
            second.start()

    assert pack(repository, at_each(begin), habit=Habit(loose=0))
    second.join(30)
    assert packed == [0]
    assert everything(repository.path) == before


def test_one_that_is_killed_after_any_step_loses_nothing_and_the_next_one_finishes(
    repository: CorpusRepository,
) -> None:
    pack(repository, habit=Habit(loose=0))
    commit(repository, Files.valid().with_file("docs/a.md", "once more\n"))
    grow_old(repository.path)
    before = everything(repository.path)
    command = [sys.executable, "-m", "tests.publishing.dying_packing", str(repository.path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 10
    for killed in sorted(repository.path.parent.glob("killed-*")):
        assert everything(killed) == before
        assert is_sound(killed)
        grow_old(killed)
        pack(CorpusRepository.open(killed), habit=ALWAYS)
        assert everything(killed) == before
        assert not list(killed.glob("pack-*"))
        assert list(loose_objects(killed)) == []


def test_nothing_of_a_packing_that_was_killed_is_left_after_a_retraction(
    repository: CorpusRepository,
) -> None:
    left = repository.path / "pack-abc"
    left.mkdir()
    (left / "pack-1.pack").write_bytes(b"what is to go")
    prune(repository.path)
    assert not left.exists()


def test_what_cannot_be_written_is_one_sentence(repository: CorpusRepository) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    before = everything(repository.path)
    with pytest.raises(RepositoryRefused, match="No space left on device"):
        pack(repository, full, habit=ALWAYS)
    assert everything(repository.path) == before
    assert not list(repository.path.glob("pack-*"))
