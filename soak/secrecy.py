"""Looks for what must be nowhere: addresses, and the words of what was refused. In every byte, deleted rows included."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pygit2

from becivic.publishing.repository import REPOSITORY
from soak.house import House
from soak.ledger import Ledger
from soak.traffic import NETWORK, REFUSED_WORDS, SECRET

SECRETS: Final = tuple(each.encode() for each in (NETWORK, SECRET, REFUSED_WORDS))


def nothing_leaked(house: House, _: Ledger) -> Iterator[str]:
    house.store.checkpoint()
    for file in sorted(house.home.glob("becivic.db*")):
        yield from _in(file)
    git = pygit2.Repository(str(house.home / REPOSITORY))
    for number in git:
        found = git[number]
        if any(secret in found.read_raw() for secret in SECRETS):
            yield f"git object {number}"


def _in(file: Path) -> Iterator[str]:
    content = file.read_bytes()
    yield from (f"{file.name} holds {secret!r}" for secret in SECRETS if secret in content)
