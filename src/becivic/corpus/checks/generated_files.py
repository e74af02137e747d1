"""Generated files are not edited by hand: they are made anew after every merge (lifecycle 10.1; schemas 6.5; R-CI-03).

What comes from the records cannot be made here, so nobody but the bot may change it. The navigation comes from the
corpus alone: it may be as it was, or as it will be.
"""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.documents import JsonDocument
from becivic.corpus.findings import Place
from becivic.corpus.generated import NAVIGATION, is_generated
from becivic.corpus.load import Corpus
from becivic.corpus.navigation import groups, read_navigation, written_groups


@rule(
    "generated-files",
    "generated files are as they were, or as the service makes them",
    section="lifecycle 10.1",
    needs_base=True,
)
def check(context: Context) -> Iterator[Problem]:
    change = context.change
    if change is None or change.by_bot:
        return
    corpus, base = context.corpus, change.base
    for file in sorted(filter(is_generated, context.files)):
        if file in base.files and corpus.tree.blob_id(file) == base.tree.blob_id(file):
            continue
        if file != NAVIGATION:
            yield _problem(Place(file), "the file is generated, and this change edits it")
        elif not _is_fine(corpus, base):
            yield _problem(_navigation_place(corpus), "the navigation is generated, and this change edits it")


def _is_fine(corpus: Corpus, base: Corpus) -> bool:
    """Names, descriptions and redirects are people's own."""
    written = written_groups(corpus)
    return written is not None and written in (groups(corpus), written_groups(base))


def _navigation_place(corpus: Corpus) -> Place:
    if read_navigation(corpus) is None:
        return Place(NAVIGATION)
    text = corpus.tree.read(NAVIGATION).decode("utf-8")
    return JsonDocument(NAVIGATION, {}, text).place("/navigation")


def _problem(place: Place, message: str) -> Problem:
    return Problem(place, message, "Leave it as it is on main: it is made anew after the merge.")
