"""Owns the data folder: what lies where in it (privacy 8.7.2), and that nothing is written before the person agreed.

There are no other places: whatever a module wants to keep has its name here.
"""

from __future__ import annotations

import os
import re
from typing import Final

from becivic_harness import files, place
from becivic_harness.refusals import ASK_THE_PERSON, NOT_WRITABLE, Refused

MEMORY: Final = "memory"
ARCHIVE: Final = "archive"
SESSIONS: Final = "sessions"
UNREADABLE: Final = "profile.json.unreadable"
"""A profile that was set aside; further ones have a number behind it."""
OURS: Final = (
    "profile.json",
    UNREADABLE,
    MEMORY,
    "skills-cache",
    SESSIONS,
    "submissions.jsonl",
    "analytics-outbox.jsonl",
    "cancel-retry",
    "cache",
    place.IGNORE,
    ".lock",
    place.LOCATION,
)
"""Everything the harness ever makes in the folder: `forget` takes these away, and nothing of somebody else's."""

_FILE_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,110}")


class Home:
    """A data folder that may or may not be there yet."""

    def __init__(self, root: str) -> None:
        self.root = root

    @property
    def exists(self) -> bool:
        """Whether the person agreed to it: the folder bears our mark."""
        return os.path.isfile(self.path(place.LOCATION))

    @property
    def is_writable(self) -> bool:
        return place.can_be_made(self.root)

    @property
    def is_free(self) -> bool:
        """Whether a folder without our mark may become ours: nobody else's files are in it.

        What a kill left of making it is no file of anybody's. A folder that is ours all through may have lost the mark: many
        ways of copying leave out names that begin with a dot.
        """
        there = [name for name in files.names(self.root) if not name.endswith(files.HALF_WRITTEN)]
        others = [name for name in there if name != place.IGNORE or not self.ignores_itself]
        return not others or (self.has_our_profile and set(others) <= {*self.ours} - {place.IGNORE})

    @property
    def ours(self) -> tuple[str, ...]:
        """Names in the folder that are the harness's, whether or not they are there; its mark is the last."""
        more = (name for name in files.names(self.root) if name.startswith(f"{UNREADABLE}-"))
        return (*sorted(more), *OURS)

    @property
    def has_our_profile(self) -> bool:
        return "profile_schema_version" in (files.read_json(self.profile) or {})

    @property
    def ignores_itself(self) -> bool:
        """By our own file: one that says anything else is the person's."""
        return files.read_text(self.path(place.IGNORE)) == place.OWN_IGNORE

    def holds(self, path: str) -> bool:
        """Whether a path leads into the folder, by whatever name or link."""
        real = os.path.realpath(path)
        there = [each for each in (real, *place.above_of(real)) if os.path.exists(each)]
        return os.path.isdir(self.root) and any(os.path.samefile(each, self.root) for each in there)

    def path(self, *parts: str) -> str:
        return os.path.join(self.root, *parts)

    @property
    def profile(self) -> str:
        return self.path("profile.json")

    @property
    def receipts(self) -> str:
        return self.path("submissions.jsonl")

    @property
    def outbox(self) -> str:
        return self.path("analytics-outbox.jsonl")

    @property
    def memory(self) -> str:
        return self.path(MEMORY)

    @property
    def archive(self) -> str:
        return self.path(MEMORY, ARCHIVE)

    def session(self, session_id: str, *parts: str) -> str:
        return self.path(SESSIONS, session_id, *parts)

    def buffer(self, session_id: str) -> str:
        return self.session(session_id, "observations-buffer.jsonl")

    def cached(self, name: str) -> str:
        return self.path("cache", name)

    def skill(self, skill_id: str) -> str:
        return self.path("skills-cache", named(skill_id), "SKILL.md")

    def cancel_retry(self, item_id: str) -> str:
        return self.path("cancel-retry", f"{item_id}.json")

    def create(self) -> None:
        """With the person's consent alone. The folder ignores itself and is ignored before anything else is in it."""
        if not self.is_writable:
            raise Refused(
                "not_writable",
                f"{self.root} cannot be made on this machine.",
                "Name another folder with --data-dir, or go on without one: nothing is kept then.",
                code=NOT_WRITABLE,
            )
        if not self.is_free:
            raise Refused(
                "not_empty",
                f"{self.root} holds files that are not Be Civic's: nothing was written to it.",
                "Name a new or an empty folder with --data-dir.",
                code=NOT_WRITABLE,
            )
        self.keep_private()
        files.write(self.path(place.LOCATION), f"{self.root}\n")

    def keep_private(self) -> str | None:
        """Verified at every session, for a repository may have grown round the folder since."""
        files.make_folder(self.root)
        ignoring = place.keep_out_of_git(self.root)
        if files.read_text(self.path(place.IGNORE)) is None:
            files.write(self.path(place.IGNORE), place.OWN_IGNORE)
        if self.exists and (files.read_text(self.path(place.LOCATION)) or "").strip() != self.root:
            files.write(self.path(place.LOCATION), f"{self.root}\n")  # the person moved it
        return ignoring

    def require(self) -> None:
        """Nothing is written before there was consent (R-MEM-01)."""
        if not self.exists:
            raise Refused(
                "no_consent",
                "There is no data folder: the person has not agreed to one yet.",
                f"Ask whether notes may be kept at {self.root}; with a yes, run `session start --consent`.",
                code=ASK_THE_PERSON,
                data_dir=self.root,
            )


def is_name(identifier: str) -> bool:
    return _FILE_NAME.fullmatch(identifier.replace(":", "--")) is not None


def named(identifier: str) -> str:
    """An id as part of a file name on any system; what could leave the folder is refused."""
    name = identifier.replace(":", "--")
    if not is_name(identifier):
        raise Refused(
            "bad_id",
            "The id is no name of a skill, path or topic.",
            "Use lower-case letters, digits and hyphens, as in `nationality-application`.",
        )
    return name
