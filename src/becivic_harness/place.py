"""Owns where a person's notes are: which folder, found again, told, and never in anybody's version control.

Privacy 8.7.2 and 8.7.3. Nothing here creates the folder: that takes consent (`home`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final

from becivic_harness import files
from becivic_harness.refusals import NOT_WRITABLE, Refused

LOCATION: Final = ".location"
IGNORE: Final = ".gitignore"
OWN_IGNORE: Final = "*\n!.gitignore\n"
REMARK: Final = "# Be Civic: notes of one person, which belong in no repository"
"""Stands above our line in somebody's ignore file: by it `forget` knows the line again, and takes no other."""
_NAME: Final = "be-civic"


def candidates(env: Mapping[str, str], platform: str, home: str) -> Iterator[str]:
    """The folders the rules allow, the best first; separators are those of the platform that is asked about."""
    join = "\\".join if platform == "win32" else "/".join
    if platform == "darwin":
        yield join([home, "Library", "Application Support", _NAME])
    elif platform == "win32":
        if env.get("LOCALAPPDATA"):
            yield join([env["LOCALAPPDATA"], _NAME])
    elif env.get("XDG_DATA_HOME", "").startswith(
        "/"
    ):  # a relative one is to be ignored, says its specification
        yield join([env["XDG_DATA_HOME"].rstrip("/"), _NAME])
    elif _usable(join([home, ".local", "share"])):
        yield join([home, ".local", "share", _NAME])
    yield join([home, f".{_NAME}"])


def resolved(env: Mapping[str, str], platform: str, home: str, named: str | None = None) -> str:
    """The data folder: the one that was named, else one that is already in use, else the first that can be."""
    if named:
        return os.path.abspath(os.path.expanduser(named))
    allowed = list(candidates(env, platform, home))
    for folder in (*allowed, *_elsewhere(env, platform, home)):
        in_use = located(folder)
        if in_use is not None:
            return in_use
    return next((folder for folder in allowed if can_be_made(folder)), allowed[-1])


def located(folder: str) -> str | None:
    """The folder that a `.location` names; the one it lies in where the person moved it."""
    said = files.read_text(os.path.join(folder, LOCATION))
    if said is None:
        return None
    named = said.strip()
    return named if named and files.read_text(os.path.join(named, LOCATION)) is not None else folder


def can_be_made(folder: str) -> bool:
    """Whether the folder is writable or could be created, found out without creating anything."""
    if os.path.lexists(folder):
        return os.path.isdir(folder) and os.access(folder, os.R_OK | os.W_OK | os.X_OK)
    return _usable(next((above for above in above_of(folder) if os.path.lexists(above)), ""))


def keep_out_of_git(folder: str) -> str | None:
    """Sees to it that a project's repository ignores the folder, before the first file is in it (R-MEM-03).

    Gives the ignore file that says so, or None outside a repository.
    """
    root = _git_root(folder)
    if root is None:
        return None
    ignoring = _nearest_ignore(folder, root)
    entry = _entry(folder, ignoring)
    if _says(ignoring, entry):
        return ignoring
    _add(ignoring, entry)
    if not _says(ignoring, entry):
        raise Refused(  # pragma: no cover  only a disk that forgets gets here
            "not_ignored",
            f"{ignoring} does not keep the data folder out of version control.",
            f"Add the line {entry} to it, or name a folder outside the repository with --data-dir.",
            code=NOT_WRITABLE,
        )
    return ignoring


def let_back_into_git(folder: str) -> None:
    """Takes our line out of whichever ignore file has it. One that cannot be written keeps it, which harms nobody."""
    for above in above_of(folder):
        with suppress(OSError):
            _take_out(os.path.join(above, IGNORE), folder)


def _take_out(ignoring: str, folder: str) -> None:
    with open(ignoring, "rb") as file:
        raw = file.read()
    kept = _ours(_entry(folder, ignoring)).sub(b"", raw)
    if kept == raw:
        return
    if not kept:
        os.unlink(ignoring)
        return
    with open(ignoring, "r+b") as file:  # in place: its rights, its owner and the links to it stay
        file.write(kept)
        file.truncate()


def _entry(folder: str, ignoring: str) -> str:
    return "/" + os.path.relpath(folder, os.path.dirname(ignoring)).replace(os.sep, "/") + "/"


def _says(ignoring: str, entry: str) -> bool:
    return entry in (line.strip() for line in (files.read_text(ignoring) or "").split("\n"))


def _add(ignoring: str, entry: str) -> None:
    """At the end of a file that is somebody else's: not a byte before it changes, and its line ends are kept to."""
    try:
        with open(ignoring, "ab+") as file:
            file.seek(0)
            raw = file.read()
            end = "\r\n" if b"\r\n" in raw else "\n"
            lines = ["", REMARK, entry, ""] if raw and not raw.endswith(b"\n") else [REMARK, entry, ""]
            file.write(end.join(lines).encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise files.unusable(ignoring, error) from None


def _ours(entry: str) -> re.Pattern[bytes]:
    remark, line = (re.escape(text.encode("utf-8", "surrogateescape")) for text in (REMARK, entry))
    return re.compile(remark + rb"\r?\n" + line + rb"(\r?\n|\Z)")


def _elsewhere(env: Mapping[str, str], platform: str, home: str) -> Iterator[str]:
    """Where a folder may have been made under other circumstances: another XDG setting, another login."""
    if platform not in ("darwin", "win32"):
        yield f"{home}/.local/share/{_NAME}"
        if env.get("XDG_DATA_HOME"):
            yield f"{env['XDG_DATA_HOME'].rstrip('/')}/{_NAME}"


def _usable(folder: str) -> bool:
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)


def _git_root(folder: str) -> str | None:
    return next((above for above in above_of(folder) if os.path.exists(os.path.join(above, ".git"))), None)


def _nearest_ignore(folder: str, root: str) -> str:
    """The nearest .gitignore above the folder; the repository's own where there is none yet."""
    ignores = (os.path.join(above, IGNORE) for above in above_of(folder) if above.startswith(root))
    return next((each for each in ignores if os.path.exists(each)), os.path.join(root, IGNORE))


def above_of(folder: str) -> Iterator[str]:
    """The folders that it lies in, the nearest first, up to the root of the disk."""
    while os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
        yield folder
