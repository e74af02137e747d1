"""Files under `/.well-known/` that tell machines where things are: whom to write to, and which interfaces there are."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from becivic.rules.moments import rfc3339
from becivic.site.agents.manifest import MCP, Grounds
from becivic.site.agents.surface import PLAIN, Surface, json_surface, text_surface
from becivic.words import LANGUAGES

SECURITY_ADDRESS: Final = "/.well-known/security.txt"
CATALOG_ADDRESS: Final = "/.well-known/api-catalog"
LINKSET: Final = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

_VALID: Final = timedelta(days=180)
"""RFC 9116 asks for less than a year."""

_WHOM: Final = "/docs/retraction-protocol"
"""Says what to do when something is where it must not be. An operator who has an address for this gives it."""

_POLICY: Final = "/docs/threat-model"


def security_txt(public_url: str, now: datetime, contact: str = "") -> Surface:
    """RFC 9116. `contact` is a URI of the operator's; the same all day long, so that it can be kept."""
    day = datetime.combine(now.astimezone(UTC).date(), time.min, UTC)
    lines = [
        f"Contact: {contact or public_url + _WHOM}",
        f"Expires: {rfc3339(day + _VALID)}",
        f"Preferred-Languages: {', '.join(LANGUAGES)}",
        f"Canonical: {public_url}{SECURITY_ADDRESS}",
        f"Policy: {public_url}{_POLICY}",
    ]
    return text_surface(SECURITY_ADDRESS, PLAIN, "\n".join(lines) + "\n")


def api_catalog(grounds: Grounds) -> Surface:
    """RFC 9727: each interface, with what describes it."""
    url = grounds.public_url
    described: list[dict[str, Any]] = [
        {
            "anchor": f"{url}/api",
            "service-desc": [_link(url, "/api/openapi.json", "application/json")],
            "service-doc": [_link(url, "/api/docs", "text/html"), _link(url, "/agents", "text/html")],
            "service-meta": [_link(url, "/agents/manifest.json", "application/json")],
            "status": [_link(url, "/api/health", "application/json")],
        }
    ]
    if grounds.has_mcp:
        described.append({"anchor": url + MCP, "service-doc": [_link(url, "/docs/connect", "text/html")]})
    catalog = {"anchor": url + CATALOG_ADDRESS, "item": [{"href": each["anchor"]} for each in described]}
    return json_surface(CATALOG_ADDRESS, {"linkset": [catalog, *described]}, LINKSET)


def _link(public_url: str, address: str, media_type: str) -> dict[str, Any]:
    return {"href": public_url + address, "type": media_type}
