"""Owns where a person's notes are: which folder, found again, told, and never in anybody's version control.

Privacy 8.7.2 and 8.7.3. Nothing here creates the folder: that takes consent (`home`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Final

from becivic_harness import files
from becivic_harness.refusals import NOT_WRITABLE, Refused

LOCATION: Final = ".location"
OWN_IGNORE: Final = "*\n!.gitignore\n"
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
    if os.path.isdir(folder):
        return os.access(folder, os.W_OK | os.X_OK)
    above = os.path.dirname(folder)
    while not os.path.exists(above) and os.path.dirname(above) != above:
        above = os.path.dirname(above)
    return _usable(above)


def keep_out_of_git(folder: str) -> str | None:
    """Sees to it that a project's repository ignores the folder, before the first file is in it (R-MEM-03).

    Gives the ignore file that says so, or None outside a repository.
    """
    root = _git_root(folder)
    if root is None:
        return None
    ignoring = _nearest_ignore(folder, root)
    base = os.path.dirname(ignoring)
    entry = "/" + os.path.relpath(folder, base).replace(os.sep, "/") + "/"
    lines = (files.read_text(ignoring) or "").split("\n")
    if entry in (line.strip() for line in lines):
        return ignoring
    kept = "\n".join(lines).rstrip("\n")
    files.write(ignoring, f"{kept}\n{entry}\n" if kept else f"{entry}\n")
    if entry not in (files.read_text(ignoring) or ""):
        raise Refused(  # pragma: no cover  only a disk that forgets gets here
            "not_ignored",
            f"{ignoring} does not keep the data folder out of version control.",
            f"Add the line {entry} to it, or name a folder outside the repository with --data-dir.",
            code=NOT_WRITABLE,
        )
    return ignoring


def _elsewhere(env: Mapping[str, str], platform: str, home: str) -> Iterator[str]:
    """Where a folder may have been made under other circumstances: another XDG setting, another login."""
    if platform not in ("darwin", "win32"):
        yield f"{home}/.local/share/{_NAME}"
        if env.get("XDG_DATA_HOME"):
            yield f"{env['XDG_DATA_HOME'].rstrip('/')}/{_NAME}"


def _usable(folder: str) -> bool:
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)


def _git_root(folder: str) -> str | None:
    above = os.path.dirname(folder)
    while True:
        if os.path.exists(os.path.join(above, ".git")):
            return above
        if os.path.dirname(above) == above:
            return None
        above = os.path.dirname(above)


def _nearest_ignore(folder: str, root: str) -> str:
    """The nearest .gitignore above the folder; the repository's own where there is none yet."""
    above = os.path.dirname(folder)
    while above != root:
        if os.path.exists(os.path.join(above, ".gitignore")):
            break
        above = os.path.dirname(above)
    return os.path.join(above, ".gitignore")
