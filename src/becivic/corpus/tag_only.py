"""Whether two bodies differ in tag form alone (lifecycle 10.1 rule 14; R-TAG-23; C-05).

Only the form of a citation may change: a bracket becomes a `<Ref>`, empty children are filled, attributes
of `<VV>` and `<Ref>` follow the catalogue. Everything else is content, the other tags included.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final, NamedTuple

from becivic.corpus.body import Body, Element
from becivic.corpus.tokens import Kind, Token
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.tags import Tag

_REF: Final = Tag.REF.value
_CITING: Final = (Tag.VV.value, Tag.REF.value)
_TAGS: Final = (Kind.OPEN, Kind.VOID)


class _Citation(NamedTuple):
    """A volatile value or reference, whatever form it is cited in. A bracket has no label."""

    kind: str
    name: str
    uid: str
    label: str


def tag_only(before: Body, after: Body) -> bool:
    """Whether nothing but the form of citations differs. Equal bodies differ in nothing."""
    if before.text == after.text:
        return True
    texts_before, cited_before = _read(before)
    texts_after, cited_after = _read(after)
    return texts_before == texts_after and all(
        _same(old, new) for old, new in zip(cited_before, cited_after, strict=True)
    )


def _read(body: Body) -> tuple[list[str], list[_Citation]]:
    """The citations of a body, and the text before, between and after them: always one stretch more."""
    tags = {element.start: element for element in body.citations}
    known = _references(body)
    texts: list[str] = []
    cited: list[_Citation] = []
    position = 0
    for token in body.tokens:
        if token.start < position:
            continue  # inside a label
        element = tags.get(token.start)
        if element is None and token.kind is not Kind.BRACKET:
            continue
        texts.append(body.text[position : token.start])
        cited.append(_from_tag(element, _label(body, element)) if element else _from_bracket(token, known))
        position = element.end if element else token.end
    texts.append(body.text[position:])
    return texts, cited


def _references(body: Body) -> dict[str, _Citation]:
    """The references a body cites by tag, under name and uid."""
    known: dict[str, _Citation] = {}
    for element in body.named(Tag.REF):
        citation = _from_tag(element, "")
        for key in (citation.name, citation.uid):
            known.setdefault(key, citation)
    return known


def _from_tag(element: Element, label: str) -> _Citation:
    return _Citation(element.name, element.get("name") or "", element.get("uid") or "", label)


def _label(body: Body, element: Element) -> str:
    """What a citation wraps, tags inside it included."""
    if element.close is None or not body.inner(element).strip():
        return ""
    first = bisect_left(body.tokens, element.open.end, key=_start)
    last = bisect_left(body.tokens, element.close.start, key=_start)
    return "".join(_worded(body, token) for token in body.tokens[first:last])


def _start(token: Token) -> int:
    return token.start


def _worded(body: Body, token: Token) -> str:
    """As it is written; but the uid of a citation that has a name is form, as it is outside."""
    written = body.text[token.start : token.end]
    values = {each.name: each.value for each in token.attributes}
    if token.kind not in _TAGS or token.name not in _CITING or not values.get("name"):
        return written
    return f"<{token.kind.value} {token.name} {sorted((key, value) for key, value in values.items() if key != 'uid')}>"


def _from_bracket(token: Token, known: dict[str, _Citation]) -> _Citation:
    if (citation := known.get(token.name)) is not None:
        return citation
    if matches(UidPrefix.REFERENCE.pattern, token.name):
        return _Citation(_REF, "", token.name, "")
    return _Citation(_REF, token.name, "", "")


def _same(old: _Citation, new: _Citation) -> bool:
    """The uid decides where both have one, so that a rename is no change of content; else the name does."""
    same_target = old.uid == new.uid if old.uid and new.uid else old.name == new.name
    labels_agree = old.label == new.label or not old.label or not new.label
    return old.kind == new.kind and same_target and labels_agree
