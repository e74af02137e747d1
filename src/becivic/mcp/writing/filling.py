"""Fills in what a caller leaves out of a submission's head, and tells what: id, versions, time, agent.

Never what the caller can do (`declared_capabilities`): only the caller knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from becivic.clock import rfc3339
from becivic.mcp.visit import Client, Visit
from becivic.rules.contract import CONTRACT_VERSION, ENVELOPE_SCHEMA_VERSION
from becivic.rules.submissions import SubmissionType

UNNAMED: Final = "mcp-client/0"
"""The agent, where a client did not say what it is."""

_NOT_NAME: Final = re.compile(r"[^a-z0-9._-]+")
_NOT_VERSION: Final = re.compile(r"[^0-9A-Za-z.+-]+")
_NAME_MOST: Final = 64
_VERSION_MOST: Final = 32


class Filled(NamedTuple):
    """A payload, and what of it was not there."""

    payload: dict[str, Any]
    added: dict[str, Any]


def filled(kind: SubmissionType, given: Mapping[str, Any], visit: Visit) -> Filled:
    head = {
        "schema_version": lambda: kind.facts.schema_version,
        kind.id_field: lambda: new_id(kind.facts.id_prefix, visit),
        **_shared(visit),
    }
    return _with(head, given)


def filled_envelope(given: Mapping[str, Any], visit: Visit, mode: str) -> Filled:
    """Items keep their own heads; each gets an id where it has none. The tool decides about the mode."""
    items = given.get("items")
    made: list[dict[str, Any]] = []
    if isinstance(items, list):
        told = [_item(item, visit) for item in items]
        items = [item for item, _ in told]
        made = [{"idx": index, **added} for index, (_, added) in enumerate(told) if added]
    head = {
        "schema_version": lambda: ENVELOPE_SCHEMA_VERSION,
        "session_id": lambda: new_id("ses_", visit),
        **_shared(visit),
    }
    payload, added = _with(head, given)
    payload = {**payload, "mode": mode, **({"items": items} if items is not None else {})}
    return Filled(payload, {**added, **({"items": made} if made else {})})


def _item(item: object, visit: Visit) -> tuple[object, dict[str, Any]]:
    named = item.get("type") if isinstance(item, dict) else None
    kind = next((each for each in SubmissionType if each == named and each.facts.in_envelope), None)
    if not isinstance(item, dict) or kind is None or item.get(kind.id_field) not in (None, ""):
        return item, {}
    added = {kind.id_field: new_id(kind.facts.id_prefix, visit)}
    return {**item, **added}, added


def _shared(visit: Visit) -> dict[str, Callable[[], Any]]:
    return {
        "submitted_at": lambda: rfc3339(visit.house.now()),
        "submitting_agent": lambda: _agent(visit),
        "submission_contract_version": lambda: CONTRACT_VERSION,
    }


def _agent(visit: Visit) -> str:
    """What a client calls itself, unless that says who somebody is: an agent could not mend what its host wrote. Looked at
    as it was said, for what is left of an address in a plain name is none any more."""
    client, scrub = visit.client, visit.corpus.scrubbing.whole()
    plain = agent_name(client)
    return plain if plain and not any(scrub.find(each) for each in (*client, plain)) else UNNAMED


def _with(head: Mapping[str, Callable[[], Any]], given: Mapping[str, Any]) -> Filled:
    """A field of the head that is null or empty was left out: hosts fill in every field they know of."""
    added = {name: make() for name, make in head.items() if given.get(name) in (None, "")}
    return Filled({**given, **added}, added)


def new_id(prefix: str, visit: Visit) -> str:
    """A UUID version 7: the time, and chance."""
    return prefix + uuid7(visit.house.now(), visit.house.random_bytes(10))


def uuid7(now: datetime, chance: bytes) -> str:
    """RFC 9562 5.7: 48 bits of milliseconds, then chance around version and variant."""
    milliseconds = int(now.timestamp() * 1000) & (1 << 48) - 1
    drawn = int.from_bytes(chance, "big")
    high, low = drawn >> 68 & 0xFFF, drawn & (1 << 62) - 1
    digits = f"{milliseconds << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def agent_name(client: Client) -> str:
    """What a client calls itself, as a submission may say it; empty where nothing is left of it."""
    plain = _NOT_NAME.sub("-", client.name.lower()).strip("-._")[:_NAME_MOST].rstrip("-._")
    number = _NOT_VERSION.sub("-", client.version).strip("-.+")[:_VERSION_MOST] or "0"
    return f"{plain}/{number}" if plain else ""
