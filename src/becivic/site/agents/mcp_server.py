"""The MCP server as others are told of it: its name, where it answers, and the command that stands in for it.

Pages, the entry of the MCP registry and the plugin are all made from this, so that none can say another address.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from becivic.site.agents.manifest import MCP

NAME: Final = "becivic"
"""What hosts call the server; the harness knows its tools by it (`mcp__becivic…`)."""

COMMAND: Final = "becivic"

REGISTRY_NAME: Final = "be.becivic/becivic"
REGISTRY_SCHEMA: Final = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
"""The newest that is published; what comes after it is a draft."""

PLUGIN_SERVER: Final = "${BECIVIC_API}"
"""In the plugin of the repository: hosts put in the environment variable that names the server for the harness too."""

DESCRIPTION: Final = "Belgian administrative procedures and routes to documents, with sources. No account."
"""The registry takes a hundred characters."""


@dataclass(frozen=True, slots=True)
class McpServer:
    public_url: str
    """Without a slash at its end."""

    @property
    def url(self) -> str:
        return self.public_url + MCP

    @property
    def arguments(self) -> list[str]:
        """Of the command that hosts start which speak with programs only."""
        return ["mcp", "--api", self.public_url]

    @property
    def started(self) -> dict[str, Any]:
        return {"command": COMMAND, "args": self.arguments}


def registry_entry(server: McpServer, version: str) -> dict[str, Any]:
    """`server.json` of the MCP registry. It names no package: what somebody else publishes under our name is not ours."""
    return {
        "$schema": REGISTRY_SCHEMA,
        "name": REGISTRY_NAME,
        "title": "Be Civic",
        "description": DESCRIPTION,
        "version": version,
        "websiteUrl": f"{server.public_url}/docs/connect",
        "remotes": [{"type": "streamable-http", "url": server.url}],
    }


def registry_template(version: str) -> dict[str, Any]:
    """`server.json` of the repository: whoever adds the server fills in where theirs is reached."""
    host = {"description": "Host of the installation, such as civic.example.org", "isRequired": True}
    entry = registry_entry(McpServer("https://{host}"), version)
    del entry["websiteUrl"]
    return {**entry, "remotes": [{**entry["remotes"][0], "variables": {"host": host}}]}


def plugin_servers(server: McpServer) -> dict[str, Any]:
    """`.mcp.json` as a plugin or a project carries it."""
    return {"mcpServers": {NAME: {"type": "http", "url": server.url}}}
