"""What a backup says about itself: the last file written into it, so that half a backup is never taken for one."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from pygit2 import reference_is_valid_name

from becivic.durable import settle_folder
from becivic.rules.errors import BeCivicError
from becivic.rules.identifiers import GIT_SHA, matches
from becivic.rules.json_text import JsonRefused, parse_json

MANIFEST: Final = "manifest.json"
FORMAT: Final = "becivic-backup"
FORMAT_VERSION: Final = 1

_CHUNK: Final = 1 << 20


class BackupRefused(BeCivicError):
    """A folder that is no whole backup, or cannot become one. `where` names it."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is in a backup, and how to know it again."""

    program: str
    schema: str
    taken_at: str
    files: dict[str, str]
    """By path in the backup: its sha256."""
    rows: dict[str, int]
    refs: dict[str, str]
    objects: int
    left_out: list[str]
    """What is kept apart, by the name of its setting."""


def checksum(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def listed(folder: Path) -> dict[str, str]:
    """Every file below a folder with its checksum, once all of them have reached the disk."""
    found: dict[str, str] = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            file = Path(parent) / name
            _settle_file(file)
            found[file.relative_to(folder).as_posix()] = checksum(file)
        settle_folder(Path(parent))
    return dict(sorted(found.items()))


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Appears whole: from here on the folder is a backup."""
    said = {"format": FORMAT, "version": FORMAT_VERSION, **asdict(manifest)}
    new = folder / f".{MANIFEST}"
    new.write_text(json.dumps(said, ensure_ascii=False, indent=2) + "\n", encoding="utf-8", newline="\n")
    new.chmod(0o600)
    _settle_file(new)
    new.replace(folder / MANIFEST)
    settle_folder(folder)


def read_manifest(folder: Path) -> Manifest:
    """Raises BackupRefused for whatever is not a whole backup of ours."""
    file = folder / MANIFEST
    try:
        said = parse_json(file.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise BackupRefused(
            "is not a whole backup: there is no manifest in it.",
            where=str(folder),
            remedy="Name a folder that `becivic backup` has finished.",
        ) from None
    except OSError as error:
        raise BackupRefused(f"cannot be read: {error.strerror}.", where=str(file)) from None
    except JsonRefused:
        raise _damaged(file) from None
    return _manifest(file, said)


def refuse_damage(folder: Path, manifest: Manifest, on_done: Callable[[int], None]) -> None:
    """Every file is there and is what it was."""
    for number, (name, sha256) in enumerate(manifest.files.items(), 1):
        file = folder / name
        try:
            intact = not _is_linked(folder, name) and checksum(file) == sha256
        except OSError:
            intact = False
        if not intact:
            raise _damaged(file)
        on_done(number)


def _is_linked(folder: Path, name: str) -> bool:
    """Whether a link stands on the way: a backup has none, and one would have something else read."""
    file = folder / name
    return any(
        one.is_symlink() for one in (file, *file.parents) if one.is_relative_to(folder) and one != folder
    )


def _manifest(file: Path, said: object) -> Manifest:
    if not isinstance(said, dict) or said.pop("format", None) != FORMAT:
        raise _damaged(file)
    if said.pop("version", None) != FORMAT_VERSION:
        raise BackupRefused(
            "was taken by a newer version of this program.",
            where=str(file),
            remedy="Install that version or a later one, and restore with it.",
        )
    if not _fits(said):
        raise _damaged(file)
    return Manifest(**said)


def _fits(said: dict[str, Any]) -> bool:
    kinds = {"program": str, "schema": str, "taken_at": str, "files": dict, "rows": dict, "refs": dict,
             "objects": int, "left_out": list}  # fmt: skip
    if said.keys() != kinds.keys() or not all(type(said[name]) is kind for name, kind in kinds.items()):
        return False
    # A name that leads out of the backup would have something else compared, and copied.
    return all(_is_inside(name) for name in said["files"]) and all(map(_is_ref, said["refs"].items()))


def _is_ref(one: tuple[str, object]) -> bool:
    name, commit = one
    return (
        name.startswith("refs/")
        and reference_is_valid_name(name)
        and isinstance(commit, str)
        and matches(GIT_SHA, commit)
    )


def _is_inside(name: str) -> bool:
    parts = name.split("/")
    return not name.startswith("/") and ".." not in parts and "" not in parts


def _damaged(file: Path) -> BackupRefused:
    return BackupRefused(
        "is missing, or is not what it was when the backup was taken.",
        where=str(file),
        remedy="Copy the backup again, or use another; nothing was restored.",
    )


def _settle_file(file: Path) -> None:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
