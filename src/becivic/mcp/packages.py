"""Every procedure as an Agent Skill over MCP (SEP-2640); the files are those of `/.well-known/agent-skills`: one package, two doors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from becivic.mcp.asking import Question
from becivic.mcp.package import FILE, Package
from becivic.mcp.visit import Visit
from becivic.rules.reading import PART_BYTES

ENTRIES: Final = 15
"""Of a page: each has a description of up to a thousand characters, twice."""

_FOLDER: Final = "/.well-known/agent-skills"


async def packages(visit: Visit) -> Mapping[str, Package]:
    """Every one by its address; one too long for an answer is read with read_skill instead. Made once for a commit."""
    kept = visit.house.packages
    if kept is not None and kept[0] is visit.corpus:
        return kept[1]
    corpus, found = visit.corpus, await _packages(visit)
    if found is None:
        return {}  # not to be had at the moment, and not remembered
    visit.house.packages = corpus, found
    return found


async def _packages(visit: Visit) -> dict[str, Package] | None:
    index = await visit.ask(Question(f"{_FOLDER}/index.json"))
    if not index.is_good:
        return None
    found: dict[str, Package] = {}
    for listed in index.json()["skills"]:
        name = str(listed["name"])
        file = await visit.ask(Question(f"{_FOLDER}/{name}/{FILE}", accept="text/markdown"))
        if not file.is_good:
            return None
        if len(file.body) <= 2 * PART_BYTES:
            package = Package(name, str(listed["description"]), file.body)
            found[package.uri] = package
    return found
