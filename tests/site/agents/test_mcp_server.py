"""The entry of the MCP registry and the plugin: what others read of the server before they have met it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest

from becivic import __version__
from becivic.site.agents.mcp_server import (
    PLUGIN_SERVER,
    McpServer,
    plugin_servers,
    registry_entry,
    registry_template,
)

ROOT = Path(__file__).resolve().parents[3]
HERE = McpServer("https://civic.example.org")

REGISTRY_RULES = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["$schema", "name", "description", "version", "remotes"],
    "additionalProperties": False,
    "properties": {
        "$schema": {
            "pattern": r"^https://static\.modelcontextprotocol\.io/schemas/[0-9]{4}-[0-9]{2}-[0-9]{2}/server\.schema\.json$"
        },
        "name": {"type": "string", "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "maxLength": 200},
        "title": {"type": "string", "minLength": 1, "maxLength": 100},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "version": {"type": "string", "pattern": r"^[0-9]+\.[0-9]+\.[0-9]+(?:[-+][0-9A-Za-z.-]+)?$"},
        "websiteUrl": {"type": "string", "pattern": "^https://"},
        "remotes": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["type", "url"],
                "additionalProperties": False,
                "properties": {
                    "type": {"enum": ["streamable-http", "sse"]},
                    "url": {"type": "string", "pattern": r"^https://[^\s{}]+$"},
                },
            },
        },
    },
}
"""What the registry asks of what we use, written from its documentation: its own schema is its own."""

rules = jsonschema_rs.validator_for(REGISTRY_RULES)


def test_the_entry_keeps_the_rules_of_the_registry() -> None:
    entry = registry_entry(HERE, __version__)
    assert [error.message for error in rules.iter_errors(entry)] == []
    assert entry["name"].startswith("be.becivic/"), (
        "the domain, backwards: whoever publishes it proves to own it"
    )
    assert entry["remotes"] == [{"type": "streamable-http", "url": "https://civic.example.org/mcp"}]


@pytest.mark.parametrize(
    "wrong",
    [
        {"description": "x" * 101},
        {"name": "becivic"},
        {"name": "be.becivic/be/civic"},
        {"version": "^0.1.0"},
        {"version": "latest"},
        {"remotes": [{"type": "streamable-http", "url": "http://civic.example.org/mcp"}]},
        {"packages": []},
    ],
    ids=str,
)
def test_the_rules_would_notice(wrong: dict[str, object]) -> None:
    assert not rules.is_valid({**registry_entry(HERE, __version__), **wrong})


def test_the_files_of_the_repository_say_the_same() -> None:
    written = {
        name: json.loads((ROOT / name).read_text("utf-8")) for name in ("server.json", "plugin/.mcp.json")
    }
    assert written == {
        "server.json": registry_template(__version__),
        "plugin/.mcp.json": plugin_servers(McpServer(PLUGIN_SERVER)),
    }
    assert written["plugin/.mcp.json"] == {
        "mcpServers": {"becivic": {"type": "http", "url": "${BECIVIC_API}/mcp"}}
    }


def test_the_entry_of_the_repository_names_no_server() -> None:
    entry = registry_template(__version__)
    assert "websiteUrl" not in entry
    (remote,) = entry["remotes"]
    assert remote["url"] == "https://{host}/mcp"
    assert remote["variables"]["host"]["isRequired"] is True
