"""The sentences with an identifier: exact spans, every spelling in every language, the same for a seed."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from becivic.rules.languages import LANGUAGES
from becivic.score.frames import frames, labels
from becivic.score.identifiers import generate
from becivic.score.item import Item
from becivic.score.makers.catalogue import SPELLINGS

FAMILIES = sorted({spelling.family for spelling in SPELLINGS})
KINDS = {spelling.kind for spelling in SPELLINGS}


def items(seed: int = 1) -> list[Item]:
    return list(generate(Random(seed)))


def written(seed: int) -> bytes:
    return "\n".join(json.dumps(item.as_json(), ensure_ascii=False) for item in items(seed)).encode()


def remade(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Item, str]]:
    """Every item beside the very string its maker gave."""
    made: list[str] = []

    def remembering(choice: str) -> str:
        made.append(choice)
        return choice

    watched = tuple(
        type(spelling)(
            spelling.kind, spelling.name, spelling.family,
            lambda rng, make=spelling.make: remembering(make(rng)),  # type: ignore[misc]
            spelling.langs, spelling.labelled, spelling.around,
        )
        for spelling in SPELLINGS
    )  # fmt: skip
    monkeypatch.setattr("becivic.score.identifiers.SPELLINGS", watched)
    return list(zip(items(), made, strict=True))


def test_a_span_points_at_exactly_what_the_maker_made(monkeypatch: pytest.MonkeyPatch) -> None:
    for item, made in remade(monkeypatch):
        ((start, end),) = item.spans
        assert item.text[start:end] == made
        assert item.text.count("{") == made.count("{")


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    assert written(1) == written(1)
    assert written(1) != written(2)


class Steady(Random):
    """Only what gives the same on every Python; the others have changed or may."""

    sample = choices = randint = uniform = randbytes = None  # type: ignore[assignment]


def test_only_draws_that_are_the_same_on_every_python_are_used() -> None:
    assert list(generate(Steady(1))) == items(1)


def test_every_spelling_comes_at_least_twice_and_languages_evenly() -> None:
    numbers = Counter(item.id.split(".")[1] for item in items())
    assert len(numbers) == len(SPELLINGS)
    assert min(numbers.values()) >= 2
    assert len(set(Counter(item.lang for item in items()).values())) == 1


def test_every_kind_comes_in_every_language() -> None:
    assert {(item.kind, item.lang) for item in items()} == {
        (kind, lang) for kind in KINDS for lang in LANGUAGES
    }


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ids_and_texts_are_unique(seed: int) -> None:
    every = items(seed)
    assert len({item.id for item in every}) == len({item.text for item in every}) == len(every)
    assert 850 <= len(every) <= 1100


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_a_dozen_frames_or_more_each_with_one_slot(family: str, lang: str) -> None:
    every = frames(family, lang)
    assert len({frame.text for frame in every}) == len(every) >= 12
    assert all(frame.text.count("{slot}") == 1 for frame in every)
    assert sum(frame.labelled for frame in every) >= 5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_whose_frames_name_it_has_labels(lang: str) -> None:
    asking = {family for family in FAMILIES if any("{label}" in f.text for f in frames(family, lang))}
    assert set(labels(lang)) == {spelling.kind for spelling in SPELLINGS if spelling.family in asking}
    assert all(len(names) >= 2 for names in labels(lang).values())


def test_what_means_nothing_alone_stands_in_a_frame_with_a_label() -> None:
    without = {
        (family, lang): [f.text.split("{slot}") for f in frames(family, lang) if not f.labelled]
        for family in FAMILIES
        for lang in LANGUAGES
    }
    for item in items():
        spelling = SPELLINGS[int(item.id.split(".")[1]) - 1]
        if spelling.labelled:
            pairs = without[spelling.family, item.lang]
            assert not any(item.text.startswith(a) and item.text.endswith(b) for a, b in pairs if a)
