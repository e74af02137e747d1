"""Owns the answer to "where do things stand": read from the disk, without changing anything or asking anybody."""

from __future__ import annotations

from typing import Any, Final

from becivic_harness import buffer_file, library, orphans, profile_file, progress, receipts, session_facts
from becivic_harness.here import Here
from becivic_harness.session import described

_METADATA: Final = ("consent", "profile_schema_version", "last_updated_at")


def standing(here: Here) -> dict[str, Any]:
    if not here.home.exists:
        return {"data_dir": here.home.root, "exists": False, "say": "Nothing is kept on this machine."}
    session = session_facts.latest(here)
    profile = profile_file.read(here)
    items = buffer_file.read(here, session.id).items if session else []
    graph, paths = library.cached(here, library.GRAPH), library.cached(here, library.PATHS)
    trouble = profile_file.trouble(here)
    return {
        **({"say": trouble.say} if trouble else {}),
        "data_dir": here.home.root,
        "exists": True,
        "session": {"id": session.id, **session.about} if session else None,
        "profile_fields": sorted(key for key in profile if key not in _METADATA),
        "consent": profile.get("consent", {}),
        "active_procedures": [described(topic) for topic in progress.active(here)],
        "buffered": len(items),
        "approved": sum(buffer_file.is_approved(session, item) for item in items) if session else 0,
        "orphans": [each.as_json() for each in orphans.scan(here, session.id if session else "")],
        "sent": [
            {key: value for key, value in each.items() if key != "cancel_token"}
            for each in receipts.every(here)
        ],
        "graph": graph.told() if graph else None,
        "paths": paths.told() if paths else None,
    }
