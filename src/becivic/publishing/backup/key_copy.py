"""The address key into a file of its own: a separate act, for a separate place (design 7.9)."""

from __future__ import annotations

import os
from pathlib import Path

from becivic.durable import settle_folder
from becivic.publishing.backup.manifest import BackupRefused


def refuse_key_target(key_file: Path, target: Path, folder: Path) -> None:
    """Before anything is written: there is a key, nothing is replaced, and it does not go into the backup."""
    if not key_file.is_file():
        raise BackupRefused(
            "There is no address key here.", where=str(key_file), remedy="Leave --keys out, or name its home."
        )
    if target.resolve().is_relative_to(folder.resolve()):
        raise BackupRefused(
            "is inside the backup: whoever has both can try addresses against every hash.",
            where=str(target),
            remedy="Name a file elsewhere, and keep it elsewhere.",
        )
    if os.path.lexists(target):
        raise BackupRefused("is there already.", where=str(target), remedy="Name a new file.")


def copy_key(key_file: Path, target: Path) -> None:
    """For its owner alone, and never over anything."""
    try:
        key = key_file.read_bytes()
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(key)
            stream.flush()
            os.fsync(stream.fileno())
        settle_folder(target.parent)
    except OSError as error:
        raise BackupRefused(
            f"The address key cannot be copied: {error.strerror}. The backup itself is whole.",
            where=str(error.filename or target),
        ) from None
