"""Whose flag quarantined something: kept by salt and hash until a maintainer has ruled, and no longer (C-25)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select

from becivic.lifecycle import Artefact, Evidence
from becivic.lifecycle.evidence import sift
from becivic.rules.targets import TargetType
from becivic.store import salt_keys
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import BANS, SALTS, BanLevel
from becivic.store.tables.lifecycle import FLAGGERS
from becivic.store.written import moment

REASON: Final = "bogus injection flag"


def keep_flaggers(connection: Connection, decision: int, artefact: Artefact, evidence: Evidence) -> int:
    """How many there are to rule about: those whose flags counted. Before the salt is destroyed, for afterwards nobody
    can be told by it."""
    salt = _salt(connection, artefact.target, artefact.id)
    hashes = {vote.flagger: vote.network for vote in sift(artefact, evidence).flagged if vote.flagger}
    if salt is None or not hashes:
        return 0
    rows = [
        {"decision_id": decision, "salt": salt, "address_hash": voice, "network_hash": network}
        for voice, network in sorted(hashes.items())
    ]
    connection.execute(insert(FLAGGERS), rows)
    return len(rows)


def how_many(connection: Connection, decision: int) -> int:
    """Whom a ruling will be about."""
    return connection.execute(select(func.count()).where(_of(decision))).scalar_one()


def let_go(connection: Connection, decision: int) -> int:
    """Nothing is known of them any more. How many there were."""
    return connection.execute(delete(FLAGGERS).where(_of(decision))).rowcount


def limit(connection: Connection, decision: int, now: datetime) -> int:
    """From here on they may send less. The salt goes along: it outlives what it was made for (C-25)."""
    found = connection.execute(
        delete(FLAGGERS)
        .where(_of(decision))
        .returning(FLAGGERS.c.salt, FLAGGERS.c.address_hash, FLAGGERS.c.network_hash)
    ).all()
    ruled = {"level": BanLevel.LIMITED.value, "reason": REASON, "created_at": moment(now)}
    rows = [
        {"salt": salt, "address_hash": voice, "network_hash": network, **ruled}
        for salt, voice, network in found
    ]
    if rows:
        connection.execute(insert(BANS), rows)
    return len(rows)


def _of(decision: int) -> ColumnElement[bool]:
    return FLAGGERS.c.decision_id == decision


def _salt(connection: Connection, target: TargetType, target_id: str) -> str | None:
    """The one that all votes on it share; a row of the catalogue may have brought its own."""
    key = salt_keys.of_artefact(target, target_id)
    if target in CATALOGUES:
        own = CATALOGUES[target].c
        row = connection.execute(
            select(own.row_id, own.per_artefact_salt).where(own.uid == target_id, own.superseded_at.is_(None))
        ).first()
        if row is None:
            return None
        if row.per_artefact_salt is not None:
            return str(row.per_artefact_salt)
        key = salt_keys.of_row(target, row.row_id)
    salt: str | None = connection.execute(select(SALTS.c.salt).where(SALTS.c.key == key)).scalar()
    return salt
