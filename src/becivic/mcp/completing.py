"""Completes ids while somebody types: of resources by their template, of prompts by their argument."""

from __future__ import annotations

from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.mcp.prompts import PROMPTS
from becivic.mcp.resources import TEMPLATES, names

MOST: Final = 100
"""Values of an answer, by the protocol."""


def of_resource(corpus: Corpus, template: str, argument: str, typed: str) -> dict[str, Any]:
    """Only the name in an address is completed: what comes after it, nobody can guess."""
    found = (each for each in TEMPLATES if _head(each.address) == _head(template))
    kind = next((each.kind for each in found if each.variable.lstrip("+") == argument), "")
    return _offered(names(corpus, kind), typed)


def of_prompt(corpus: Corpus, prompt: str, argument: str, typed: str) -> dict[str, Any]:
    found = PROMPTS.get(prompt)
    kinds = [each.completes for each in found.arguments if each.name == argument] if found else []
    return _offered(names(corpus, "".join(kinds)), typed)


def _head(template: str) -> str:
    return template.partition("{")[0]


def _offered(found: list[str], typed: str) -> dict[str, Any]:
    """What begins with it first, then what holds it."""
    plain = typed.strip().lower()
    fitting = [each for each in found if plain in each]
    fitting.sort(key=lambda each: (not each.startswith(plain), each))
    return {"values": fitting[:MOST], "total": len(fitting), "hasMore": len(fitting) > MOST}
