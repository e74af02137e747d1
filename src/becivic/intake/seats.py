"""Two seats for one IPv6 /48 in a cohort: the first two voices of it count, and each may turn its vote (design 7.9).

A voice is an IPv4 address or an IPv6 /56. A seat is nothing stored: whoever has a vote in the cohort that counts has one.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, bindparam, or_, select, text, update

from becivic.intake.addresses import AddressHashes
from becivic.rules.consensus import VOICES_OF_A_NETWORK
from becivic.rules.targets import TargetType, owner
from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.words import words_of
from becivic.store.voters import on_sources, source_range

_OWN: Final = VALIDATIONS.c
_ON_IT: Final[ColumnElement[bool]] = or_(
    and_(_OWN.target_type == bindparam("kind"), _OWN.target_id == bindparam("name")),
    on_sources(bindparam("first"), bindparam("last")),
)
_NOT_DISCARDED: Final[ColumnElement[bool]] = or_(
    _OWN.held == 0, *(_OWN[name].is_not(None) for name in words_of(VALIDATIONS))
)
_SEATED: Final = Prepared(
    select(_OWN.voter_hash)
    .where(
        _ON_IT,
        _OWN.voter_network_hash == bindparam("network"),
        _OWN.voter_hash.is_not(None),
        _OWN.validated_at >= bindparam("since"),
        _NOT_DISCARDED,
    )
    .distinct()
)
_COMPLETE: Final = Prepared(
    update(VALIDATIONS)
    .where(_ON_IT, _OWN.voter_hash == bindparam("address"), _OWN.voter_network_hash.is_(None))
    .values(voter_hash=bindparam("voice"), voter_network_hash=bindparam("network"))
)
_BEGAN: Final = Prepared(
    select(ARTEFACTS.c.cohort_started_at).where(
        ARTEFACTS.c.target_type == bindparam("kind"), ARTEFACTS.c.target_id == bindparam("name")
    )
)
_ONE_AT_A_TIME: Final = text("SELECT pg_advisory_xact_lock(hashtextextended(:network, 0))")


def take_seat(connection: Connection, target: TargetType, target_id: str, hashes: AddressHashes) -> bool:
    """Whether a vote of this address counts. `hashes` are under the salt that all votes on the artefact share.

    On PostgreSQL other replicas wait here until the vote of this one is written, so that no third seat is taken.
    """
    if not hashes.is_ipv6:
        return True
    if connection.dialect.name == "postgresql":
        connection.execute(_ONE_AT_A_TIME, {"network": hashes.network})
    on_it = _artefact(target, target_id)
    _complete(connection, on_it, hashes)
    began = _BEGAN.first(connection, kind=on_it["kind"], name=on_it["name"])
    since = began[0] if began is not None else ""  # rows and concerns forget their voters when a cohort ends
    seated = {row[0] for row in _SEATED.all(connection, **on_it, network=hashes.network, since=since)}
    return hashes.voice in seated or len(seated) < VOICES_OF_A_NETWORK


def _artefact(target: TargetType, target_id: str) -> dict[str, str]:
    """A path and all its sources are one (R-SALT-04); anything else has none."""
    kind, name = owner(target, target_id)
    first, last = source_range(name) if kind is TargetType.PATH else ("", "")
    return {"kind": kind.value, "name": name, "first": first, "last": last}


def _complete(connection: Connection, on_it: dict[str, str], hashes: AddressHashes) -> None:
    """Votes of this /64 that version 0007 of the database stored become votes of its voice, with a seat."""
    _COMPLETE.run(connection, **on_it, address=hashes.address, voice=hashes.voice, network=hashes.network)
