"""Everything that a stage may look at while it judges one item: the item, the rules, and what this machine has read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from becivic_harness.json_values import objects_at, texts_at
from becivic_harness.submission_rules import SubmissionKind, rules

if TYPE_CHECKING:
    from becivic_scrub import Engine


class Known(NamedTuple):
    """An answer of the server that is kept here. Fresh: fetched in this session, so that what it lacks is not there."""

    document: Mapping[str, Any]
    fresh: bool = False


class Body(NamedTuple):
    """The body of a skill as it is kept here. Fresh as an answer is; of which commit, where that is known."""

    text: str
    fresh: bool = False
    commit: str | None = None


class Case(NamedTuple):
    kind: SubmissionKind
    payload: dict[str, Any]
    engine: Engine
    graph: Known | None
    """The skill graph, as `GET /api/skill-graph` answers."""
    paths: Known | None
    """The path directory, as `GET /paths/index.json` answers."""
    skill_body: Body | None
    skill_fields: Known | None
    """The frontmatter of the skill it is about, as `GET /api/skills/<id>` answers."""
    now: datetime

    @property
    def target_type(self) -> str:
        return str(self.payload.get("target_type", ""))

    @property
    def target_id(self) -> str:
        """What it is about; a draft is about the artefact that it proposes."""
        return str(self.payload.get("target_id", self.payload.get("proposed_id", "")))

    @property
    def content(self) -> dict[str, Any]:
        found = self.payload.get("content")
        return found if isinstance(found, dict) else {}

    def skill(self, skill_id: str) -> Mapping[str, Any] | None:
        """Its node in the graph."""
        nodes = objects_at(self.graph.document, "nodes") if self.graph else []
        return next((node for node in nodes if node.get("id") == skill_id), None)

    def path(self, path_id: str) -> Mapping[str, Any] | None:
        """Its entry in the directory."""
        entries = self.paths.document.get("paths") if self.paths else None
        entry = entries.get(path_id) if isinstance(entries, dict) else None
        return entry if isinstance(entry, dict) else None

    @property
    def knows_all_skills(self) -> bool:
        """Whether a skill that is not in the graph is not there: nothing was filtered, and no page is missing."""
        if self.graph is None or not self.graph.fresh or "next" in self.graph.document:
            return False
        filters = self.graph.document.get("filters_applied")
        shown = filters if isinstance(filters, dict) else {}
        return not shown.get("applies_to") and set(rules()["graph_statuses"]) <= set(
            texts_at(shown, "status")
        )

    @property
    def knows_all_paths(self) -> bool:
        return self.paths is not None and self.paths.fresh and "next" not in self.paths.document


def sources_of(entry: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The sources of a path; None where the directory was read without them."""
    return objects_at(entry, "sources") if isinstance(entry.get("sources"), list) else None
