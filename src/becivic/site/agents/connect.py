"""The part of `/docs/connect` that the table of hosts writes: for each host what to paste, with the address of this server.

The words around it are the corpus's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.rendering.slugs import Slugs
from becivic.site.agents.hosts.all_hosts import HOSTS
from becivic.site.agents.hosts.host import Form, Host, Kind
from becivic.site.agents.mcp_server import COMMAND, McpServer

ADDRESS: Final = "/docs/connect"

FIND: Final = "Find your assistant"
OTHERS: Final = "Any other assistant"


def below(address: str, public_url: str) -> str:
    """What belongs below the prose of the page at an address: nothing, but for the page about connecting."""
    return "\n".join(_told(McpServer(public_url))) if address == ADDRESS else ""


def _told(server: McpServer) -> Iterator[str]:
    yield from _list()
    for kind in Kind:
        yield from (f"## {kind.value}", "")
        for host in HOSTS:
            if host.kind is kind:
                yield from _section(host, server)
    yield from _others(server)


def _list() -> Iterator[str]:
    """Every host with a link to its section, so that nobody has to read about the others."""
    slugs = Slugs()
    yield from (f"## {FIND}", "")
    yield "By its address nothing has to be installed. By a command, the program `becivic` runs on your machine: install it from its"
    yield "repository (`make install`), and where an assistant does not find it, write its whole path, such as `…/.venv/bin/becivic`."
    yield from ("", "| assistant | connects by |", "|---|---|")
    for host in HOSTS:
        yield f"| [{host.name}](#{slugs.of(host.name)}) | {' or '.join(host.ways)} |"
    yield f"| [{OTHERS}](#{slugs.of(OTHERS)}) | address or command |"
    yield ""


def _section(host: Host, server: McpServer) -> Iterator[str]:
    yield from (f"### {host.name}", "")
    for snippet in host.snippets:
        yield from (snippet.where, "")
        yield from _fence(snippet.form, snippet.make(server))
    if host.afterwards:
        yield from (host.afterwards, "")


def _others(server: McpServer) -> Iterator[str]:
    yield from (f"## {OTHERS}", "")
    yield "Look in its settings for MCP, connectors or tools. It speaks Streamable HTTP without sign-in at this address:"
    yield ""
    yield from _fence(Form.FIELD, server.url)
    yield "A host that only starts programs starts this one, which asks the same server; without `--api` it reads a library"
    yield "on your own machine:"
    yield ""
    yield from _fence(Form.COMMAND, " ".join([COMMAND, *server.arguments]))
    yield "To see the tools without an assistant, ask for them with the inspector of the protocol:"
    yield ""
    yield from _fence(
        Form.COMMAND,
        f"npx @modelcontextprotocol/inspector --cli {server.url} --transport http --method tools/list",
    )


def _fence(form: Form, text: str) -> Iterator[str]:
    yield from (f"```{form.value}", text, "```", "")
