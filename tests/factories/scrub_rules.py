"""Small rule files for the scrub engine, and patterns drawn from the syntax it takes."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from becivic_scrub import Rule, parse_rules


def entry(name: str = "number", pattern: str = "[0-9]{4}", **others: Any) -> dict[str, Any]:
    """One entry of a rules file."""
    return {
        "name": name,
        "description": "made up",
        "pattern": pattern,
        "flags": "",
        "checksum": None,
        "applies_to_fields": "all_strings",
        "category": "direct_identifier",
        **others,
    }


def file_of(*entries: object, schema_version: object = 2) -> bytes:
    return json.dumps({"schema_version": schema_version, "rules": list(entries)}).encode()


def rules(*entries: object, lenient: bool = False) -> list[Rule]:
    return parse_rules(file_of(*entries), lenient=lenient)


NRN: Final = entry(
    "nrn",
    r"\b[0-9]{2}[ ./-]?[0-9]{2}[ ./-]?[0-9]{2}[ ./-]{0,3}[0-9]{3}[ ./-]?[0-9]{2}\b",
    checksum="modulo_97_belgian_nrn",
)
EMAIL: Final = entry("email", r"[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,30}(?:\.[a-z0-9-]{1,20}){1,4}", flags="i")
PHONE: Final = entry("phone", r"(?:\+|\b00)[1-9](?:[ ./()-]{0,3}[0-9]){6,12}\b")
LABELLED: Final = entry(
    "labelled",
    r"\b(?:pass(?:e?port)|dossier)[ :]{1,3}(?:n[o°]? )?([A-Z]{2}[0-9]{6})(?:[^0-9A-Za-z]|\b)",
    flags="i",
    category="indirect_identifier",
)
ACCENTED: Final = entry(
    "born", r"(?:[^a-zA-Z]|\b)(?:n[éÉe]e?|geboren) ((?:[0-9]{1,2}[ /]){2}[0-9]{4})", flags="i"
)

SEVERAL: Final = (NRN, EMAIL, PHONE, LABELLED, ACCENTED)
"""A plain one with a checksum, wide ones, one that eats the character behind its group, one with accents."""

UNTRANSLATABLE: Final = entry("tomorrows", r"(?<=x)y")


def _together(pieces: list[str]) -> str:
    return "".join(pieces)


def _repeated(piece: str, least: int, more: int) -> str:
    return f"(?:{piece}){{{least},{least + more}}}" if least + more else piece


ATOMS: Final[list[str]] = [
    *"ab1 @-é/",
    *(r"\d", r"\D", r"\w", r"\W", r"\.", r"\+", r"\n", r"\b"),
    *("[a-c]", "[^a1]", "[éÉ]", r"[\w-]", r"[^\W]"),
]
_PIECES: Final = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(_together),
        st.lists(inner, min_size=2, max_size=3).map(lambda several: f"(?:{'|'.join(several)})"),
        inner.map(lambda piece: f"({piece})"),
        inner.map(lambda piece: f"(?:{piece})?"),
        st.builds(_repeated, inner, st.integers(0, 2), st.integers(0, 2)),
    ),
    max_leaves=6,
)
PATTERNS: Final = st.one_of(_PIECES, _PIECES.map(lambda piece: f"{piece}[a-c1]"))
"""Patterns, about half of which the dialect takes."""


def random_pattern(rng: Random, depth: int = 3) -> str:
    """The same without Hypothesis, for engines that are asked once about many patterns."""
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(ATOMS)
    inside = [random_pattern(rng, depth - 1) for _ in range(rng.randint(2, 3))]
    least = rng.randint(0, 2)
    return rng.choice(
        [
            "".join(inside),
            f"(?:{'|'.join(inside)})",
            f"({inside[0]}){inside[1]}",
            f"(?:{inside[0]})?{inside[1]}",
            _repeated(inside[0], least, rng.randint(1, 2)) + inside[1],
        ]
    )
