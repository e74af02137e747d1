"""The demonstration path with other sources: each edit is one thing, the rest stays as it is."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any, Final

from tests.factories.corpora import PATHS, Files

PATH: Final = "demo-certificate"
PORTAL: Final = f"{PATH}:federal-portal"
DESK: Final = f"{PATH}:commune-desk"


def demo_source(source_id: str, **fields: Any) -> dict[str, Any]:
    """A page anybody can open that shows a form, unless a field says otherwise."""
    portal = json.loads(Files.valid()[PATHS])["paths"][PATH]["sources"][0]
    plain = {
        "id": source_id,
        "source_class": "federal-anonymous-form",
        "auth": {"method": "none", "supported_providers": []},
        "procedure": {"kind": "anonymous-form", "url": f"https://{source_id}.example/"},
        "validation_path": {
            "kind": "agent-walks-user-through-form",
            "success_signals": [{"check": "form-loaded-selector-visible", "value": "form"}],
            "failure_signals": [{"check": "response-status", "value": "404", "outcome": "form-not-loadable"}],
            "user_confirms_required": True,
        },
    }
    return {**portal, **plain, **fields}


def with_sources(
    *sources: Mapping[str, Any], status: str = "alpha", path_id: str = PATH, files: Files | None = None
) -> Files:
    """A corpus whose one path, or one more path, has these sources."""
    known = files or Files.valid()
    index = json.loads(known[PATHS])
    entry = copy.deepcopy(index["paths"][PATH])
    index["paths"][path_id] = {**entry, "id": path_id, "status": status, "sources": list(sources)}
    return known.with_file(PATHS, json.dumps(index, indent=2))
