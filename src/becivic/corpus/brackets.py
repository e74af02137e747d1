"""What a bracket `[name]` or `[ref-00001]` cites again (schemas 6.10; R-TAG-11)."""

from __future__ import annotations

from becivic.corpus.body import Body
from becivic.corpus.seed import Catalogue
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.tags import Tag


def first_references(body: Body, catalogue: Catalogue) -> dict[str, int]:
    """Where each reference is first cited by a `<Ref>`, under its name and its uid alike."""
    first: dict[str, int] = {}
    for element in body.named(Tag.REF):
        start = element.start
        if name := element.get("name"):
            first.setdefault(name, start)
            if row := catalogue.named(UidPrefix.REFERENCE, name):
                first.setdefault(row.uid, start)
        if uid := element.get("uid"):
            first.setdefault(uid, start)
            if row := catalogue.row(uid):
                first.setdefault(row.name, start)
    return first


def is_reference(key: str, catalogue: Catalogue) -> bool:
    """Whether a bracket can only mean a reference: it has the shape of a uid, or the catalogue has the name."""
    return matches(UidPrefix.REFERENCE.pattern, key) or catalogue.named(UidPrefix.REFERENCE, key) is not None
