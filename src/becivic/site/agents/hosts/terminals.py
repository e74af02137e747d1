"""Assistants that are spoken with in a terminal."""

from __future__ import annotations

import json
from typing import Final

from becivic.site.agents.hosts.host import Form, Host, Kind, Snippet, Way, as_json, command, under_mcp_servers
from becivic.site.agents.mcp_server import NAME, McpServer, plugin_servers


def _codex(server: McpServer) -> str:
    """Text in quotes is the same in JSON and in TOML."""
    return f"[mcp_servers.{NAME}]\nurl = {json.dumps(server.url)}"


TERMINALS: Final = (
    Host(
        "Claude Code",
        Kind.TERMINAL,
        (Way.HTTP,),
        (
            command("claude mcp add --transport http {name} {url}"),
            Snippet(
                "For everybody who works on a project, in `.mcp.json` beside it:",
                Form.JSON,
                as_json(plugin_servers),
            ),
        ),
        "With `--scope user` it is there in all your projects; `/mcp` says whether it is connected.",
    ),
    Host(
        "Codex",
        Kind.TERMINAL,
        (Way.HTTP,),
        (
            command("codex mcp add {name} --url {url}"),
            Snippet("Or in `~/.codex/config.toml`:", Form.TOML, _codex),
        ),
        "Its command line, its extension for editors and the desktop app read the same file.",
    ),
    Host(
        "Gemini CLI",
        Kind.TERMINAL,
        (Way.HTTP,),
        (
            command("gemini mcp add --scope user --transport http {name} {url}"),
            Snippet(
                "Or in `~/.gemini/settings.json`; the member is `httpUrl`, for `url` means an older transport:",
                Form.JSON,
                under_mcp_servers("httpUrl"),
            ),
        ),
    ),
    Host("Antigravity CLI", Kind.TERMINAL, (Way.HTTP,), (command("agy mcp add {name} {url}"),)),
    Host(
        "OpenCode",
        Kind.TERMINAL,
        (Way.HTTP,),
        (
            Snippet(
                "In `opencode.json` of a project, or `~/.config/opencode/opencode.json` for all:",
                Form.JSON,
                as_json(
                    lambda server: {"mcp": {"servers": {NAME: {"type": "remote", "url": server.url}}}},
                ),
            ),
        ),
        "Version 1 has no member `servers`: there, `becivic` stands directly in `mcp`.",
    ),
)
