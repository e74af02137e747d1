"""Whether a submitter gave out a uid, which only the service does (schemas 6.11; R-DRF-04; C-21).

The author of a commit says nothing here, for the bot commits what agents wrote. What counts is what the body cited
before: a uid it did not have, or one that is bound to another name or address now, was written by hand.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from becivic.corpus.seed import PREFIX_OF_TAG
from becivic.corpus.tokens import Kind, Token, tokenize
from becivic.rules.identifiers import matches

_TAGS: Final = (Kind.OPEN, Kind.VOID)


class _Binding(NamedTuple):
    """A uid and what a tag says it stands for. A bracket says nothing but the uid."""

    uid: str
    tag: str = ""
    name: str = ""
    url: str = ""


def minted_by_submitter(old_body: str | None, new_body: str) -> bool:
    """Whether the new body holds a uid that the old one did not bind in the same way. A draft has no old body."""
    return not _bindings(new_body) <= (_bindings(old_body) if old_body is not None else set())


def _bindings(body: str) -> set[_Binding]:
    """Every uid a body cites, tags that are never closed and attributes that stand twice included."""
    tokens, _ = tokenize(body)
    found: set[_Binding] = set()
    for token in tokens:
        if token.kind is Kind.BRACKET:
            found.update(_of_bracket(token))
        elif token.kind in _TAGS and token.name in PREFIX_OF_TAG:
            found.update(_of_tag(token))
    return found | {_Binding(each.uid) for each in found}


def _of_bracket(token: Token) -> list[_Binding]:
    is_uid = any(matches(prefix.pattern, token.name) for prefix in PREFIX_OF_TAG.values())
    return [_Binding(token.name)] if is_uid else []


def _of_tag(token: Token) -> list[_Binding]:
    said = {each.name: each.value for each in reversed(token.attributes)}  # of two alike the first is read
    name, url = said.get("name", ""), said.get("url", "")
    return [
        _Binding(each.value, token.name, name, url)
        for each in token.attributes
        if each.name == "uid" and each.value
    ]
