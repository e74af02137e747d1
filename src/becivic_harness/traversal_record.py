"""A traversal as it lies in a file: a JSON object that survives restarts, hand edits and another version's keys.

Reading never fails: a wrong shape is as good as nothing there. Writing copies, and keeps every key it does not know.
Nothing in it tells of a person: ids of sources, days, words from closed lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

from becivic_harness.json_values import objects_at, text_at, texts_at
from becivic_harness.observations import Fact
from becivic_harness.sources import Source
from becivic_harness.traversal_states import CHOOSING, STATES

Traversal = dict[str, Any]

TRAVERSAL_VERSION: Final = 1

SUCCESS: Final = "success"
FAILED: Final = "failed"
DECLINED: Final = "declined-by-customer"
"""How a source fared (privacy 8.7.2.2)."""

FILE_KEPT: Final = ("yes", "no", "unknown")

_MOST_EARLIER: Final = 50
_SNAPSHOT: Final = (
    "id",
    "source_class",
    "auth",
    "procedure",
    "validation_path",
    "actor",
    "preferred_auth_provider",
    "audited_document_delivery",
    "post_handoff_observed",
    "reported",
)


def new_traversal(path_id: str, today: date, preferred: str = "") -> Traversal:
    return {
        "traversal_version": TRAVERSAL_VERSION,
        "path_id": path_id,
        "path_version": "",
        "started_on": today.isoformat(),
        "state": CHOOSING,
        "preferred": preferred,
        "current": None,
        "attempts": [],
        "skipped": [],
        "refused": [],
        "offline_chosen": False,
        "file_retained": "unknown",
        "stopped_for": "",
    }


def begun_anew(traversal: Traversal, today: date) -> Traversal:
    """The same path from the start: answers, consents and choices of before count no more, what worked does."""
    earlier = [*earlier_attempts(traversal), *attempts(traversal)]
    worked = [each["source"] for each in earlier if each.get("outcome") == SUCCESS]
    preferred = worked[-1] if worked else text_at(traversal, "preferred")
    return {
        **traversal,
        **new_traversal(text_at(traversal, "path_id"), today, preferred),
        "earlier": earlier[-_MOST_EARLIER:],
    }


def state_of(traversal: Mapping[str, Any]) -> str:
    """A state of another version, or none, is settled anew."""
    found = text_at(traversal, "state")
    return found if found in STATES else CHOOSING


def attempts(traversal: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The sources that were tried or declined in this run, in order."""
    return _attempts(traversal, "attempts")


def earlier_attempts(traversal: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Those of runs before a restart."""
    return _attempts(traversal, "earlier")


def has_ended(traversal: Mapping[str, Any], source_id: str) -> bool:
    """Whether this source was tried or declined in this run."""
    return any(each["source"] == source_id for each in attempts(traversal))


def refused_fields(traversal: Mapping[str, Any]) -> list[str]:
    return texts_at(traversal, "refused")


def current(traversal: Mapping[str, Any]) -> dict[str, Any]:
    """The attempt that is being prepared or made; empty for none."""
    found = traversal.get("current")
    return found if isinstance(found, dict) else {}


def current_source(traversal: Mapping[str, Any]) -> Source | None:
    """The source as it was when the attempt began."""
    found = current(traversal).get("as_begun")
    source = Source(found) if isinstance(found, dict) else Source({})
    return source if source.id else None


def facts(traversal: Mapping[str, Any]) -> list[Fact]:
    read = [Fact.read(each) for each in objects_at(current(traversal), "facts")]
    return [each for each in read if each is not None]


def merged(before: Iterable[Fact], after: Iterable[Fact]) -> list[Fact]:
    """A later observation of a signal replaces an earlier one."""
    return list({fact.key: fact for fact in (*before, *after)}.values())


def with_attempt(traversal: Traversal, source_id: str, outcome: str, on: str, signal: str = "") -> Traversal:
    entry = {"source": source_id, "outcome": outcome, "on": on}
    if signal:
        entry["signal"] = signal
    return {**traversal, "attempts": [*attempts(traversal), entry], "current": None, "state": CHOOSING}


def snapshot(source: Source) -> dict[str, Any]:
    """What is needed to finish an attempt even if the source leaves the path meanwhile: public text only."""
    return {name: source.data[name] for name in _SNAPSHOT if name in source.data}


def _attempts(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    return [each for each in objects_at(data, name) if isinstance(each.get("source"), str)]
