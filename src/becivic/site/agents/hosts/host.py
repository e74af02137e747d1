"""One host: where people meet it, how it reaches a server, and what they paste where.

What several hosts paste is made here; what is one host's own is made beside it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from becivic.site.agents.mcp_server import NAME, McpServer

Make = Callable[[McpServer], str]


class Form(StrEnum):
    """What a snippet is, as a fence names it."""

    JSON = "json"
    TOML = "toml"
    YAML = "yaml"
    COMMAND = "sh"
    FIELD = "text"
    """To be pasted into a field of a window."""


class Kind(StrEnum):
    """Where people meet a host; the heading that it stands under."""

    CHAT = "Chat assistants"
    EDITOR = "Editors"
    TERMINAL = "Assistants in a terminal"


class Way(StrEnum):
    """How a host reaches a server: over HTTP at its address, or through a program that it starts."""

    HTTP = "address"
    STDIO = "command"


@dataclass(frozen=True, slots=True)
class Snippet:
    where: str
    """Into which file, field or window it goes, in markdown, with a colon at its end."""
    form: Form
    make: Make


@dataclass(frozen=True, slots=True)
class Host:
    name: str
    kind: Kind
    ways: tuple[Way, ...]
    snippets: tuple[Snippet, ...]
    afterwards: str = ""
    """What is left to do, or good to know."""


def as_json(value: Callable[[McpServer], Any]) -> Make:
    return lambda server: json.dumps(value(server), indent=2)


def under_mcp_servers(member: str, **others: str) -> Make:
    """What most hosts share: `mcpServers`, our name, and the address in a member that they name each in their own way."""
    return as_json(lambda server: {"mcpServers": {NAME: {**others, member: server.url}}})


def field(where: str) -> Snippet:
    return Snippet(where, Form.FIELD, lambda server: server.url)


def command(text: str, where: str = "In a terminal:") -> Snippet:
    """`text` has `{name}` and `{url}` in it."""
    return Snippet(where, Form.COMMAND, lambda server: text.format(name=NAME, url=shlex.quote(server.url)))


STARTED: Final = as_json(lambda server: {"mcpServers": {NAME: server.started}})
"""For hosts that start programs."""
