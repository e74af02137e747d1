"""Everything a stage may look at while it judges one request: the corpus, the records, the time, and the address.

The address lives here in plain for as long as a request does, and nowhere else (R-PRIN-04).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from becivic.corpus.load import Corpus
from becivic.intake.addresses import AddressHasher, AddressHashes
from becivic.rules.schemas import SchemaRegistry
from becivic.rules.submissions import SubmissionType


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request came from and when."""

    address: str = field(repr=False)
    """The canonical prefix: IPv4 whole, IPv6 by /64."""
    received_at: datetime


Foresee = Callable[[SubmissionType, Mapping[str, Any]], Sequence[tuple[str, str]]]
"""Pointers into a payload, each with the reason for which it will be held. Never the text."""


@dataclass(frozen=True, slots=True)
class World:
    """What the service knows at one moment, the same for every item of a request."""

    corpus: Corpus
    registry: SchemaRegistry
    on_main: Callable[[str], bool]
    """Whether a commit belongs to main."""
    foresee: Foresee = lambda _kind, _payload: ()
    """Why a person will have to look at it before it is published."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The world, the records behind a connection, and who asks."""

    world: World
    origin: Origin
    hasher: AddressHasher
    connection: Connection

    def hashes(self, salt: str) -> AddressHashes:
        return self.hasher.hashes(salt, self.origin.address)
