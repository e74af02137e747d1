"""What an operator may ask a uid for, and how its name is written (R-UID-03, R-UID-04): for the route and its document."""

from __future__ import annotations

from typing import Final, NamedTuple

from becivic.rules import caps
from becivic.rules.identifiers import CATALOGUE_NAME, NEW_PATH_ID, UidPrefix
from becivic.rules.targets import TargetType


class Minted(NamedTuple):
    """A kind of thing that gets uids. It is asked for by the name of its target or by its prefix (schemas 6.11)."""

    target: TargetType
    prefix: UidPrefix
    pattern: str
    longest: int

    @property
    def words(self) -> tuple[str, str]:
        return self.target.value, self.prefix.value


MINTED: Final = (
    Minted(TargetType.VOLATILE_VALUE, UidPrefix.VOLATILE_VALUE, CATALOGUE_NAME, caps.CATALOGUE_NAME),
    Minted(TargetType.REFERENCE, UidPrefix.REFERENCE, CATALOGUE_NAME, caps.CATALOGUE_NAME),
    Minted(TargetType.PATH, UidPrefix.PATH, NEW_PATH_ID, caps.PATH_ID),
)
BY_WORD: Final = {word: kind for kind in MINTED for word in kind.words}
