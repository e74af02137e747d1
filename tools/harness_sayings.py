"""The sayings that the harness hears tasks with: everything people say that the service knows, as stems.

Out of becivic/search/everyday.toml, the glossary and the communes of the corpus. The harness must not import the service, so what it
needs of it is generated and checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from becivic.search.concepts import Phrase, Role, everyday_concepts, glossary_concepts, small_words
from becivic.search.searcher import places_of
from becivic_harness.sayings import ORDERED
from becivic_harness.word_stems import stem
from tools.packaged_corpus import packaged

ENGLISH: Final = "en"
FILE: Final = "src/becivic_harness/data/sayings.json"


def text() -> str:
    """One concept a line, so that a change shows where it was made."""
    told = _told()
    roles = [f" {json.dumps(role)}: {{\n{_lines(told[role])}\n }}" for role in Role]
    small = [f" {json.dumps(kind)}: {json.dumps(told[kind])}" for kind in ("stop", "aside")]
    return "{\n" + ",\n".join([*small, *roles]) + "\n}\n"


def _lines(concepts: dict[str, list[str]]) -> str:
    return ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in concepts.items()
    )


def _told() -> dict[str, Any]:
    concepts = [*everyday_concepts(), *glossary_concepts(packaged().terms)]
    meaning = {word.text for concept in concepts for phrase in concept.phrases for word in phrase.words}
    small = small_words().with_places(places_of(packaged()), meaning)
    listed: dict[str, dict[str, list[str]]] = {role: {} for role in Role}
    for concept in concepts:
        english = dict.fromkeys(_stems(each) for each in concept.phrases if _is_english(each))
        others = dict.fromkeys(_stems(each) for each in concept.phrases if _stems(each) not in english)
        written = [concept.name.get(ENGLISH, ""), ",".join(english), ",".join(others)]
        listed[concept.role][concept.id] = written
    return {"stop": _sorted(small.stop), "aside": _sorted(small.aside), **listed}


def _sorted(words: Iterable[str]) -> str:
    return " ".join(sorted(words))


def _stems(phrase: Phrase) -> str:
    """What differs by an ending or an accent alone is the same to the harness."""
    return (ORDERED if phrase.is_ordered else "") + " ".join(stem(word.text) for word in phrase.words)


def _is_english(phrase: Phrase) -> bool:
    return any(key.startswith(f"{ENGLISH}:") for key in phrase.words[0].keys)
