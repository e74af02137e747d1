"""The held-out set: sentences that no rule and no recogniser was tuned on (`docs/scrub-score.md`).

`make format` writes it to `tests/fixtures/held-out-set`. It was written before the rules were changed for what it
measures. Do not tune on it: write examples of your own into the tests of the rule instead.
"""

from __future__ import annotations

import random
from typing import Final

from becivic.score.item import Item
from tools.held_out import clean, identifiers, people

SEED: Final = 20261119


def identifier_items() -> list[Item]:
    return identifiers.items(random.Random(SEED))  # noqa: S311  a labelled set, not a secret


def name_items() -> list[Item]:
    return people.items(random.Random(SEED + 1))  # noqa: S311


def clean_items() -> list[Item]:
    return clean.items(random.Random(SEED + 2))  # noqa: S311
