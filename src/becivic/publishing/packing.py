"""Loose objects of the repository into packs, as rarely as git itself would.

Nothing is taken for garbage: what no ref leads to may be what somebody is about to name. A file goes once its object
lies in a pack on the disk, so whoever reads or writes meanwhile finds each object in the one place or the other.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygit2

from becivic.durable import settle_folder
from becivic.publishing.backup.objects import PACKS, write_pack
from becivic.publishing.home import alone_in
from becivic.publishing.repository import CorpusRepository

OnDone = Callable[[int], None]
"""Told of every piece of the work with how much of it is done; from within it can be stopped anywhere."""

_OLD: Final = 3600.0
"""Seconds. What is younger is left alone: somebody may be at it."""

_UNFINISHED: Final = "pack-"
_LOOSE: Final = re.compile(r"[0-9a-f]{38}")


@dataclass(frozen=True, slots=True)
class Habit:
    """From how much on it is worth the work: git's own gc.auto and gc.autoPackLimit."""

    loose: int = 6_700
    packs: int = 50


HABIT: Final = Habit()


def pack(repository: CorpusRepository, on_done: OnDone = lambda _: None, habit: Habit = HABIT) -> int:
    """How many files of one object went. Beside servers, jobs and others who pack; killed anywhere, nothing is lost."""
    with packing(repository.path), repository.writing():
        now = _time_of(repository.path)
        loose = [file for file in loose_objects(repository.path) if _is_old(file, now)]
        packs = _packs(repository.path, now)
        joined = packs if len(packs) > habit.packs else []
        if len(loose) <= habit.loose and not joined:
            return 0
        fresh = _pack_anew(repository, loose, joined, on_done)
        return _delete(repository.path, loose, [file for file in joined if file.stem not in fresh], on_done)


@contextmanager
def packing(repository: Path) -> Iterator[None]:
    """One at a time. What a killed one left half made is nobody's then."""
    (repository / PACKS).mkdir(exist_ok=True)
    with alone_in(repository / PACKS):
        for left in repository.glob(f"{_UNFINISHED}*"):
            shutil.rmtree(left)
        yield


def add_pack(
    git: pygit2.Repository, ids: Iterable[bytes], repository: Path, on_done: OnDone = lambda _: None
) -> set[str]:
    """Its files by name, on the disk. Whoever looks meanwhile finds a whole pack or none."""
    with tempfile.TemporaryDirectory(dir=repository, prefix=_UNFINISHED) as folder:
        write_pack(git, ids, Path(folder))
        made = sorted(Path(folder).iterdir(), key=lambda file: file.suffix != ".pack")
        for done, file in enumerate(made):  # an index comes after its pack
            on_done(done)
            file.replace(repository / PACKS / file.name)
        settle_folder(repository / PACKS)
    return {file.name for file in made}


def loose_objects(repository: Path) -> Iterator[Path]:
    for folder in (repository / "objects").glob("[0-9a-f][0-9a-f]"):
        yield from (file for file in folder.iterdir() if _LOOSE.fullmatch(file.name))


def _time_of(repository: Path) -> float:
    """By the clock of the file system, which also dated the objects."""
    with tempfile.TemporaryDirectory(dir=repository, prefix=_UNFINISHED) as folder:
        return Path(folder).stat().st_mtime


def _is_old(file: Path, now: float) -> bool:
    return now - file.stat().st_mtime > _OLD


def _packs(repository: Path, now: float) -> list[Path]:
    """Old ones. Where somebody keeps packs by hand they are not ours to join."""
    folder = repository / PACKS
    if any(folder.glob("*.keep")) or (folder / "multi-pack-index").exists():
        return []
    return [file for file in folder.glob("pack-*.pack") if _is_old(file, now)]


def _pack_anew(
    repository: CorpusRepository, loose: Collection[Path], joined: Collection[Path], on_done: OnDone
) -> set[str]:
    """The stems of what holds now what these held."""
    git, packed = repository.git_of_its_own(), _in_packs(repository.path)
    ids = {bytes.fromhex(_id(file)) for file in loose if _id(file) not in packed and _is_whole(git, file)}
    on_done(len(ids))
    if joined:
        ids |= {key.raw for key in packed}
    names = add_pack(git, ids, repository.path, on_done) if ids else set()
    return {Path(name).stem for name in names}


def _in_packs(repository: Path) -> pygit2.Odb:
    """What packs hold, whatever lies beside them."""
    found = pygit2.Odb()
    found.add_backend(pygit2.OdbBackendPack(str(repository / "objects")), 1)
    return found


def _id(file: Path) -> str:
    return file.parent.name + file.name


def _is_whole(git: pygit2.Repository, file: Path) -> bool:
    """A damaged one stays where it is: it keeps no other from being packed."""
    try:
        git.odb.read(pygit2.Oid(hex=_id(file)))
    except (pygit2.GitError, KeyError):
        return False
    return True


def _delete(repository: Path, loose: Collection[Path], joined: Collection[Path], on_done: OnDone) -> int:
    packed, deleted = _in_packs(repository), 0
    for file in loose:
        if _id(file) in packed:
            on_done(deleted)
            file.unlink(missing_ok=True)
            deleted += 1
    for pack_file in joined:
        beside = sorted(pack_file.parent.glob(f"{pack_file.stem}.*"), key=lambda file: file.suffix != ".idx")
        for file in beside:  # without its index nobody looks into a pack any more
            on_done(deleted)
            file.unlink(missing_ok=True)
    return deleted
