"""Owns facts.json of a session: who runs it, what may be sent, what the person approved, and days that may not stay.

It goes with the session: nothing in it survives its close (privacy 8.7.6).
"""

from __future__ import annotations

import os
import re
from datetime import timedelta
from typing import Any, Final, NamedTuple

from becivic_harness import files, stamps
from becivic_harness.here import Here
from becivic_harness.home import SESSIONS
from becivic_harness.refusals import ASK_THE_PERSON, USAGE, Refused

FILE: Final = "facts.json"
AT_WORK: Final = timedelta(hours=1)
"""A session in which something was written so lately may still be somebody's."""
_SEEN: Final = "seen_at"
_ID: Final = re.compile(r"ses_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


class Session(NamedTuple):
    id: str
    facts: dict[str, Any]

    @property
    def about(self) -> dict[str, Any]:
        """Tier, agent, rules and the like."""
        return _object(self.facts.get("session"))

    @property
    def days(self) -> dict[str, Any]:
        """Exact days by document and field."""
        return _object(self.facts.get("days"))

    @property
    def approved(self) -> dict[str, Any]:
        """By item id: when the person said yes, and to which text exactly."""
        return _object(self.facts.get("approved"))

    @property
    def vouched(self) -> dict[str, Any]:
        """By item id: words of text for the library that an agent knows to be no person."""
        return _object(self.facts.get("vouched"))

    @property
    def opted_in(self) -> list[str]:
        """Procedures in testing that the person wants to proceed with (R-HARN-06)."""
        said = self.facts.get("opted_in")
        return [each for each in said if isinstance(each, str)] if isinstance(said, list) else []

    @property
    def focus(self) -> str:
        said = self.about.get("focus")
        return said if isinstance(said, str) else ""

    @property
    def rules_fetched(self) -> bool:
        """Without rules of this session nothing may be submitted in it (R-BUF-09)."""
        return bool(self.about.get("rules"))


def ids(here: Here) -> list[str]:
    """Sessions with a folder, the oldest first (a UUIDv7 begins with its time)."""
    return [name for name in files.names(here.home.path(SESSIONS)) if _ID.fullmatch(name)]


def read(here: Here, session_id: str) -> Session:
    return Session(session_id, files.read_json(here.home.session(session_id, FILE)) or {})


def write(here: Here, session: Session) -> Session:
    """With when that was, by the clock that the command goes by: a file's own time knows nothing of rehearsals."""
    seen = session._replace(facts={**session.facts, "session": {**session.about, _SEEN: here.stamp}})
    files.write_json(here.home.session(session.id, FILE), seen.facts)
    return seen


def touched(here: Here, session_id: str) -> None:
    """Somebody is at work in the session, though nothing in its facts changed."""
    session = read(here, session_id)
    if is_open(here, session_id) and session.about.get(_SEEN) != here.stamp:
        write(here, session)


def is_at_work(here: Here, session_id: str) -> bool:
    """Open, and written to within the hour: perhaps another agent's."""
    age = stamps.age_of(read(here, session_id).about.get(_SEEN), here.now)
    return is_open(here, session_id) and age is not None and abs(age) < AT_WORK


def changed(here: Here, of: Session, **parts: Any) -> Session:  # noqa: ANN401  parts of the facts
    return write(here, of._replace(facts={**of.facts, **parts}))


def focused(here: Here, session: Session, procedure: str) -> Session:
    """Which procedure the session is about now; the others stay under way."""
    return changed(here, session, session={**session.about, "focus": procedure})


def is_open(here: Here, session_id: str) -> bool:
    """Started here and not closed: what is left of others is a buffer at most."""
    return os.path.isfile(here.home.session(session_id, FILE))


def current(here: Here) -> Session | None:
    """The session that was named, else the only one that is open."""
    if here.session:
        if not _ID.fullmatch(here.session) or not is_open(here, here.session):
            raise Refused(
                "no_session",
                "The session that was named is not open on this machine.",
                "Run `session start`, and pass its session_id with --session.",
                code=USAGE,
            )
        return read(here, here.session)
    opened = [each for each in ids(here) if is_open(here, each)]
    return read(here, opened[-1]) if opened else None


def require(here: Here) -> Session:
    here.home.require()
    found = current(here)
    if found is None:
        raise Refused(
            "no_session",
            "No session is open.",
            "Run `session start` first.",
            code=ASK_THE_PERSON if not here.home.exists else USAGE,
        )
    return found


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
