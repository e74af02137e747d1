"""Which routes of the Path Directory a task asks for: a document, tool or desk that somebody names (architecture 24.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic_harness.known_by import Node
from becivic_harness.localised import in_language
from becivic_harness.matching import Match, matched
from becivic_harness.routed import Named
from becivic_harness.sayings import Sayings
from becivic_harness.word_stems import stem, tokens

_SURE: Final = 0.6
"""Less than this is a document that has to do with the matter, and not the one that was asked for."""
_SHOWN: Final = 3


def paths_for(
    task: str, paths: Mapping[str, Any], sayings: Sayings, *, by_name_alone: bool
) -> tuple[Named, ...]:
    """Those that are called by their name, best first. Where nothing else fits, what people say instead of the name counts too."""
    nodes = [_node(name, entry) for name, entry in paths.items() if isinstance(entry, Mapping)]
    found = [match for match in matched(task, nodes, sayings).ranked if match.score >= _SURE]
    called = [match for match in found if _is_called(match)]
    shown = called or ([] if by_name_alone else found)
    return tuple(
        Named(str(each.node["id"]), str(each.node["title"]), str(each.node["status"]))
        for each in shown[:_SHOWN]
    )


def _node(name: str, entry: Mapping[str, Any]) -> Node:
    """As a node of a graph is: found by its titles. Descriptions speak of too much else."""
    titles = entry.get("title")
    told = [str(each) for each in titles.values()] if isinstance(titles, Mapping) else []
    return {
        "id": name,
        "title": in_language(titles) or name,
        "tags": told,
        "status": str(entry.get("status") or ""),
    }


def _is_called(match: Match) -> bool:
    """Whether words of the task, as they were written, stand together in one of its titles."""
    units = [{stem(word) for word in tokens(text)} for text in (match.node["id"], *match.node["tags"])]
    written = [{stem(word) for word in tokens(why.asked)} for why in match.why]
    return any(words <= unit for words in written for unit in units)
