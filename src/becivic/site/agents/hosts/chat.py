"""Assistants that people chat with, in a browser or in a window of their own."""

from __future__ import annotations

import json
from typing import Final

from becivic.site.agents.hosts.host import STARTED, Form, Host, Kind, Snippet, Way, field, under_mcp_servers
from becivic.site.agents.mcp_server import NAME, McpServer


def _goose(server: McpServer) -> str:
    """Text in quotes is the same in JSON and in YAML."""
    return "\n".join(
        [
            "extensions:",
            f"  {NAME}:",
            "    name: Be Civic",
            "    type: streamable_http",
            f"    uri: {json.dumps(server.url)}",
            "    enabled: true",
            "    timeout: 300",
        ]
    )


CHAT: Final = (
    Host(
        "Claude on the web",
        Kind.CHAT,
        (Way.HTTP,),
        (
            field(
                "In the browser, open **Customize**, then **Connectors** (in some versions **Settings**, then **Connectors**),"
                " the plus sign, and **Add custom connector**. Name it Be Civic and paste this as its address:"
            ),
        ),
        "In a team, an owner adds it first. Nobody has to sign in to Be Civic.",
    ),
    Host(
        "Claude Desktop",
        Kind.CHAT,
        (Way.HTTP, Way.STDIO),
        (
            field(
                "Open **Settings**, then **Connectors**, then **Add custom connector**, and paste this as its address:"
            ),
            Snippet(
                "Or, with the program `becivic` installed, open **Settings**, **Developer**, **Edit Config**: that is"
                " `~/Library/Application Support/Claude/claude_desktop_config.json` on macOS and"
                " `%APPDATA%\\Claude\\claude_desktop_config.json` on Windows. Put in:",
                Form.JSON,
                STARTED,
            ),
        ),
        "Restart it after editing the file.",
    ),
    Host(
        "ChatGPT",
        Kind.CHAT,
        (Way.HTTP,),
        (
            field(
                "On the web, open **Plugins**, the plus sign, and **Add custom MCP server**. Name it Be Civic, paste this as the"
                " server's address, and choose **No authentication**:"
            ),
        ),
        "Read the warning, choose **Create as a plugin**, and install the plugin before you use it. Where the menu has no such"
        " entry, turn on **Developer mode** under **Settings**, **Security and login** first.",
    ),
    Host(
        "Le Chat (Mistral Vibe)",
        Kind.CHAT,
        (Way.HTTP,),
        (
            field(
                "Open **Context** (before, **Intelligence**), then **Connectors**, **Add Connector**, and **Add a custom"
                " connector**. Name it `becivic` and paste this as its server:"
            ),
        ),
        "In an organisation an administrator does this; of an account of your own you are the administrator.",
    ),
    Host(
        "LM Studio",
        Kind.CHAT,
        (Way.HTTP,),
        (
            Snippet(
                "In the **Program** tab on the right, choose **Install**, then **Edit mcp.json**:",
                Form.JSON,
                under_mcp_servers("url"),
            ),
        ),
    ),
    Host(
        "goose",
        Kind.CHAT,
        (Way.HTTP,),
        (
            Snippet(
                "In `~/.config/goose/config.yaml` on macOS and Linux, `%APPDATA%\\Block\\goose\\config\\config.yaml` on Windows:",
                Form.YAML,
                _goose,
            ),
        ),
        "Or run `goose configure` and add a remote extension (Streamable HTTP) with that address.",
    ),
)
