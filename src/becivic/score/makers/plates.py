"""Number plates: today's Belgian series, the older ones and, with a label, the neighbours'."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling, after, drawn, lowered, spelt


def _plate(rng: Random) -> str:
    """The series begins with 1 or 2."""
    return rng.choice("12") + drawn(rng, "@@@###")


def _spelling(name: str, make: Maker, *, labelled: bool = False) -> Spelling:
    return Spelling("plate", name, "plate", make, labelled=labelled)


SPELLINGS: Final = (
    _spelling("dashes", spelt("#-###-###", _plate)),
    _spelling("bare", spelt("#######", _plate)),
    _spelling("spaces", spelt("# ### ###", _plate)),
    _spelling("dots", spelt("#.###.###", _plate)),
    _spelling("dashes, lower case", lowered(spelt("#-###-###", _plate))),
    _spelling("older, letters first", after("@@@-###"), labelled=True),
    _spelling("older, digits first", after("###-@@@"), labelled=True),
    _spelling("French", after("@@-###-@@"), labelled=True),
    _spelling("German", after("AC-@@ ####"), labelled=True),
)
