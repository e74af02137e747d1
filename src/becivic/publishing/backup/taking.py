"""Taking a backup while the service runs: records, git and plain settings of one moment. Keys stay apart (design 7.9).

Publishing writes git first and settles in the database afterwards, so a backup whose git were older than its records
would lack commits that the records call merged. The other way round is what every kill leaves, and the next run of the
commit job mends it. So records come first; and when no ref moved while their moment began, git is of that very moment.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import pygit2
from sqlalchemy import Engine

from becivic import __version__
from becivic.publishing.backup.manifest import BackupRefused, Manifest, listed, write_manifest
from becivic.publishing.backup.objects import copy_history, open_git, reached, tips
from becivic.publishing.backup.plain_settings import plain_settings, secret_settings
from becivic.publishing.home import alone_in
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.screening.review_log import REVIEW_LOG
from becivic.store.migrate import HEAD
from becivic.store.transfer import Moved, export_to
from becivic.store.written import moment

RECORDS: Final = "records.jsonl"
SETTINGS: Final = "settings.toml"

ATTEMPTS: Final = 100
"""How often the beginning of a moment is tried again because a ref moved in it."""

OnStep = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and how much there is; 0 where nobody knows yet."""


@dataclass(frozen=True, slots=True)
class Installation:
    """What there is to back up."""

    home: Path
    engine: Engine
    key_files: tuple[Path, ...]
    """Never in a backup."""


class _RefsMoved(Exception):
    """The records' moment has begun, and git is not where it was just before."""


def take(installation: Installation, folder: Path, now: datetime, on_step: OnStep) -> Manifest:
    """Fill a new or empty folder. Killed at any point it leaves no manifest, and what is there is no backup."""
    try:
        return _take(installation, folder, now, on_step)
    except (OSError, pygit2.GitError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BackupRefused(f"cannot be written: {reason}.", where=str(folder)) from None


def _take(installation: Installation, folder: Path, now: datetime, on_step: OnStep) -> Manifest:
    source = installation.home / REPOSITORY
    git = open_git(source)
    repository = CorpusRepository.open(source)
    repository.head()  # without main it is damaged: what would be taken must not push a whole backup out
    _make_room(folder, installation.home)
    with repository.reading():
        moved, refs = _records_and_refs(installation, git, folder / RECORDS, now, on_step)
        ids = reached(git, refs.values(), lambda done: on_step("Reading history", done, 0))
    copy_history(git, ids, refs, folder / REPOSITORY)
    settings = plain_settings(installation.home / SETTINGS)
    if settings is not None:
        (folder / SETTINGS).write_text(settings, encoding="utf-8", newline="\n")
    _copy_review_log(installation.home / REVIEW_LOG, folder / REVIEW_LOG)
    manifest = Manifest(
        program=__version__,
        schema=HEAD,
        taken_at=moment(now),
        files=listed(folder),
        rows=moved.rows,
        refs=refs,
        objects=len(ids),
        left_out=[*map(str, installation.key_files), *secret_settings()],
    )
    write_manifest(folder, manifest)
    return manifest


def _copy_review_log(file: Path, target: Path) -> None:
    """Where there is one: it is what an audit of ninety days reads (R-NER-06). Nobody writes a line meanwhile."""
    if not file.is_file():
        return
    target.parent.mkdir(mode=0o700)
    with alone_in(file.parent):
        shutil.copyfile(file, target)


def _make_room(folder: Path, home: Path) -> None:
    """A folder for its owner alone, with nothing in it, and not in the home: it would be lost with it."""
    if folder.resolve().is_relative_to(home.resolve()):
        raise BackupRefused(
            "is in the home folder, and would be lost with it.",
            where=str(folder),
            remedy="Name a folder elsewhere, best on another disk.",
        )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BackupRefused(
                "is not empty.", where=str(folder), remedy="Name a new folder; nothing was written."
            )
        folder.chmod(0o700)
    except OSError as error:
        reason = "a file is in the way" if isinstance(error, FileExistsError) else error.strerror
        raise BackupRefused(f"cannot be made or written: {reason}.", where=str(folder)) from None


def _records_and_refs(
    installation: Installation, git: pygit2.Repository, file: Path, now: datetime, on_step: OnStep
) -> tuple[Moved, dict[str, str]]:
    """Records and refs of one moment: refs that are the same before it and in it did not move between."""
    for _ in range(ATTEMPTS):
        refs = tips(git)
        watch = _Watch(git, refs, on_step)
        try:
            return export_to(installation.engine, file, now, watch, kept=installation.key_files), refs
        except _RefsMoved:
            continue
    raise BackupRefused(
        "moves too fast for its records and its history to be of one moment.",
        where=str(installation.home / REPOSITORY),
        remedy="Try again when the commit job has finished; what was begun is no backup.",
    )


class _Watch:
    """Progress of the export; its first word says that the moment has begun, and looks whether git moved."""

    def __init__(self, git: pygit2.Repository, refs: dict[str, str], on_step: OnStep) -> None:
        self._git, self._refs, self._on_step = git, refs, on_step
        self._begun = False

    def __call__(self, done: int, total: int) -> None:
        if not self._begun and tips(self._git) != self._refs:
            raise _RefsMoved
        self._begun = True
        self._on_step("Exporting records", done, total)
