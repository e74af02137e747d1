"""Editors of program text, and the assistants that live in them."""

from __future__ import annotations

import json
from typing import Final

from becivic.site.agents.hosts.host import (
    STARTED,
    Form,
    Host,
    Kind,
    Snippet,
    Way,
    as_json,
    field,
    under_mcp_servers,
)
from becivic.site.agents.mcp_server import NAME, McpServer


def _code_command(server: McpServer) -> str:
    entry = json.dumps({"name": NAME, "type": "http", "url": server.url}, separators=(",", ":"))
    return f"code --add-mcp {json.dumps(entry)}"


def _continue(server: McpServer) -> str:
    """Text in quotes is the same in JSON and in YAML."""
    return "\n".join(
        [
            "name: Be Civic",
            "version: 0.0.1",
            "schema: v1",
            "mcpServers:",
            f"  - name: {NAME}",
            "    type: streamable-http",
            f"    url: {json.dumps(server.url)}",
        ]
    )


EDITORS: Final = (
    Host(
        "Visual Studio Code",
        Kind.EDITOR,
        (Way.HTTP,),
        (
            Snippet("For all your projects, in a terminal:", Form.COMMAND, _code_command),
            Snippet(
                "For one project, in `.vscode/mcp.json`:",
                Form.JSON,
                as_json(lambda server: {"servers": {NAME: {"type": "http", "url": server.url}}}),
            ),
        ),
        "The command **MCP: List Servers** says whether it runs.",
    ),
    Host(
        "Cursor",
        Kind.EDITOR,
        (Way.HTTP,),
        (
            Snippet(
                "In `~/.cursor/mcp.json` for all projects, `.cursor/mcp.json` for one:",
                Form.JSON,
                under_mcp_servers("url"),
            ),
        ),
        "Restart it; **Customize**, then **MCPs**, shows whether it is on.",
    ),
    Host(
        "Windsurf (Devin Desktop)",
        Kind.EDITOR,
        (Way.HTTP,),
        (
            Snippet(
                "In `~/.codeium/windsurf/mcp_config.json`, which **MCPs** in the Cascade panel leads to:",
                Form.JSON,
                under_mcp_servers("serverUrl"),
            ),
        ),
    ),
    Host(
        "Zed",
        Kind.EDITOR,
        (Way.HTTP,),
        (
            Snippet(
                "Run `zed: open settings file` and add:",
                Form.JSON,
                as_json(lambda server: {"context_servers": {NAME: {"url": server.url}}}),
            ),
        ),
    ),
    Host(
        "JetBrains AI Assistant and Junie",
        Kind.EDITOR,
        (Way.HTTP, Way.STDIO),
        (
            Snippet(
                "With the program `becivic` installed: for AI Assistant under **Settings**, **Tools**, **AI Assistant**, **Model"
                " Context Protocol (MCP)**, for Junie on its own page of MCP settings, add a server and paste:",
                Form.JSON,
                STARTED,
            ),
            field(
                "AI Assistant also takes the address itself, as Streamable HTTP; Junie starts programs only:"
            ),
        ),
    ),
    Host(
        "Cline",
        Kind.EDITOR,
        (Way.HTTP,),
        (
            Snippet(
                "Choose the icon **MCP Servers**, **Configure**, **Configure MCP Servers**; for its command line the file is"
                " `~/.cline/data/settings/cline_mcp_settings.json`:",
                Form.JSON,
                under_mcp_servers("url", type="streamableHttp"),
            ),
        ),
    ),
    Host(
        "Continue",
        Kind.EDITOR,
        (Way.HTTP,),
        (Snippet("In a project, as `.continue/mcpServers/becivic.yaml`:", Form.YAML, _continue),),
        "For all projects, put the entry of `mcpServers` into `~/.continue/config.yaml`.",
    ),
)
