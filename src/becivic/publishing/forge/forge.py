"""What a forge is: branch, one commit, merge (R-JOB-15). It knows nothing of submissions and runs no checks.

Everything may be asked twice: a run that died in the middle begins again, and finds what it had done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from becivic.rules.changes import ChangeState
from becivic.rules.contract import BOT_EMAIL, BOT_NAME
from becivic.rules.errors import BeCivicError


class ForgeUnavailable(BeCivicError):
    """The forge cannot be reached, or is in trouble: it is worth trying again later."""


class ForgeRefused(BeCivicError):
    """The forge does not do this, now or later."""


class MainMoved(ForgeRefused):
    """Main is not where the change was made for: look at it again, and make the change for that."""


class MergeConflict(ForgeRefused):
    """The branch and main both changed the same lines. `where` names the files."""


@dataclass(frozen=True, slots=True)
class Author:
    name: str = BOT_NAME
    email: str = BOT_EMAIL


BOT = Author()


@dataclass(frozen=True, slots=True)
class Proposed:
    """One commit on a branch of its own."""

    branch: str
    base: str
    """The commit of main that it stands on."""
    files: Mapping[str, bytes]
    """Whole files, replaced or added. A change never takes one away (R-RETR-02)."""
    message: str
    """Its first line is the title. Says which submission it came from, where it came from one (C-21)."""
    at: datetime
    author: Author = BOT
    waits: bool = False
    """For a maintainer: on GitHub a draft pull request. Else it is merged as soon as its checks are green."""

    @property
    def title(self) -> str:
        return self.message.partition("\n")[0]


@dataclass(frozen=True, slots=True)
class Request:
    """A change request as the forge knows it."""

    branch: str
    head: str
    """The commit the branch is at; once it is merged, the one that main holds."""
    state: ChangeState
    number: str | None = None
    """What the forge calls it, where it counts them."""


class Forge(Protocol):
    def main(self) -> str:
        """The commit main is at, with everything of it readable here."""
        ...

    def find(self, branch: str) -> Request | None:
        """What became of a branch; None where there never was one, or nothing of it is left."""
        ...

    def open(self, proposed: Proposed) -> Request:
        """A branch with exactly this one commit on its base. An open one of that name is replaced, a closed one is
        begun anew.

        Raises ForgeRefused where one of that name is merged already.
        """
        ...

    def merged_files(self, branch: str, onto: str) -> Mapping[str, bytes]:
        """What main at `onto` would get from the branch: whole files, those that differ. Changes nothing.

        Raises MergeConflict.
        """
        ...

    def merge(self, branch: str, onto: str) -> str:
        """Main holds the branch's change, as one commit, and the id of that commit comes back.

        Fast-forward where the branch stands on `onto`; else its change is made anew on it, under its own message.
        Raises MainMoved where main is not at `onto`, MergeConflict, or ForgeUnavailable. A branch that is merged
        already is left alone, and its commit comes back.
        """
        ...

    def close(self, branch: str) -> None:
        """It will not be merged. What it held stays readable for those who know its commit."""
        ...

    def forget(self, branch: str) -> None:
        """The branch of a merged change goes, so that branches do not pile up; main keeps its commit.

        Ask once the records tell of the merge: `find` may know nothing of it from here on. One that never was is
        left alone; raises ForgeRefused for one that is open or closed.
        """
        ...
