"""Which part of the service an address belongs to, for counting: a handful of words, and never the address."""

from __future__ import annotations

from typing import Final

PAGES: Final = "pages"
API_READ: Final = "api_read"
API_WRITE: Final = "api_write"
OPERATOR: Final = "operator"
HEALTH: Final = "health"
MCP: Final = "mcp"
METRICS: Final = "metrics"

GROUPS: Final = {
    PAGES: "pages and the files beside them",
    API_READ: "what is read under `/api`",
    API_WRITE: "what is sent to `/api`, changed or taken back",
    OPERATOR: "the operator's routes under `/api/_internal`",
    HEALTH: "`/api/health` and what is below it",
    MCP: "`/mcp`",
    METRICS: "`/metrics`",
}

_OWN: Final = {"mcp": MCP, "metrics": METRICS}
_NOT_PAGES: Final = ("/api", *(f"/{first}" for first in _OWN))
_API: Final = {"health": HEALTH, "_internal": OPERATOR}
_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def group_of(method: str, path: str) -> str:
    """The group of a request, whether or not there is anything at its address."""
    if not path.startswith(_NOT_PAGES):
        return PAGES
    _, first, *rest = path.split("/", 3)
    if first != "api":
        return _OWN.get(first, PAGES)
    group = _API.get(rest[0]) if rest else None
    return group or (API_READ if method in _READING else API_WRITE)
