"""What a bracket `[name]` or `[ref-00001]` cites again (schemas 6.10; R-TAG-11)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.body import Body, Element
from becivic.corpus.seed import Catalogue
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.tags import Tag


def first_references(body: Body, catalogue: Catalogue) -> dict[str, int]:
    """Where each reference is first cited by a `<Ref>`, under its name and its uid alike."""
    first: dict[str, int] = {}
    for element in body.named(Tag.REF):
        for key in _keys(element, catalogue):
            first.setdefault(key, element.start)
    return first


def is_reference(key: str, catalogue: Catalogue) -> bool:
    """Whether a bracket can only mean a reference: it has the shape of a uid, or the catalogue has the name."""
    return matches(UidPrefix.REFERENCE.pattern, key) or catalogue.named(UidPrefix.REFERENCE, key) is not None


def _keys(element: Element, catalogue: Catalogue) -> Iterator[str]:
    name, uid = element.get("name"), element.get("uid")
    if name:
        yield name
        if row := catalogue.named(UidPrefix.REFERENCE, name):
            yield row.uid
    if uid:
        yield uid
        if row := catalogue.row(uid):
            yield row.name
