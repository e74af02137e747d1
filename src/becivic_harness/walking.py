"""Owns a walk along a route over many commands: the state lies in memory/path_history_<id>.md and survives restarts.

What happens is decided by `traversal`; here it is read, written down, and its consequences go where they belong: the validation of
an attempt into the buffer (R-TRAV-06), what was obtained onto the progress of its procedure (R-TRAV-07). Where nothing can or may be
written the walk is given out with each step and comes back with the next: advice goes on, and nothing is lost unsaid (R-HARN-09).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from becivic_harness import (
    buffer_file,
    library,
    memory_index,
    profile_file,
    progress,
    session_facts,
    topics,
)
from becivic_harness.here import Here
from becivic_harness.path_history import history_markdown
from becivic_harness.refusals import USAGE, Refused
from becivic_harness.session_facts import Session
from becivic_harness.topics import HISTORY, Topic
from becivic_harness.traversal import Change, Scene, Traversal, happen, next_step, scene, start
from becivic_harness.traversal_scene import DEPRECATED
from becivic_harness.traversal_states import FINAL, RESTART

_LANGUAGES: Final = {
    "fr": ("fr", "français", "francais", "frans", "französisch"),
    "nl": ("nl", "néerlandais", "nederlands", "dutch", "niederländisch", "vlaams", "flemish", "flamand"),
    "de": ("de", "ger", "allemand", "duits"),
}
_STATE: Final = "traversal"
"""The field of the head that holds the machine's state; the body says the same for people."""


_UNKEPT: Final = "Nothing is kept here: give `walk` back with --walk, and what the person told with --profile, in every command of this walk."


class Given(NamedTuple):
    """What comes along with a command instead of lying on the disk."""

    profile: Mapping[str, Any] | None = None
    walk: Traversal | None = None


_NOTHING_GIVEN: Final = Given()


def begin(here: Here, path_id: str, procedure: str = "", given: Given = _NOTHING_GIVEN) -> dict[str, Any]:
    """A new walk, or the one that is under way. A route that worked before begins where it worked (R-TRAV-13)."""
    loose = _loose(here, path_id, given)
    session = session_facts.current(here) if _keeps(here) else None
    seen = _scene(here, session, path_id, given)
    if session is None:
        return _unkept(here, _begun(path_id, loose, seen), seen, in_the_middle=loose is not None)
    walk = _begun(path_id, _kept(here, path_id), seen)
    if procedure:
        walk = {**walk, "procedure": progress.require(here, procedure).id}
    if seen.path is not None:
        _keep(here, walk, seen)
    return {"step": next_step(walk, seen), "kept": seen.path is not None}


def _begun(path_id: str, there: Traversal | None, seen: Scene) -> Traversal:
    if there is None:
        return start(path_id, seen)
    return happen(there, RESTART, seen).traversal if there.get("state") in FINAL else there


def step(here: Here, path_id: str, given: Given = _NOTHING_GIVEN) -> dict[str, Any]:
    loose = _loose(here, path_id, given)
    if loose is not None:
        return _unkept(here, loose, _scene(here, None, path_id, given), in_the_middle=True)
    session = session_facts.require(here)
    return {"step": next_step(_require(here, path_id), _scene(here, session, path_id, given))}


def tell(
    here: Here, path_id: str, event: str, details: Mapping[str, Any], given: Given = _NOTHING_GIVEN
) -> dict[str, Any]:
    """Something happened. The new state, the validation and the progress are all written before the answer is given."""
    loose = _loose(here, path_id, given)
    if loose is not None:
        seen = _scene(here, None, path_id, given)
        return _unkept(here, happen(loose, event, seen, details).traversal, seen, in_the_middle=True)
    session = session_facts.require(here)
    seen = _scene(here, session, path_id, given)
    walk = _require(here, path_id)
    change = happen(walk, event, seen, details)
    told: dict[str, Any] = {}
    if change.validation is not None:
        # First the buffer: a kill between the two repeats the report, and the same vote twice is dropped at review.
        told.update(_buffered(here, session, change.validation))
    _keep(here, change.traversal, seen)
    if change.progress is not None:
        told["obtained"] = _noted(here, session, change)
    return {"step": next_step(change.traversal, seen), **told}


def every(here: Here) -> list[dict[str, Any]]:
    """The walks that are under way or done."""
    return [
        {
            "path": topic.id,
            "state": topic.head[_STATE].get("state"),
            "last_traversed": topic.head.get("last_traversed"),
        }
        for topic in topics.every(here)
        if topic.type == HISTORY and isinstance(topic.head.get(_STATE), dict)
    ]


def _loose(here: Here, path_id: str, given: Given) -> Traversal | None:
    """A walk that is not written down: it was given along, or lies in a folder that can or may only be read by now."""
    if given.walk is None:
        return _kept(here, path_id) if here.home.exists and not _keeps(here) else None
    if given.walk.get("path_id") != path_id:
        raise Refused(
            "usage",
            "The walk that was given along is not one along that path.",
            "Give back `walk` of the last answer about the same path, as it was.",
            code=USAGE,
        )
    return given.walk


def _keeps(here: Here) -> bool:
    """Whether a walk can be written down, and the person did not say no to that since it began."""
    return here.home.is_writable and profile_file.may_keep_notes(here)


def _unkept(here: Here, walk: Traversal, seen: Scene, *, in_the_middle: bool) -> dict[str, Any]:
    lost = session_facts.lost_since_the_start(here, in_the_middle=in_the_middle)
    return {
        **({"lost": [each.as_json() for each in lost]} if lost else {}),
        "step": next_step(walk, seen),
        "kept": False,
        "walk": walk,
        "how": _UNKEPT,
    }


def _scene(here: Here, session: Session | None, path_id: str, given: Given) -> Scene:
    about = session.about if session else {}
    return scene(
        _path(here, path_id),
        profile_file.read(here) if given.profile is None else given.profile,
        today=here.today,
        tier=str(about.get("tier") or "T1"),
        capabilities=session.capabilities if session else (),
    )


def _path(here: Here, path_id: str) -> Mapping[str, Any] | None:
    """The path as the directory has it; of a deprecated one also which sources people rejected, where a server answers."""
    path = library.known_paths(here).get(path_id)
    if path is None or path.get("status") != DEPRECATED or "standing" in path:
        return path
    return {**path, "standing": library.path_standing(here, path_id)}


def _kept(here: Here, path_id: str) -> Traversal | None:
    topic = topics.read(here, HISTORY, path_id)
    found = topic.head.get(_STATE) if topic is not None else None
    return found if isinstance(found, dict) else None


def _require(here: Here, path_id: str) -> Traversal:
    walk = _kept(here, path_id)
    if walk is None:
        raise Refused(
            "not_started",
            "No walk along that route is under way.",
            "Begin it with `traverse start PATH`; `traverse list` shows those that are.",
        )
    return walk


def _keep(here: Here, walk: Traversal, seen: Scene) -> None:
    path_id = str(walk.get("path_id"))
    there = topics.read(here, HISTORY, path_id)
    told, body = history_markdown(walk, seen.path, _spoken(seen.profile))
    head = {**(there.head if there else {}), **told, _STATE: walk}
    topics.write(here, Topic(HISTORY, path_id, head, body))
    memory_index.refresh(here)


def _spoken(profile: Mapping[str, Any]) -> str:
    """The language the person is spoken to in, where the history can be written in it."""
    said = str(profile.get("conversation_language") or "").lower()
    return next((code for code, names in _LANGUAGES.items() if said.startswith(names)), "en")


def _buffered(here: Here, session: Session, validation: Mapping[str, Any]) -> dict[str, Any]:
    """One validation an attempt: the same attempt told twice is not voted on twice.

    An agent that may not vote on sources walks the person along all the same; its attempts are told to nobody.
    """
    for item in buffer_file.read(here, session.id).items:
        if all(item.get(key) == value for key, value in validation.items()):
            return {"validation": buffer_file.id_of(item)}
    from becivic_harness import collecting

    try:
        done = collecting.add(here, session, {"type": "validation", **validation})
    except Refused as refused:
        return {"validation": None, "not_buffered": refused.detail}
    return {"validation": buffer_file.id_of(done.item)}


def _noted(here: Here, session: Session, change: Change) -> dict[str, Any]:
    """On the procedure that the walk was begun for, else on the one in focus; without either it stands in the history alone."""
    obtained = dict(change.progress or {})
    procedure = str(change.traversal.get("procedure") or session.focus)
    if procedure and topics.read(here, topics.PROGRESS, procedure) is not None:
        progress.update(here, procedure, obtained=obtained)
        obtained["procedure"] = procedure
    return obtained
