"""Backups below a folder that the operator names: one that is whole, recent and for its owner alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from becivic.doctor.finding import Code, Finding, NotLookedAt, broken, look
from becivic.doctor.modes import open_to_others
from becivic.doctor.patient import Patient
from becivic.publishing.backup.manifest import (
    MANIFEST,
    BackupRefused,
    Manifest,
    read_manifest,
    refuse_damage,
)

THERE: Final = broken(
    "BAK-01",
    "a backup",
    "No whole backup is in the folder that was named.",
    "becivic backup FOLDER --keep 14",
)
RECENT: Final = look(
    "BAK-02", "its age", "The newest backup is older than two days.", "becivic backup FOLDER --keep 14"
)
WHOLE: Final = broken(
    "BAK-03",
    "its checksums",
    "Files of the newest backup are missing, or are not what they were when it was taken.",
    "becivic backup FOLDER --keep 14",
    slow=True,
)
PRIVATE: Final = look(
    "BAK-04",
    "its privacy",
    "Other accounts of this machine can look into the backup, which holds private records.",
    "chmod -R go= FOLDER",
)
CODES: Final[tuple[Code, ...]] = (THERE, RECENT, WHOLE, PRIVATE)


def examine(patient: Patient) -> Iterator[Finding]:
    folder = patient.backups
    if folder is None:
        raise NotLookedAt("name their folder with --backups DIR")
    newest = max(_whole_ones(folder), key=lambda one: one[1].taken_at, default=None)
    if newest is None:
        yield THERE.bad("there is no whole backup here", folder, FOLDER=folder)
        return
    place, manifest = newest
    yield THERE.fine(f"the newest is {place.name}, of {manifest.taken_at}", place)
    yield _age(patient, manifest, folder)
    if mode := open_to_others(place):
        yield PRIVATE.bad(mode, place, FOLDER=place)
    if not patient.quick:
        yield _checked(place, manifest, folder)


def _whole_ones(folder: Path) -> Iterator[tuple[Path, Manifest]]:
    """The folder itself, or those below it."""
    try:
        below = [one for one in folder.iterdir() if (one / MANIFEST).is_file()]
    except OSError:
        return
    for place in (folder, *below):
        try:
            manifest = read_manifest(place)
            datetime.fromisoformat(manifest.taken_at)
        except (BackupRefused, ValueError):
            continue
        yield place, manifest


def _age(patient: Patient, manifest: Manifest, folder: Path) -> Finding:
    age = patient.now - datetime.fromisoformat(manifest.taken_at)
    told = f"it is {age.days} days old"
    return RECENT.bad(told, folder, FOLDER=folder) if age > patient.limits.backup else RECENT.fine(told)


def _checked(place: Path, manifest: Manifest, folder: Path) -> Finding:
    """What can be told without restoring it; `becivic restore DIR --check` proves it whole."""
    try:
        refuse_damage(place, manifest, lambda _: None)
    except BackupRefused as refused:
        return WHOLE.bad(refused.message, refused.where, FOLDER=folder)
    return WHOLE.fine(f"{len(manifest.files)} files as they were taken")
