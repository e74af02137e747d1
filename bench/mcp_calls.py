"""Calls of the tools that read, as clients of both eras of the protocol send them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

MODERN, OLDER = "2026-07-28", "2025-11-25"


class Call(NamedTuple):
    name: str
    tool: str
    arguments: Mapping[str, Any]


CALLS: Final = (
    Call("find_skill", "find_skill", {"query": "my residence card expires next month"}),
    Call("read_skill, short", "read_skill", {"id": "meta-no-skill-fallback"}),
    Call("read_skill, long", "read_skill", {"id": "nationality-application"}),
    Call("get_skill_graph", "get_skill_graph", {}),
    Call("get_path_directory, all", "get_path_directory", {}),
    Call("get_path_directory, one", "get_path_directory", {"path_id": "address-lookup-best"}),
    Call("get_skill_observations", "get_skill_observations", {"skill_id": "nationality-application"}),
    Call("search_corpus", "search_corpus", {"query": "birth certificate"}),
    Call("get_current_status", "get_current_status", {}),
    Call("get_onboarding_form", "get_onboarding_form", {"skill_id": "nationality-application", "locale": "fr"}),
)  # fmt: skip
"""Every tool that reads; the bare server is asked for the first."""


def request(port: int, version: str, call: Call, *headers: str) -> bytes:
    """A call as a client of that era sends it; in the newer one headers say what is in the body."""
    said = ["content-type: application/json", "accept: application/json, text/event-stream"]
    said += [f"mcp-protocol-version: {version}", *headers]
    if version == MODERN:
        said += ["mcp-method: tools/call", f"mcp-name: {call.tool}"]
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters(version, call)}
    body = json.dumps(message).encode()
    head = [f"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:{port}", *said, f"content-length: {len(body)}"]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def parameters(version: str, call: Call | None = None) -> dict[str, Any]:
    """Of a request; in the newer era every one says who sends it."""
    told: dict[str, Any] = {"name": call.tool, "arguments": dict(call.arguments)} if call else {}
    if version == MODERN:
        told["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    return told
