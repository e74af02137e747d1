"""A full name is found whole, particles included, by the server and by the harness: nothing of it is left."""

from __future__ import annotations

from functools import cache

import pytest

from becivic.names import PlainNameFinder
from becivic_harness import people
from tests.requirement import requirement

NAMES = [
    "João Pedro da Silva Santos",
    "Ana Paula de Souza e Silva",
    "António Mota e Silva",
    "Nguyễn Thị Minh Khai",
    "Lê Thị Hồng Gấm",
    "Phan Thị Bích Hằng",
    "María del Carmen García López",
    "María de los Ángeles Pérez Soto",
    "Alba Moreno del Río",
    "Josep Lluís Puig i Cadafalch",
    "Sofie Van der Meersch",
    "Juan Carlos de los Reyes Santos",
]
FRAMES = [
    "Le dossier de {} reste bloqué depuis mars.",
    "Het dossier van {} ligt stil sinds maart.",
    "Ich helfe {} bei der Aufenthaltskarte.",
    "I am helping {} with the residence card.",
]


@cache
def _finder() -> PlainNameFinder:
    return PlainNameFinder()


def _left(text: str, name: str, spans: list[tuple[int, int]]) -> str:
    start = text.index(name)
    covered = {at for span in spans for at in range(*span)}
    return "".join(
        text[at] for at in range(start, start + len(name)) if text[at].isalpha() and at not in covered
    )


@requirement("R-NER-01")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_a_full_name_is_left(name: str, frame: str) -> None:
    text = frame.format(name)
    assert _left(text, name, [(each.start, each.end) for each in _finder().find(text)]) == ""
    assert _left(text, name, [(each.start, each.end) for each in people.find(text)]) == ""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Amina Haddad travaille à la Commune de Namur.", ["Amina Haddad"]),
        ("Ich begleite Amina Haddad zum Amt.", ["Amina Haddad"]),
        ("Amina Haddad en de Stad Gent.", ["Amina Haddad"]),
        ("Amina Haddad y est allée, Bruxelles Ville aussi.", ["Amina Haddad"]),
    ],
)
def test_what_only_stands_beside_a_name_is_left_alone(text: str, names: list[str]) -> None:
    assert [text[each.start : each.end] for each in _finder().find(text)] == names
    assert [text[each.start : each.end] for each in people.find(text)] == names
