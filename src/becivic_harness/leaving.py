"""Owns the two ways out: a copy of everything in one file, and everything gone (R-MEM-10)."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

from becivic_harness import files
from becivic_harness.here import Here
from becivic_harness.home import OURS
from becivic_harness.refusals import ASK_THE_PERSON, Refused


def everything(here: Here) -> dict[str, Any]:
    """Each file with its text. Cached copies of the library are not the person's and are left out."""
    return {
        path: files.read_text(here.home.path(path))
        for path in _paths(here)
        if not path.startswith(("cache", "skills-cache"))
    }


def export(here: Here, target: str, *, replace: bool) -> dict[str, Any]:
    """A zip of the whole folder."""
    here.home.require()
    if os.path.exists(target) and not replace:
        raise Refused(
            "exists",
            "There is a file of that name already.",
            "Choose another name, or pass --yes to replace it.",
            code=ASK_THE_PERSON,
        )
    import zipfile

    names = [path for path in _paths(here) if path != ".lock"]
    half = f"{target}.{os.getpid()}{files.HALF_WRITTEN}"
    try:
        with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as packed:
            for path in names:
                packed.write(here.home.path(path), path)
        os.replace(half, target)
    except OSError as error:
        raise Refused(
            "not_written", f"The copy cannot be written: {error.strerror}.", "Name another place with --to."
        ) from None
    return {
        "written": target,
        "files": len(names),
        "say": "It holds everything that is kept on this machine. Keep it as safe as your papers.",
    }


def forget(here: Here) -> dict[str, Any]:
    """All that the harness ever made here. What somebody else put into the folder stays, and is named."""
    if not here.home.exists and not any(os.path.lexists(here.home.path(name)) for name in OURS[:-3]):
        return {"removed": [], "say": "There was nothing on this machine."}
    removed = []
    for name in OURS:
        path = here.home.path(name)
        if os.path.isdir(path) and not os.path.islink(path):
            count = files.remove_folder(path)
            removed.append(f"{name}/ ({count} file{'s' * (count != 1)})")
        elif files.remove(path):
            removed.append(name)
    left = files.names(here.home.root)
    for name in left:
        if name.endswith(files.HALF_WRITTEN):
            files.remove(here.home.path(name))
    left = files.names(here.home.root)
    if not left:
        with suppress(OSError):
            os.rmdir(here.home.root)
    return {
        "removed": removed,
        "left": left,
        "say": "Everything Be Civic kept on this machine is gone. No server holds anything about you."
        + (" Files that are not Be Civic's were left." if left else ""),
    }


def _paths(here: Here) -> list[str]:
    found = []
    for name in OURS:
        path = here.home.path(name)
        if os.path.isfile(path):
            found.append(name)
        for folder, _, below in os.walk(path):
            found += [
                os.path.relpath(os.path.join(folder, each), here.home.root).replace(os.sep, "/")
                for each in below
            ]
    return sorted(found)
