r"""No signal value holds a run of digits that could be somebody's number (schemas 6.12.8; R-SRC-15, R-CI-25).

The guard is `\b\d{8,}\b` as the specification means it: a run that no letter, digit or underscore touches.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import Source
from becivic.rules.identifiers import DIGIT_RUN

_RUN: Final = re.compile(rf"(?<![0-9A-Za-z_]){DIGIT_RUN}(?![0-9A-Za-z_])")
_SIGNALS: Final = ("success_signals", "failure_signals")


@rule("path-pii-guard", "signal values hold no long digit strings", section="schemas 6.12.8")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    for entry in context.entries:
        for source in entry.sources:
            for pointer, value in _values(source):
                if any(_RUN.search(text) for text in _texts(value)):
                    yield Problem(
                        directory.place(pointer),
                        "pii_guard: a signal value holds a long run of digits, which could identify somebody",
                        "Write a placeholder such as XXXXXXXX instead of the digits.",
                    )


def _values(source: Source) -> Iterator[tuple[str, object]]:
    validation = source.fields.child("validation_path")
    for key in _SIGNALS:
        for signal in validation.children(key):
            yield signal.at("value"), signal.raw("value")


def _texts(value: object) -> Iterator[str]:
    """Every scalar in a value as people would write it, in ASCII digits; a list or an object hides nothing."""
    if isinstance(value, str):
        yield value if value.isascii() else "".join(map(_plain_digit, value))
    elif isinstance(value, list | dict):
        for item in value if isinstance(value, list) else (*value, *value.values()):
            yield from _texts(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield format(Decimal(repr(value)), "f")


def _plain_digit(letter: str) -> str:
    return str(unicodedata.decimal(letter, letter))
