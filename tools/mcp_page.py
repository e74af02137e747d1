"""docs/mcp.md: every tool, resource and prompt, written from the tables that the server lists them from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic.mcp.catalogue import ALSO_CALLED, tools
from becivic.mcp.prompts import PROMPTS
from becivic.mcp.resources import TEMPLATES
from becivic.mcp.tool import Nature, Tool

PAGE: Final = "docs/mcp.md"
_SERVER: Final = "http://127.0.0.1:8000/mcp"
_EXAMPLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "find_skill": {"query": "mijn verblijfskaart is bijna vervallen"},
    "read_skill": {"id": "residence-card-renewal"},
    "get_skill_graph": {},
    "get_path_directory": {"path_id": "household-composition"},
    "get_skill_observations": {"id": "nationality-application"},
    "search_corpus": {"query": "household composition"},
    "get_current_status": {},
    "get_onboarding_form": {"skill_id": "nationality-application"},
}
_NATURES: Final = {
    Nature.READ: "Reads; changes nothing.",
    Nature.SEND: "Sends something, once however often it is called with the same id. A host should ask its person first.",
    Nature.TAKE_BACK: "Takes something back. A host should ask its person first.",
}


def page() -> str:
    lines = [*_head()]
    for tool in tools().values():
        lines += [*_tool(tool)]
    return "\n".join([*lines, *_resources(), *_prompts()])


def _head() -> Iterator[str]:
    yield "# The tools"
    yield ""
    yield "<!-- Written by `make format` from the tables of the server. -->"
    yield ""
    yield "A service speaks the Model Context Protocol at `/mcp`, over streamable HTTP, without an account or a key; `becivic mcp` speaks it over stdin and"
    yield "stdout. [Connect](../corpus/docs/connect.mdx) has what to paste into the usual hosts. Every answer is text for a model and the same as data, and names its"
    yield "commit, status, day and licence."
    yield ""
    names = ", ".join(f"`{name}` is `{called}`" for name, called in ALSO_CALLED.items())
    yield f"Names that are answered and not listed: {names}."
    yield ""


def _tool(tool: Tool) -> Iterator[str]:
    yield from (f"## `{tool.name}`", "", f"**{tool.title}.** {tool.about}", "", _NATURES[tool.nature], "")
    hints = ", ".join(f"`{name}: {json.dumps(value)}`" for name, value in tool.nature.annotations.items())
    yield from (f"Annotations: {hints}.", "")
    if tool.properties:
        yield from ("| takes | form | what it says |", "|---|---|---|")
        for name, schema in tool.properties.items():
            need = ", required" if name in tool.required else ""
            yield f"| `{name}` | {_form(schema)}{need} | {_cell(schema.get('description', ''))} |"
        yield ""
    given = tool.output.get("properties", {})
    if given:
        listed = ", ".join(f"`{name}`" for name in given)
        yield from (f"Gives {listed}; or `error` and `detail`.", "")
    if tool.name in _EXAMPLES:
        yield from ("```sh", _call(tool.name, _EXAMPLES[tool.name]), "```", "")


def _call(name: str, arguments: Mapping[str, Any]) -> str:
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }
    body = json.dumps(asked, separators=(",", ":"))
    return f"curl -s -H \"content-type: application/json\" -d '{body}' {_SERVER}"


def _form(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return " \\| ".join(f"`{each}`" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_form(schema.get('items', {}))}"
    return str(schema.get("type", "any"))


def _resources() -> Iterator[str]:
    yield from ("## Resources", "", "| address | what it is | type |", "|---|---|---|")
    for each in TEMPLATES:
        yield f"| `{each.address}` | {_cell(each.about)} | `{each.media_type}` |"
    yield ""


def _prompts() -> Iterator[str]:
    yield from ("## Prompts", "", "| prompt | what it does | arguments |", "|---|---|---|")
    for each in PROMPTS.values():
        arguments = ", ".join(f"`{argument.name}`" for argument in each.arguments)
        yield f"| `{each.name}` | {_cell(each.about)} | {arguments} |"
    yield ""


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
