"""Restoring a backup into an empty home and an empty database: all of it, compared afterwards, or nothing.

Everything is built in a folder of the home and moved out at the end, the repository last: a home without one has never
been started. What was under way when the backup was taken, the next run of the commit job finishes.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygit2
from sqlalchemy import Engine, make_url

from becivic.durable import settle_folder
from becivic.publishing.backup.manifest import BackupRefused, Manifest, checksum, read_manifest, refuse_damage
from becivic.publishing.backup.objects import open_git, reached, rebuild, tips
from becivic.publishing.backup.taking import RECORDS, SETTINGS, OnStep
from becivic.publishing.home import LOCK_FILE, HomeRefused, hold_home
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.screening.review_log import REVIEW_LOG
from becivic.store.engine import DatabaseRefused, open_engine, sqlite_file
from becivic.store.migrate import HEAD
from becivic.store.transfer import export_to, import_from
from becivic.store.written import read_moment

UNFINISHED: Final = ".restoring"
"""Where it is built. A kill leaves it behind; the next restore throws it away and begins again."""

_NOT_OURS: Final = "lost+found"
"""What an empty disk has in it."""

_RUNTIME: Final = Path(REVIEW_LOG).parts[0]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a backup is restored to."""

    home: Path
    database_url: str
    key_file: Path
    """May lie in the home already: it comes from elsewhere than the backup."""


def restore(folder: Path, place: Place, on_step: OnStep) -> Manifest:
    """Nothing that is there is replaced. A server that holds the home is not disturbed."""
    manifest = read_whole(folder, on_step)
    with hold_home(place.home):
        building = _cleared(place)
        try:
            _build(folder, manifest, place, on_step)
            _move_out(building, place.home)
        except (OSError, pygit2.GitError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise BackupRefused(f"cannot be restored: {reason}.", where=str(place.home)) from None
        finally:
            shutil.rmtree(building, ignore_errors=True)
    return manifest


def prove(folder: Path, on_step: OnStep) -> Manifest:
    """Restore it into a temporary folder, compare every row and ref, and throw that away."""
    with tempfile.TemporaryDirectory(prefix="becivic-restore-") as temporary:
        home = Path(temporary)
        return restore(folder, Place(home, f"sqlite:///{home / 'becivic.db'}", home / "address.key"), on_step)


def read_whole(folder: Path, on_step: OnStep) -> Manifest:
    """The manifest of a backup whose files are all as they were, and of this version."""
    manifest = read_manifest(folder)
    if manifest.schema != HEAD:
        raise BackupRefused(
            f"was taken by becivic {manifest.program}, whose records are of another version.",
            where=str(folder),
            remedy="Restore it with that version, then start this one on it: that brings it up to date.",
        )
    total = len(manifest.files)
    refuse_damage(folder, manifest, lambda done: on_step("Comparing checksums", done, total))
    return manifest


def _cleared(place: Place) -> Path:
    """The home with nothing in it but what may be. Nothing is deleted before all that is there was looked at."""
    building = place.home / UNFINISHED
    left = _left_by_a_kill(place)
    allowed = {place.home / name for name in (LOCK_FILE, _NOT_OURS)} | {place.key_file, *left}
    for found in place.home.iterdir():
        if found not in allowed:
            raise HomeRefused(
                f"`{place.home}` is not empty: `{found.name}` is in it.",
                where="BECIVIC_HOME",
                remedy=f"Restore into a new home, or move `{found.name}` away first; nothing was changed.",
            )
    for found in left:  # the folder that tells whose they are goes last
        shutil.rmtree(found) if found.is_dir() else found.unlink()
    building.mkdir(mode=0o700)
    return building


def _left_by_a_kill(place: Place) -> list[Path]:
    """What a restore made here before it was killed, and nothing of anybody else's.

    The repository is copied first and moved out last: where it waits, whatever no longer waits beside it may have been
    moved out already; where it does not, nothing was.
    """
    building = place.home / UNFINISHED
    if not building.is_dir() or building.is_symlink() or (place.home / REPOSITORY).exists():
        return []
    if not (building / REPOSITORY).is_dir():
        return [building]
    moved = [place.home / name for name in _made(place) if not (building / name).exists()]
    return [*(one for one in moved if one.exists() and _holds_no_more(one)), building]


def _made(place: Place) -> tuple[str, ...]:
    """What comes out of the folder before the repository."""
    database = _file_in_home(place)
    return (SETTINGS, _RUNTIME, *([database] if database else []))


def _holds_no_more(found: Path) -> bool:
    """A file, or a folder with the review log alone in it: a restore puts nothing else there."""
    return found.is_file() or {one.name for one in found.iterdir()} <= {Path(REVIEW_LOG).name}


def _build(folder: Path, manifest: Manifest, place: Place, on_step: OnStep) -> None:
    building = place.home / UNFINISHED
    rebuild(folder / REPOSITORY, manifest.refs, building / REPOSITORY)
    _compare_history(building / REPOSITORY, manifest, on_step)
    for name in (SETTINGS, REVIEW_LOG):
        if name in manifest.files:
            _copy_for_its_owner(folder / name, building / name)
    with _database(place, building) as engine:
        _import_and_compare(engine, folder, manifest, building, on_step)


def _copy_for_its_owner(file: Path, target: Path) -> None:
    target.parent.mkdir(mode=0o700, exist_ok=True)
    shutil.copyfile(file, target)
    target.chmod(0o600)


def _compare_history(copy: Path, manifest: Manifest, on_step: OnStep) -> None:
    """The refs are the same, and everything they lead to is there and can be read."""
    git = open_git(copy)
    with CorpusRepository.open(copy).reading():
        total = manifest.objects
        found = reached(
            git,
            manifest.refs.values(),
            lambda done: on_step("Reading history", done, total),
            reading_files=True,
        )
        if tips(git) != manifest.refs or len(found) != manifest.objects:
            raise _differs(REPOSITORY)


@contextmanager
def _database(place: Place, building: Path) -> Iterator[Engine]:
    """One in the home is built beside; another is filled in one transaction where it is."""
    address = make_url(place.database_url)
    if name := _file_in_home(place):
        address = address.set(database=str(building / name))
    engine = open_engine(address.render_as_string(hide_password=False))
    try:
        yield engine
    finally:
        engine.dispose()


def _file_in_home(place: Place) -> str | None:
    """The name of a database that is a file of the home itself."""
    file = sqlite_file(place.database_url)
    in_home = file is not None and file.absolute().parent == place.home.absolute()
    return file.name if file is not None and in_home else None


def _import_and_compare(
    engine: Engine, folder: Path, manifest: Manifest, building: Path, on_step: OnStep
) -> None:
    """Exported again, the records are the same file to the last byte.

    A database that holds these very records already was filled by a restore that was killed.
    """
    try:
        import_from(engine, folder / RECORDS, lambda done, total: on_step("Importing records", done, total))
    except DatabaseRefused:
        if not _holds_the_same(engine, manifest, building, on_step):
            raise
    else:
        if not _holds_the_same(engine, manifest, building, on_step):
            raise _differs(RECORDS)


def _holds_the_same(engine: Engine, manifest: Manifest, building: Path, on_step: OnStep) -> bool:
    again = building / f"again-{RECORDS}"
    now = read_moment(manifest.taken_at)
    export_to(engine, again, now, lambda done, total: on_step("Comparing records", done, total))
    same = checksum(again) == manifest.files[RECORDS]
    again.unlink()
    return same


def _move_out(building: Path, home: Path) -> None:
    names: Collection[str] = sorted(
        (one.name for one in building.iterdir()), key=lambda name: name == REPOSITORY
    )
    for name in names:
        (building / name).rename(home / name)
        settle_folder(home)


def _differs(name: str) -> BackupRefused:
    return BackupRefused(
        "is not what the backup says once it is restored.",
        where=name,
        remedy="Nothing was restored. Report it, with the kinds of both databases.",
    )
