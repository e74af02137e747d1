"""Marks of texts that came by an anonymous amendment, in the files of the corpus (design 7.14; ADR 45).

A mark names the amendment and the moment of its merge. It lies beside the text, so it goes with the text through
every clone, export and rollback. Whether another address has confirmed it since is in the records: whoever serves a
text adds `confirmed`. A mark that cannot be read counts as unconfirmed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from becivic.corpus.fields import Fields
from becivic.rules.statuses import Status

REPORTED: Final = "reported"
CONFIRMED: Final = "confirmed"
_DIGITS: Final = 16
_PROMOTED: Final = (Status.BETA, Status.STABLE)

Mark = Mapping[str, Any]


def mark(submission_id: str, since: str) -> dict[str, Any]:
    return {"submission": submission_id, "since": since}


def with_mark(source: Mapping[str, Any], made: Mark) -> dict[str, Any]:
    """A source of a path, new or changed: the latest amendment is the one that nobody has confirmed."""
    return {**source, REPORTED: dict(made)}


def with_field_mark(fields: Mapping[str, Any], made: Mark, field_path: str) -> dict[str, Any]:
    """A skill or a path of which one field was set. Earlier marks of the same field are about another text."""
    narrowed = (
        _narrowed(each, "fields", [name for name in _texts(each, "fields") if name != field_path])
        for each in _marks(fields)
    )
    kept = [each for each in narrowed if each]
    return {**fields, REPORTED: [*kept, {**made, "fields": [field_path]}]}


def with_passage_mark(fields: Mapping[str, Any], made: Mark, before: str, after: str) -> dict[str, Any]:
    """A skill into whose body an amendment brought lines. Nothing is marked where it only took lines away."""
    now = set(_prints(after))
    brought = [each for each in dict.fromkeys(_prints(after)) if each not in set(_prints(before))]
    narrowed = (
        _narrowed(each, "passages", [name for name in _texts(each, "passages") if name in now])
        for each in _marks(fields)
    )
    kept = [each for each in narrowed if each]
    added = [{**made, "passages": brought}] if brought else []
    marks = [*kept, *added]
    besides = {name: value for name, value in fields.items() if name != REPORTED}
    return {**besides, REPORTED: marks} if marks else besides


def fingerprint(line: str) -> str:
    """Of a line of a body, without the blanks around it; empty where it has no letter and no digit."""
    bare = line.strip()
    if not any(sign.isalnum() for sign in bare):
        return ""
    return hashlib.sha256(bare.encode()).hexdigest()[:_DIGITS]


def unconfirmed(fields: Fields) -> list[Mark]:
    """The marks of a skill or a path that no other address has confirmed."""
    return [each for each in _marks(fields.data) if CONFIRMED not in each]


def unconfirmed_fields(fields: Fields) -> frozenset[str]:
    """The fields of a skill or a path that an unconfirmed amendment set, in dot notation."""
    return frozenset(name for each in unconfirmed(fields) for name in _texts(each, "fields"))


def unconfirmed_passages(fields: Fields) -> frozenset[str]:
    return frozenset(name for each in unconfirmed(fields) for name in _texts(each, "passages"))


def confirmed_fields(fields: Fields) -> Fields:
    """Without what an unconfirmed amendment set: for lists, feeds and metadata, which have no room for a label.

    Beta and stable confirm it too: an amendment leads to alpha, and only a promotion leads on from there.
    """
    if REPORTED not in fields or Status.read(fields.raw("status")) in _PROMOTED:
        return fields
    data = dict(fields.data)
    for name in unconfirmed_fields(fields):
        data = _without(data, name.split("."))
    return Fields(data, fields.pointer)


def is_unconfirmed(source: Fields) -> bool:
    """Whether a source came by, or was changed by, an amendment that no other address has confirmed."""
    found = source.raw(REPORTED)
    return REPORTED in source and not (isinstance(found, dict) and CONFIRMED in found)


def restated(fields: Mapping[str, Any], since: str) -> dict[str, Any]:
    """An earlier skill or path put back: votes of the time between were about another text."""
    found = dict(fields)
    if REPORTED in found:
        found[REPORTED] = [{**each, "since": since} for each in _marks(found)]
    if isinstance(found.get("sources"), list):
        found["sources"] = [_restated_source(each, since) for each in found["sources"]]
    return found


def _restated_source(source: Any, since: str) -> Any:  # noqa: ANN401  any JSON value
    if not isinstance(source, dict) or not isinstance(source.get(REPORTED), dict):
        return source
    return {**source, REPORTED: {**source[REPORTED], "since": since}}


def _without(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    first, *rest = names
    inner = data.get(first)
    besides = {name: value for name, value in data.items() if name != first}
    return {**besides, first: _without(inner, rest)} if rest and isinstance(inner, dict) else besides


def _marks(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = fields.get(REPORTED)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _texts(made: Mark, name: str) -> Sequence[str]:
    found = made.get(name)
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


def _prints(body: str) -> list[str]:
    return [each for each in map(fingerprint, body.split("\n")) if each]


def _narrowed(made: Mark, name: str, left: list[str]) -> dict[str, Any]:
    """The mark with what is left of one list; nothing where that was all it was about."""
    besides = {key: value for key, value in made.items() if key != name}
    told = {**besides, name: left} if left else besides
    return told if "fields" in told or "passages" in told else {}
