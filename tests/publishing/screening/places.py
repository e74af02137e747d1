"""What the tests of screening share: somebody who does not exist, a screen without a model, and a workshop."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree
from becivic.names import NameFinder, PersonSpan, PlainNameFinder
from becivic.packaged import corpus_folder
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.screening.screen import Screen
from becivic.publishing.workshop import Workshop
from becivic.rules import pointers
from becivic.store.store import Store
from tests.factories.corpora import Files
from tests.factories.homes import filled_home
from tests.factories.payloads import Fixture, submissions

SOMEBODY: Final = "Fatima Benhaddou"
SENTENCE: Final = f"The desk said that {SOMEBODY} has to come back."


@cache
def packaged() -> Corpus:
    return Loader().load(DirectoryTree(corpus_folder()))


@cache
def own_finder() -> PlainNameFinder:
    """Our recognisers with the communes and authorities of the packaged corpus, and no model to wait for."""
    communes = packaged().communes.by_code.values()
    places = [each.text(name) for each in communes for name in ("name_fr", "name_nl")]
    offices = [
        name.text(key)
        for _, each in packaged().authorities.members()
        for name in [each.child("name")]
        for key in name.data
    ]
    return PlainNameFinder(places, offices)


def screen(finder: NameFinder | None = None) -> Screen:
    return Screen(finder or own_finder(), packaged().source_classes, ["becivic.test"])


def screened() -> list[Fixture]:
    """The valid payloads of every type that has words."""
    return [each for each in submissions("valid") if each.folder != "analytics"]


def workshop(store: Store, home: Path, files: Files | None = None) -> Workshop:
    repository = filled_home(home, files)
    return Workshop(store, repository, LocalForge(repository), home, "http://becivic.test", own_finder())


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """The pointer of every string."""
    if isinstance(value, str):
        yield pointers.join(path)
    children = enumerate(value) if isinstance(value, list) else ()
    for key, child in value.items() if isinstance(value, dict) else children:
        yield from leaves(child, (*path, key))


def with_text(payload: Any, pointer: str, text: str) -> Any:
    changed = copy.deepcopy(payload)
    *above, last = pointers.split(pointer)
    node = changed
    for step in above:
        node = node[int(step) if isinstance(node, list) else step]
    node[int(last) if isinstance(node, list) else last] = text
    return changed


class FailsOn:
    """A finder that throws as soon as one text holds a word, and otherwise finds what ours find."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.calls = 0

    def find(self, text: str, language: str | None = None) -> list[PersonSpan]:
        return self.find_many([(text, language)])[0]

    def find_many(self, items: Iterable[tuple[str, str | None]]) -> list[list[PersonSpan]]:
        self.calls += 1
        listed = list(items)
        if any(self.word in text for text, _ in listed):
            raise RuntimeError(self.word)
        return own_finder().find_many(listed)
