"""`/agents/manifest.json`: everything an agent needs to know of this service, read once a session (R-AGT-02)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from becivic.corpus.generated import DASHBOARD, PATHS_ACTIVITY, SKILLS_INDEX
from becivic.corpus.load import Corpus
from becivic.manual.manual import NO_MANUAL, Manual
from becivic.reading import sending
from becivic.reading.terms_of_use import LICENSE, LICENSE_URL
from becivic.rules.limits import Limit
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import is_withheld
from becivic.rules.submissions import SubmissionType
from becivic.site.agents import protocol
from becivic.site.agents.endpoints import endpoints
from becivic.site.agents.surface import Surface, json_surface
from becivic.site.shelf import SCHEMAS

ADDRESS: Final = "/agents/manifest.json"
SCHEMA_VERSION: Final = 1
"""Of the manifest itself."""

MCP: Final = "/mcp"

_LINKS: Final = {
    "overview": "/agents",
    "install": "/agents/install",
    "connect": "/docs/connect",
    "contract": "/docs/submission-contract-v2",
    "guidelines": "/docs/agent-guidelines",
    "recommendations": "/docs/reference-consumer",
    "feedback_template": "/agents/feedback-template",
    "triggers": "/agents/triggers.json",
    "llms": "/llms.txt",
    "llms_full": "/llms-full.txt",
    "skills": "/skills/",
    "paths": "/paths/",
    "feed": "/feed.atom",
    "agent_skills": "/.well-known/agent-skills/index.json",
    "api_docs": "/api/docs",
    "schemas": SCHEMAS,
}
_WRITTEN: Final = {
    "skills_index": SKILLS_INDEX,
    "paths_activity": PATHS_ACTIVITY,
    "activity": DASHBOARD,
}
"""Indexes that the service writes into the corpus (R-IDX-01, R-IDX-03, C-62): named where they are there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What every file for agents is made from. The same grounds always give the same bytes."""

    corpus: Corpus
    public_url: str
    """Without a slash at its end."""
    limits: Mapping[Limit, int]
    """Those in force here."""
    generated_at: datetime
    """When the corpus came to be what it is: the time of its commit."""
    has_mcp: bool = False
    """Whether the tools are served here: nobody is sent where nothing answers."""
    manual: Manual = NO_MANUAL


def manifest(grounds: Grounds) -> Surface:
    return json_surface(
        ADDRESS,
        {
            "schema_version": SCHEMA_VERSION,
            "name": "Be Civic",
            "url": grounds.public_url,
            "read_first": "/agents",
            "capability_tiers": protocol.capability_tiers(),
            "endpoints": [each.told() for each in endpoints()],
            "session_start": protocol.session_start(),
            "retry_policy": protocol.retry_policy(),
            "limits": protocol.limits(grounds.limits),
            "scrub_rules": sending.scrub_rules(grounds.corpus),
            "versions": sending.versions(),
            "error_categories": protocol.error_categories(),
            "corpus": _corpus(grounds),
            "license": {"id": LICENSE, "url": LICENSE_URL},
            "links": {**_LINKS, **_more(grounds), "submit": _submit_pages()},
        },
    )


def _more(grounds: Grounds) -> dict[str, str]:
    files = grounds.corpus.files
    written = {name: f"/{file}" for name, file in _WRITTEN.items() if file in files}
    return {**written, **({"mcp": MCP} if grounds.has_mcp else {})}


def _corpus(grounds: Grounds) -> dict[str, Any]:
    corpus = grounds.corpus
    return {
        "commit": corpus.commit,
        "generated_at": rfc3339(grounds.generated_at),
        "skills": sum(not is_withheld(skill.status) for skill in corpus.skills.values()),
        "paths": sum(not is_withheld(entry.status) for entry in corpus.paths.entries.values()),
    }


def _submit_pages() -> dict[str, str]:
    return {kind.value: f"/agents/submit/{kind.value}" for kind in SubmissionType if kind.facts.in_envelope}
