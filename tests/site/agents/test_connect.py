"""What people paste to connect their assistants: it is what it says it is, and it leads here."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from ruamel.yaml import YAML

from becivic.site.agents.connect import OTHERS, below
from becivic.site.agents.hosts.all_hosts import HOSTS
from becivic.site.agents.hosts.host import Form, Host, Kind, Way
from becivic.site.agents.mcp_server import McpServer
from becivic.site.book import Book
from tests.factories.grounds import AT, URL, packaged
from tests.factories.site_pages import Shown, markdown_of

ADDRESS = "/docs/connect"
SERVER = McpServer(URL)
PAGE = Book(packaged(), URL, AT).fixed[ADDRESS]
SNIPPETS = [
    pytest.param(snippet.form, snippet.make(SERVER), id=f"{host.name}, {snippet.form}")
    for host in HOSTS
    for snippet in host.snippets
]


def yaml(text: str) -> Any:
    return YAML(typ="safe").load(StringIO(text))


READ: dict[Form, Callable[[str], Any]] = {
    Form.JSON: json.loads,
    Form.TOML: tomllib.loads,
    Form.YAML: yaml,
    Form.COMMAND: shlex.split,
    Form.FIELD: str,
}


def leaves(value: object) -> set[object]:
    """Everything in it that is no collection."""
    if isinstance(value, dict):
        return {each for below in value.values() for each in leaves(below)}
    if isinstance(value, list):
        return {each for below in value for each in leaves(below)}
    return {value}


@pytest.mark.parametrize(("form", "text"), SNIPPETS)
def test_a_snippet_is_what_it_says_and_leads_to_this_server(form: Form, text: str) -> None:
    said = leaves(READ[form](text))
    by_address = any(f"{URL}/mcp" in str(each) for each in said)
    by_command = {"becivic", "mcp", "--api", URL} <= said
    assert by_address or by_command


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_a_host_is_shown_every_way_that_is_said_of_it(host: Host) -> None:
    texts = [snippet.make(SERVER) for snippet in host.snippets]
    ways = {Way.HTTP if f"{URL}/mcp" in text else Way.STDIO for text in texts}
    assert ways == set(host.ways)
    assert all(snippet.where.endswith(":") for snippet in host.snippets)


def test_the_usual_hosts_are_there_once_each() -> None:
    names = [host.name for host in HOSTS]
    assert len(names) == len(set(names))
    for usual in (
        "Claude Code", "Claude Desktop", "Claude on the web", "ChatGPT", "Le Chat", "LM Studio", "goose", "Cursor",
        "Visual Studio Code", "Windsurf", "Zed", "JetBrains", "Junie", "Cline", "Continue", "Codex", "Gemini CLI", "OpenCode",
    ):  # fmt: skip
        assert [name for name in names if usual in name], usual


def test_what_a_host_expects_is_where_it_looks_for_it() -> None:
    """The members that differ between hosts: a snippet of one does nothing in another."""
    said = {host.name: [READ[each.form](each.make(SERVER)) for each in host.snippets] for host in HOSTS}
    url = f"{URL}/mcp"
    assert said["Claude Code"] == [
        ["claude", "mcp", "add", "--transport", "http", "becivic", url],
        {"mcpServers": {"becivic": {"type": "http", "url": url}}},
    ]
    assert said["Cursor"] == [{"mcpServers": {"becivic": {"url": url}}}]
    assert said["Windsurf (Devin Desktop)"] == [{"mcpServers": {"becivic": {"serverUrl": url}}}]
    assert said["Zed"] == [{"context_servers": {"becivic": {"url": url}}}]
    assert said["Gemini CLI"][1] == {"mcpServers": {"becivic": {"httpUrl": url}}}
    assert said["Codex"][1] == {"mcp_servers": {"becivic": {"url": url}}}
    assert said["Cline"] == [{"mcpServers": {"becivic": {"type": "streamableHttp", "url": url}}}]
    assert said["goose"][0]["extensions"]["becivic"]["uri"] == url
    assert said["Continue"][0]["mcpServers"] == [{"name": "becivic", "type": "streamable-http", "url": url}]
    assert said["OpenCode"] == [{"mcp": {"servers": {"becivic": {"type": "remote", "url": url}}}}]
    code, *_, entry = said["Visual Studio Code"][0]
    assert (code, json.loads(entry)) == ("code", {"name": "becivic", "type": "http", "url": url})
    assert said["Visual Studio Code"][1] == {"servers": {"becivic": {"type": "http", "url": url}}}


def test_an_odd_address_breaks_no_command() -> None:
    odd = McpServer("http://[::1]:8000/a b")
    for host in HOSTS:
        for snippet in host.snippets:
            if snippet.form is Form.COMMAND:
                assert any(odd.url in word for word in shlex.split(snippet.make(odd)))


def test_the_page_shows_every_host_under_its_heading_and_in_its_list() -> None:
    shown, written = Shown(PAGE), markdown_of(PAGE)
    titles = {
        each.attrib["id"]: "".join(each.itertext()) for level in ("h2", "h3") for each in shown.all(level)
    }
    listed = {address.removeprefix("#"): name for address, name in shown.links(within="article").items()}
    for name in [*(host.name for host in HOSTS), OTHERS]:
        (place,) = (each for each, title in titles.items() if title == name)
        assert listed[place] == name
        assert re.search(rf"^##+ {re.escape(name)}$", written, re.MULTILINE)
    assert {kind.value for kind in Kind} <= set(titles.values())


def test_both_forms_of_the_page_hold_what_is_pasted() -> None:
    shown, written = Shown(PAGE), markdown_of(PAGE)
    blocks = ["".join(each.itertext()).strip() for each in shown.all("pre")]
    for host in HOSTS:
        for snippet in host.snippets:
            text = snippet.make(SERVER)
            assert text in blocks
            assert f"```{snippet.form.value}\n{text}\n```" in written
    assert f"becivic mcp --api {URL}" in blocks


def test_the_page_says_what_people_who_are_no_programmers_need() -> None:
    shown = Shown(PAGE)
    said = shown.text("article")
    for words in (
        "What to click:",
        "What you get:",
        "What is sent:",
        "24 hours",
        "register my address in Belgium",
    ):
        assert words in said
    for trouble in ("421", "403", "405", "429"):
        assert trouble in said
    assert "#find-your-assistant" in shown.links()


def test_only_the_page_about_connecting_has_something_below_its_prose() -> None:
    assert below(ADDRESS, URL)
    for address in ("/docs/privacy", "/agents/install", "/docs/connect/", "/fr/docs/connect"):
        assert below(address, URL) == ""


def test_no_package_index_is_named() -> None:
    assert not re.search(r"pypi|npmjs|index[-_]url", markdown_of(PAGE), re.IGNORECASE)
