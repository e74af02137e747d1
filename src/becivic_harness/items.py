"""Items on their way out: what the harness fills in by itself, and the form in which they are sent (privacy 8.3.0a).

An item says its `type`. What is true of all of a session's items is its header: said once in an envelope, and written
into an item so that it can be judged and kept alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Callable, Final, NamedTuple

from becivic_harness.ids import CHANCE_BYTES, new_id
from becivic_harness.moments import rfc3339
from becivic_harness.refusals import Refused
from becivic_harness.submission_rules import SubmissionKind, kinds, remedy, rules

TYPE: Final = "type"
VALIDATE: Final = "validate"
STAGE: Final = "stage"


class Header(NamedTuple):
    """What holds for everything that is sent at one moment of a session. Time and chance come from the caller."""

    session_id: str
    now: datetime
    submitting_agent: str
    declared_capabilities: tuple[str, ...]
    random: Callable[[int], bytes]
    submission_contract_version: str | None = None
    """The one that the harness speaks, unless said."""

    def fields(self) -> dict[str, Any]:
        return {
            "submitted_at": rfc3339(self.now),
            "submitting_agent": self.submitting_agent,
            "submission_contract_version": self.submission_contract_version or rules()["contract_version"],
            "declared_capabilities": list(self.declared_capabilities),
        }


def kind_of(item: Mapping[str, Any]) -> SubmissionKind:
    """Raises Refused where an item is of no type that can be sent."""
    named = item.get(TYPE)
    kind = kinds().get(named) if isinstance(named, str) else None
    if kind is None:
        detail = f"The field `{TYPE}` must be one of: {', '.join(kinds())}."
        raise Refused("schema_fail", detail, remedy("schema_fail"), schema_pointer=f"/{TYPE}")
    return kind


def completed(item: dict[str, Any], header: Header) -> dict[str, Any]:
    """The item with everything that the harness knows better than whoever wrote it; raises Refused.

    An id stays what it is: by it the server knows a retry. So does the contract that an item was written under. Time,
    agent and capabilities are those of the moment of sending.
    """
    kind = kind_of(item)
    said = header.fields()
    own = {name: value for name, value in item.items() if name not in said or name == _CONTRACT}
    whole = {TYPE: kind.name, "schema_version": kind.schema_version, kind.id_field: None, **said, **own}
    if kind.takes_session_id:
        whole.setdefault("session_id", header.session_id)
    if kind.id_field not in item:
        milliseconds = int(header.now.timestamp() * 1000)
        whole[kind.id_field] = new_id(kind.id_prefix, milliseconds, header.random(CHANCE_BYTES))
    return whole


_CONTRACT: Final = "submission_contract_version"


def payload_of(item: Mapping[str, Any]) -> dict[str, Any]:
    """A completed item as its schema knows it, and as it is sent alone to the address of its type."""
    return {name: value for name, value in item.items() if name != TYPE}


def envelopes(items: Iterable[dict[str, Any]], header: Header, mode: str) -> Iterator[dict[str, Any]]:
    """The items in as few envelopes as they fit in, in their order. Only types that travel so (R-ENV-03); raises Refused."""
    limits, most = rules()["envelope"], rules()["caps"]["body_bytes"]
    head = {
        "schema_version": limits["schema_version"],
        "session_id": header.session_id,
        **header.fields(),
        "mode": mode,
    }
    room = most - _size({**head, "items": []})
    held: list[dict[str, Any]] = []
    left = room
    for item in items:
        sent = _in_envelope(item, head)
        size = _size(sent) + len(",")
        if held and (size > left or len(held) == limits["items"]):
            yield {**head, "items": held}
            held, left = [], room
        held.append(sent)
        left -= size
    if held:
        yield {**head, "items": held}


def _in_envelope(item: dict[str, Any], head: Mapping[str, Any]) -> dict[str, Any]:
    """Without what the envelope says for all of them."""
    kind = kind_of(item)
    if not kind.in_envelope:
        detail = f"An item of type {kind.name} is sent alone."
        raise Refused("schema_fail", detail, f"Send it to /api/{kind.route}.", schema_pointer=f"/{TYPE}")
    header: Sequence[str] = rules()["envelope"]["header"]
    return {
        name: value
        for name, value in item.items()
        if name not in header or (name == _CONTRACT and value != head[_CONTRACT])
    }


def _size(value: object) -> int:
    """Bytes at most, however it is written."""
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
