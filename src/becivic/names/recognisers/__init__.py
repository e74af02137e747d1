"""Our own recognisers, one module each: a scan in, stretches of words with a score out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.names.recognisers import (
    ages,
    companions,
    cues,
    initials,
    known_names,
    signatures,
    titles,
    unknown_pairs,
    verbs,
)
from becivic.names.recognisers.hit import Hit, Recogniser
from becivic.names.scan import Scan
from becivic.names.whole import whole_name

_RECOGNISERS: Final[tuple[tuple[str, Recogniser], ...]] = (
    ("title", titles.find),
    ("introduction", cues.find_introduced),
    ("role", cues.find_by_role),
    ("kin", cues.find_kin),
    ("known_name", known_names.find),
    ("initial", initials.find),
    ("companion", companions.find),
    ("parallel", companions.find_parallels),
    ("signature", signatures.find),
    ("age", ages.find),
    ("speaker", verbs.find),
    ("owner", verbs.find_owners),
    ("unknown_pair", unknown_pairs.find),
)


def _widened(recognise: Recogniser) -> Recogniser:
    def find(scan: Scan) -> Iterator[Hit]:
        for hit in recognise(scan):
            yield Hit(*whole_name(scan, hit.first, hit.end), hit.score)

    return find


RECOGNISERS: Final = tuple((name, _widened(recognise)) for name, recognise in _RECOGNISERS)
"""Each recogniser, its hits widened to whole names."""

__all__ = ["RECOGNISERS", "Hit", "Recogniser"]
