"""Every file for agents that a corpus alone decides."""

from __future__ import annotations

import json
import re
from hashlib import sha256

import pytest

from becivic.manual.manual import packaged_manual
from becivic.site.agents.llms import FULL_ADDRESS
from becivic.site.agents.manifest import MCP
from becivic.site.agents.surfaces import CorpusSurfaces
from becivic.site.book import Book
from becivic.store.store import Store
from tests.factories.grounds import AT, grounds
from tests.factories.intake import service
from tests.requirement import requirement

HERE = "http://becivic.test"


def test_every_file_has_an_address_of_its_own_and_says_what_it_is() -> None:
    made = list(CorpusSurfaces(grounds()).values())
    addresses = [each.address for each in made]
    assert len(set(addresses)) == len(addresses)
    assert {
        "/agents/manifest.json",
        "/agents/triggers.json",
        "/llms.txt",
        "/robots.txt",
        "/.well-known/api-catalog",
        "/.well-known/agent-skills/index.json",
        "/.well-known/agent-skills/becivic/SKILL.md",
    } <= {*addresses}
    assert all(each.body.endswith(b"\n") and each.media_type for each in made)


def test_a_file_is_found_without_being_made_and_what_is_none_is_not_found() -> None:
    found = CorpusSurfaces(grounds())
    assert "/agents/manifest.json" in found
    assert "/.well-known/agent-skills/becivic/SKILL.md" in found
    assert "/.well-known/agent-skills/nothing/SKILL.md" not in found
    assert len(found) == len(list(found)) == len(list(CorpusSurfaces(grounds()).values()))
    with pytest.raises(KeyError):
        found["/agents"]


def test_what_speaks_of_everything_is_made_once() -> None:
    found = CorpusSurfaces(grounds())
    assert found["/llms.txt"] is found["/llms.txt"]


def test_what_is_json_can_be_read_and_the_same_grounds_give_the_same_bytes() -> None:
    made = list(CorpusSurfaces(grounds()).values())
    assert made == list(CorpusSurfaces(grounds()).values())
    assert all(json.loads(each.body) for each in made if "json" in each.media_type)


@requirement("R-SITE-05", "R-AGT-04")
def test_what_is_served_is_what_is_made_and_where_it_leads_there_is_something(sqlite_store: Store) -> None:
    running = service(sqlite_store)
    book = Book(running.library.edition.corpus, HERE, AT, manual=packaged_manual())
    listed = running.ask("GET", "/.well-known/agent-skills/index.json").json()["skills"][0]
    package = running.ask("GET", listed["url"].removeprefix(HERE))
    assert listed["digest"] == f"sha256:{sha256(package.content).hexdigest()}"
    links = running.ask("GET", "/agents/manifest.json").json()["links"]
    assert links["mcp"] == MCP
    named = [*links.pop("submit").values(), *links.values()]
    beside = {*book.addresses, FULL_ADDRESS, MCP}  # the tools are not for GET
    files = [address for address in named if address not in beside]
    assert {address: running.ask("GET", address).status_code for address in files} == dict.fromkeys(
        files, 200
    )
    told = re.findall(rf"\]\({HERE}([^)]*)/index\.md\)", running.ask("GET", "/llms.txt").text)
    assert len(told) > 50
    assert {*(address or "/" for address in told)} <= book.addresses
