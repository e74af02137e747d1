"""Owns facts.json of a session: who runs it, what may be sent, what the person approved, and days that may not stay.

It goes with the session: nothing in it survives its close (privacy 8.7.6).
"""

from __future__ import annotations

import os
import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from becivic_harness import files, stamps
from becivic_harness.here import Here
from becivic_harness.home import SESSIONS
from becivic_harness.json_values import texts_at
from becivic_harness.refusals import ASK_THE_PERSON, USAGE, Refused

if TYPE_CHECKING:
    from becivic_harness.sentences import Sentence

FILE: Final = "facts.json"
AT_WORK: Final = timedelta(hours=1)
"""A session in which something was written so lately may still be somebody's."""
_SEEN: Final = "seen_at"
_SEEN_AFTER: Final = "seen_after"
_NUMBER: Final = "number"
_WHICH: Final = "which_session"
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
        return texts_at(self.facts, "opted_in")

    @property
    def capabilities(self) -> list[str]:
        """What the agent declared."""
        return texts_at(self.about, "capabilities")

    @property
    def focus(self) -> str:
        said = self.about.get("focus")
        return said if isinstance(said, str) else ""

    @property
    def number(self) -> int:
        """Which one it is of those that were open when it began."""
        said = self.about.get(_NUMBER)
        return said if isinstance(said, int) else 0

    @property
    def seen_after(self) -> int:
        """The number of the session begun last when this one was last written to."""
        said = self.about.get(_SEEN_AFTER)
        return said if isinstance(said, int) else self.number

    @property
    def rules_fetched(self) -> bool:
        """Without rules of this session nothing may be submitted in it (R-BUF-09)."""
        return bool(self.about.get("rules"))


def ids(here: Here) -> list[str]:
    """Sessions with a folder."""
    return [name for name in files.names(here.home.path(SESSIONS)) if _ID.fullmatch(name)]


def read(here: Here, session_id: str) -> Session:
    return Session(session_id, files.read_json(here.home.session(session_id, FILE)) or {})


def write(here: Here, session: Session) -> Session:
    """With when that was, by the clock that the command goes by: a file's own time knows nothing of rehearsals.

    And with which session had begun last by then, for clocks are set back.
    """
    mark = {_SEEN: here.stamp, _SEEN_AFTER: max(session.number, *(each.number for each in opened(here)), 0)}
    seen = session._replace(facts={**session.facts, "session": {**session.about, **mark}})
    files.write_json(here.home.session(session.id, FILE), seen.facts)
    return seen


def touched(here: Here, session_id: str) -> None:
    """Somebody is at work in the session, though nothing in its facts changed."""
    session = read(here, session_id)
    if is_open(here, session_id):
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


def opened(here: Here) -> list[Session]:
    """Every session that is open, the one begun last at the end."""
    found = [read(here, each) for each in ids(here) if is_open(here, each)]
    return sorted(found, key=lambda session: (session.number, session.id))


def begin(here: Here, session_id: str, about: dict[str, Any]) -> Session:
    number = max((each.seen_after for each in opened(here)), default=0) + 1
    return write(here, Session(session_id, {"session": {**about, _NUMBER: number}}))


def latest(here: Here) -> Session | None:
    """The session that was named, else the one begun last, whoever else may be at work."""
    return _named(here) if here.session else next(reversed(opened(here)), None)


def current(here: Here) -> Session | None:
    """The session that was named, else the one begun last, unless that may be somebody else's.

    A session that was never closed is in nobody's way. One that was written to within the hour is another agent's where it
    bears another name than the last one, or was written to after that began: then nobody can tell whose command this is.
    """
    if here.session:
        return _named(here)
    sessions = opened(here)
    mine = [each for each in sessions if here.agent and each.about.get("agent") == here.agent] or sessions
    others = [each for each in mine[:-1] if _is_beside(here, each, mine[-1])]
    if others:
        raise Refused(
            _WHICH,
            "More than one session is at work on this machine.",
            "Pass --session with the session_id that your own `session start` gave; close what is over with `session close`.",
            code=USAGE,
            sessions=[told(each) for each in (*others, mine[-1])],
        )
    return mine[-1] if mine else None


def known(here: Here) -> Session | None:
    """The current session for what only reads: none where there is no folder, or where nobody can tell whose command it is."""
    try:
        return current(here) if here.home.exists else None
    except Refused as refused:
        if refused.error != _WHICH:
            raise
        return None


def _is_beside(here: Here, other: Session, last: Session) -> bool:
    if not is_at_work(here, other.id):
        return False
    names = {str(each.about.get("agent") or "") for each in (other, last)}
    return other.seen_after >= last.number > 0 or (len(names) > 1 and "" not in names)


def told(session: Session) -> dict[str, Any]:
    """Enough to make out whose it is."""
    return {
        "session_id": session.id,
        **{key: session.about[key] for key in ("agent", "started_at", _SEEN) if session.about.get(key)},
    }


def _named(here: Here) -> Session:
    if not here.session or not _ID.fullmatch(here.session) or not is_open(here, here.session):
        raise Refused(
            "no_session",
            "The session that was named is not open on this machine.",
            "Run `session start`, and pass its session_id with --session.",
            code=USAGE,
        )
    return read(here, here.session)


def lost_since_the_start(here: Here, *, in_the_middle: bool) -> tuple[Sentence, ...]:
    """What to say where the folder that a session began with can only be read by now (R-HARN-09)."""
    if not here.home.exists or here.home.is_writable:
        return ()
    from becivic_harness import tiers

    session = latest(here)
    before = str(session.about.get("tier") or tiers.T2) if session else tiers.T2
    return tiers.lost(tiers.tier_named(before), tiers.tier_named(tiers.T1), in_the_middle=in_the_middle)


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
