"""A server with another public address names becivic.be nowhere: pages, answers, files, tools, commits, the harness.

Only `$id` and `$ref` of schemas may: they are names, and nobody's address (design 7.16).
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import httpx
import pygit2
import pytest
from tools.harness_app import SERVER_FILE, members, packed

from becivic_harness.ics import uid_of
from becivic_harness.wire import Unreachable, get
from tests.factories.harness import machine
from tests.factories.servers import Serving, serving

PUBLIC: Final = "https://civic.example.org"
NAMES: Final = re.compile(
    r'\\?"\$(?:id|ref|schema)\\?"\s*:\s*\\?"https://becivic\.be/schemas/[a-z-]+\.schema\.json[^"\\]*\\?"'
)
"""In JSON, and in JSON that stands in a text."""
STRAY: Final = re.compile(r"becivic\.be(?![a-z0-9-])", re.IGNORECASE)
FILES: Final = (
    "/llms.txt", "/llms-full.txt", "/sitemap.xml", "/robots.txt", "/feed.atom", "/.well-known/security.txt",
    "/agents/manifest.json", "/agents/triggers.json", "/scrub-rules.json", "/communes.json", "/paths/index.json",
    "/.well-known/agent-skills/index.json", "/api/openapi.json", "/api/docs", "/api/health", "/api/skill-graph", "/api/paths",
    "/api/concerns", "/api/volatile-values?limit=200", "/api/references?limit=200", "/api/search?q=card", "/search?q=card",
    "/api/onboarding-form", "/metrics", "/schemas/index.json", "/nowhere", "/api/nowhere", "/activity", "/docs/connect",
    "/agents/install", "/agents", "/", "/skills/", "/paths/", "/docs/privacy", "/docs/submission-contract-v2",
)  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[Serving]:
    with serving(home, env={"BECIVIC_PUBLIC_URL": PUBLIC, "BECIVIC_PROBES": "off"}) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"host": "civic.example.org"}, timeout=60) as opened:
        yield opened


def stray(text: str) -> list[str]:
    """Where it names becivic.be and not as the name of a schema."""
    left = NAMES.sub("", text)
    return [left[max(0, found.start() - 60) : found.end() + 20] for found in STRAY.finditer(left)]


def addresses(client: httpx.Client) -> list[str]:
    """Every page of the sitemap, every skill and path, and the files for agents, each in every form it has."""
    pages = [
        "".join(each.itertext())
        for each in ET.fromstring(client.get("/sitemap.xml").text).iter()
        if each.tag.endswith("}loc")
    ]
    assert all(page.startswith(PUBLIC) for page in pages)
    own = [page.removeprefix(PUBLIC) or "/" for page in pages]
    skills = client.get("/agents/triggers.json").json()
    named = sorted(set(re.findall(r"/(?:skills|paths)/[a-z0-9-]+", json.dumps(skills))))
    forms = [f"{page.rstrip('/')}/index.md" for page in (*own, *named) if "?" not in page]
    told = [f"/api{page}" for page in named] + [f"{page}?format=json" for page in named]
    packages = [each["url"].removeprefix(PUBLIC) for each in client.get(FILES[11]).json()["skills"]]
    schemas = re.findall(r"/schemas/[a-z-]+\.schema\.json", client.get("/schemas/index.json").text)
    return list(dict.fromkeys([*FILES, *own, *named, *forms, *told, *packages, *schemas]))


def test_no_page_answer_or_download_names_another_address(client: httpx.Client) -> None:
    asked = addresses(client)
    assert len(asked) > 200
    found: dict[str, list[str]] = {}
    for address in asked:
        for accept in ("text/html", "*/*"):
            answer = client.get(address, headers={"accept": accept})
            assert answer.status_code < 500, address
            if places := stray(answer.text) + stray(str(answer.headers)):
                found[f"{address} ({accept})"] = places
    assert found == {}


def test_the_sentence_to_paste_and_the_contract_name_this_server(client: httpx.Client) -> None:
    for address in ("/", "/agents", "/agents/install"):
        for text in (client.get(address).text, client.get(f"{address.rstrip('/')}/index.md").text):
            assert f"Read {PUBLIC}/agents and follow" in text, address
    assert f"STAGING_URL = {PUBLIC}/api" in client.get("/docs/submission-contract-v2/index.md").text


def call(client: httpx.Client, method: str, params: dict[str, Any] | None = None) -> str:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
    headers = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}
    answer = client.post("/mcp", json=body, headers=headers)
    assert answer.status_code == 200, (method, answer.text)
    return answer.text


def test_no_tool_prompt_or_resource_names_another_address(client: httpx.Client) -> None:
    told = [call(client, f"{kind}/list") for kind in ("tools", "prompts", "resources")]
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    told.append(call(client, "initialize", hello))
    told += [
        call(client, "tools/call", {"name": name, "arguments": arguments})
        for name, arguments in (
            ("read_skill", {"id": "becivic"}), ("find_skill", {"query": "nationality"}), ("get_path_directory", {}),
            ("get_current_status", {}), ("search_corpus", {"query": "contract"}), ("get_skill_graph", {}),
            ("get_onboarding_form", {"id": "nationality-application"}),
        )
    ]  # fmt: skip
    for uri in re.findall(r"becivic://[a-z0-9/_.-]+|skill://[a-z0-9/_.-]+", told[2]):
        told.append(call(client, "resources/read", {"uri": uri}))
    assert [place for text in told for place in stray(text)] == []
    assert len(told) > 20


def test_commits_of_the_home_are_signed_by_no_mailbox_of_anybody(home: Path, server: Serving) -> None:
    assert server.url
    repository = pygit2.Repository(str(home / "corpus.git"))
    for commit in repository.walk(repository.head.target):
        for hand in (commit.author, commit.committer):
            assert hand.email is not None
            assert stray(hand.email) == []
        assert stray(commit.message) == []


def test_no_file_of_the_harness_names_a_server() -> None:
    texts = {
        name: content.decode("utf-8", "replace") for name, content in members() if not name.endswith(".pyc")
    }
    assert {name: found for name, text in texts.items() if (found := stray(text))} == {}
    assert SERVER_FILE not in texts
    assert stray(uid_of("deadline", "a")) == []


def test_a_harness_speaks_to_the_server_it_was_packed_with_and_to_no_other(tmp_path: Path) -> None:
    app = tmp_path / "becivic-harness.pyz"
    said = {}
    for server in ("", PUBLIC):
        app.write_bytes(packed(server))
        code = f"import sys; sys.path.insert(0, {str(app)!r}); from becivic_harness.here import packed_server; print(packed_server())"
        done = subprocess.run(["python3", "-I", "-c", code], capture_output=True, text=True, check=True)
        said[server] = done.stdout.strip()
    assert said == {"": "", PUBLIC: PUBLIC}


def test_without_a_server_nothing_is_asked_and_the_remedy_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="--api URL, or set BECIVIC_API"):
        get(machine(tmp_path, api=""), "/api/skill-graph")


@pytest.mark.parametrize("name", ["server.json", "plugin/.mcp.json"])
def test_files_of_the_repository_leave_the_address_to_whoever_uses_them(name: str) -> None:
    assert stray((Path(__file__).parents[1] / name).read_text(encoding="utf-8")) == []
