"""Categories stay few: one close to another is a typo, any other new one is announced (schemas 6.1; R-FM-08, R-FM-09).

Whether a category is kebab-case at all is the schemas' to say (C-37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.distance import NearWords
from becivic.corpus.findings import Place, Severity
from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import CATEGORIES_FILE
from becivic.rules.identifiers import KEBAB, matches
from becivic.rules.skills import CATEGORY_DISTANCE


@rule("fm-category", "categories are listed, or new and no typo", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    if not corpus.documents[CATEGORIES_FILE].exists:
        return  # repo-schemas says so once
    listed = frozenset(corpus.categories)
    new = {name for name, _ in _uses(corpus) if name not in listed and matches(KEBAB, name)}
    words = NearWords(listed | new, CATEGORY_DISTANCE)
    nearest = {name: _nearest(name, words, listed) for name in new}
    for name, place in _uses(corpus):
        if name in nearest:
            yield _problem(name, nearest[name], place())


def _uses(corpus: Corpus) -> Iterator[tuple[str, Callable[[], Place]]]:
    """Every category in use, and how to find its line should it be needed."""
    for skill in corpus.skills.values():
        yield skill.category, partial(skill.field_place, "category")
    for entry in corpus.paths.entries.values():
        yield entry.fields.text("category"), partial(corpus.paths.place, entry.fields.at("category"))


def _nearest(name: str, words: NearWords, listed: frozenset[str]) -> str | None:
    """The word it may be a slip for; a listed one rather than another new one."""
    near = words.near(name) - {name}
    return min(near, key=lambda other: (other not in listed, other), default=None)


def _problem(name: str, nearest: str | None, place: Place) -> Problem:
    if nearest is not None:
        return Problem(
            place,
            f"the category `{name}` is not listed and reads like a slip for `{nearest}`",
            f"Write `{nearest}`, or choose a name that cannot be mistaken for it.",
        )
    return Problem(
        place,
        f"the category `{name}` is new and will be added to {CATEGORIES_FILE}",
        "Make sure that no listed category fits; otherwise leave it as it is.",
        Severity.WARNING,
    )
