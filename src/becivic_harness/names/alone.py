"""Owns words without a sentence round them, as in ids and categories: a name on our lists counts as one there, word or not.

`visa-for-jean` would stand in a file name, or be sent. What is a name now and then, and a matter of every day, may stay.
"""

from __future__ import annotations

import re
from typing import Final

from becivic_harness.words.folding import fold
from becivic_harness.words.groups import group
from becivic_harness.words.lists import GIVEN, LISTS, PROPER, SURNAME

_APART: Final = re.compile(r"[\W\d_]+")
_MATTERS: Final = group("names that are matters of every day")


def has_name(text: str) -> bool:
    return any(_is_name(word) for word in _APART.split(fold(text)) if len(word) > 1)


def _is_name(word: str) -> bool:
    """A surname that is a place or a public thing as well (`paris`, `klein`) is too common to tell anything."""
    sense = LISTS.sense(word)
    is_listed = sense & GIVEN or (sense & SURNAME and not sense & PROPER)
    return bool(is_listed) and word not in _MATTERS
