"""Fills the uids of a body's citations and follows renames, in the tags alone (schemas 6.11; R-UID-03, R-UID-05).

Every other byte stays. What cannot be filled, or is bound in a way that the catalogue does not know, is left as it
is for the checks to refuse (rules 8 and 11).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from becivic.corpus.body import Body, Element
from becivic.corpus.seed import PREFIX_OF_TAG
from becivic.publishing.changes.refused import Unpublishable
from becivic.rules import caps
from becivic.rules.identifiers import CATALOGUE_NAME, UidPrefix, matches
from becivic.rules.publishing import Failure

Mint = Callable[[UidPrefix, str], str]
"""The uid of a name, looked up first and given out where there is none (R-UID-06). For a path the name is its id."""

NameOf = Callable[[str], str | None]
"""What the catalogue calls a uid now, or None for one that it never gave out."""

_ATTRIBUTE: Final = re.compile(r"""[A-Za-z_][A-Za-z0-9_-]*\s*=\s*("[^"]*"|'[^']*')""")


@dataclass(frozen=True, slots=True)
class CitedFirst:
    """A uid that a body cites and did not before, and what its tag says of it. It may have a row already."""

    prefix: UidPrefix
    uid: str
    name: str
    label: str
    url: str
    title: str = ""
    last_verified: str = ""


class Filled(NamedTuple):
    body: Body
    cited: tuple[CitedFirst, ...]


class _Edit(NamedTuple):
    start: int
    end: int
    text: str


class _Binding(NamedTuple):
    tag: str
    name: str
    uid: str


def filled(before: Body | None, text: str, mint: Mint, name_of: NameOf) -> Filled:
    """The body with every uid that the catalogue can give, and every name as it is now."""
    filling = _Filling(Body(text), before, mint, name_of)
    for element in filling.body.citations:
        filling.take(element)
    filling.follow_renames()
    body = Body(_spliced(text, filling.edits)) if filling.edits else filling.body
    return Filled(body, tuple(filling.cited.values()))


class _Filling:
    def __init__(self, body: Body, before: Body | None, mint: Mint, name_of: NameOf) -> None:
        self.body = body
        self.edits: list[_Edit] = []
        self.cited: dict[str, CitedFirst] = {}
        self._known = {_binding(each) for each in before.citations} if before is not None else set()
        self._known_uids = {each.uid for each in self._known}
        self._renamed: dict[str, str] = {}
        self._mint = mint
        self._name_of = cache(name_of)

    def take(self, element: Element) -> None:
        bound = _binding(element)
        prefix = PREFIX_OF_TAG[bound.tag]
        is_ours = bound in self._known
        if not bound.uid and _can_be_minted(element, bound.name):
            bound, is_ours = bound._replace(uid=self._mint(prefix, bound.name)), True
            self.edits.append(_with_uid(self.body.text, element, bound.uid))
        name = self._name_of(bound.uid) if matches(prefix.pattern, bound.uid) else None
        if name is None:
            return
        # Whoever binds a uid to a name that it never had is told so; only what was right once is put right.
        if is_ours and name != bound.name:
            self._rename(element, bound, name)
        if bound.uid not in self._known_uids:
            self.cited.setdefault(bound.uid, self._cited(element, prefix, bound.uid, name))

    def follow_renames(self) -> None:
        """A bracket cites again by name what a tag cites first."""
        for bracket in self.body.brackets:
            if bracket.name in self._renamed:
                self.edits.append(_Edit(bracket.start, bracket.end, f"[{self._renamed[bracket.name]}]"))

    def _rename(self, element: Element, bound: _Binding, name: str) -> None:
        start, end = _value(self.body.text, element, "name")
        self.edits.append(_Edit(start, end, f'"{name}"'))
        self._renamed[bound.name] = name

    def _cited(self, element: Element, prefix: UidPrefix, uid: str, name: str) -> CitedFirst:
        said = {key: element.get(key) or "" for key in ("url", "title", "last_verified")}
        return CitedFirst(prefix, uid, name, self.body.inner(element), **said)


def _binding(element: Element) -> _Binding:
    return _Binding(element.name, element.get("name") or "", element.get("uid") or "")


def _can_be_minted(element: Element, name: str) -> bool:
    if element.close is None or not matches(CATALOGUE_NAME, name):
        return False
    if len(name) > caps.CATALOGUE_NAME:
        raise Unpublishable(
            Failure.CHANGE_REFUSED, f"A tag's name is longer than {caps.CATALOGUE_NAME} characters."
        )
    return True


def _with_uid(text: str, element: Element, uid: str) -> _Edit:
    """In its place where it is empty, else right behind the name."""
    if element.get("uid") is not None:
        return _Edit(*_value(text, element, "uid"), f'"{uid}"')
    behind = _value(text, element, "name")[1]
    return _Edit(behind, behind, f' uid="{uid}"')


def _value(text: str, element: Element, attribute: str) -> tuple[int, int]:
    """Where the quoted value of an attribute stands that the tag is known to have."""
    found = _ATTRIBUTE.match(text, element.at(attribute))
    assert found is not None  # the tokenizer has read it
    return found.span(1)


def _spliced(text: str, edits: Iterable[_Edit]) -> str:
    for edit in sorted(edits, reverse=True):
        text = f"{text[: edit.start]}{edit.text}{text[edit.end :]}"
    return text
