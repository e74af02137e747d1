"""The folder that a demo is played in: where it is, what may be emptied, and what is where inside."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from becivic.publishing.home import hold_home
from becivic.rules.errors import BeCivicError

UNDER: Final = Path(".demo")
"""Where new ones are made; git ignores it."""
_MARK: Final = "demo-home.txt"
_MARKED: Final = "A home of `make demo`. Everything in it is made up; the next demo that is told to play here empties it.\n"


@dataclass(frozen=True, slots=True)
class Folder:
    """One play's. The service and the person share the folder and nothing else."""

    root: Path

    @property
    def service(self) -> Path:
        return self.root / "service"

    @property
    def person(self) -> Path:
        return self.root / "person"

    @property
    def log(self) -> Path:
        return self.root / "server.log"

    def remove(self) -> None:
        shutil.rmtree(self.root)


def new_folder() -> Folder:
    with _writing(UNDER):
        UNDER.mkdir(exist_ok=True)
        return _marked(Path(tempfile.mkdtemp(prefix="home-", dir=UNDER)))


def named_folder(root: Path) -> Folder:
    """An empty one, or one that an earlier demo left: that is emptied, unless its server still runs."""
    with _writing(root):
        return _emptied(root)


@contextmanager
def _writing(root: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BeCivicError(
            f"cannot be made or written ({error.strerror}).",
            where=str(root),
            remedy="Name another folder with --home.",
        ) from None


def _emptied(root: Path) -> Folder:
    if root.exists() and not root.is_dir():
        raise BeCivicError("is no folder.", where=str(root), remedy="Name an empty one.")
    if root.exists() and any(root.iterdir()):
        if not (root / _MARK).is_file():
            raise BeCivicError(
                "is not empty, and no demo made it: nothing in it was touched.",
                where=str(root),
                remedy="Name an empty folder, or leave --home away.",
            )
        with hold_home(root / "service"):
            shutil.rmtree(root)
    root.mkdir(parents=True, exist_ok=True)
    return _marked(root)


def _marked(root: Path) -> Folder:
    (root / _MARK).write_text(_MARKED, encoding="utf-8")
    (root / ".gitignore").write_text(
        "*\n", encoding="utf-8"
    )  # the harness tells the nearest one of its notes
    return Folder(root)
