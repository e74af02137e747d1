"""One answer for each skill or path: it is made anew when main has moved, or something was said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from becivic.api.reading.answers import prepared
from becivic.reading.kept import weakly
from becivic.reading.readings import PathReading, SkillReading
from becivic.store.written import document
from becivic.web.answers import Prepared

Reading = SkillReading | PathReading


class _Kept(NamedTuple):
    reading: Callable[[], object]
    commit: str | None
    answer: Prepared


class KeptAnswers:
    """For artefacts of one kind, by name. Readings are compared by identity: one that says the same is the same.
    None is kept alive: with it would be the corpus that it came from."""

    def __init__(self) -> None:
        self._kept: Final[dict[str, _Kept]] = {}

    def get(
        self, name: str, reading: Reading, commit: str | None, told: Callable[[], Mapping[str, Any]]
    ) -> Prepared:
        known = self._kept.get(name)
        if known is None or known.reading() is not reading or known.commit != commit:
            known = self._kept[name] = _Kept(weakly(reading), commit, tagged(told()))
        return known.answer


def tagged(told: Mapping[str, Any]) -> Prepared:
    """Tagged by what it says: a copy read at an older commit says the same, and its commit is one of main too."""
    said = document({**told, "commit": None})
    return prepared(told, f"W/{sha256(said.encode()).hexdigest()[:40]}")
