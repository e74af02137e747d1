"""The glossary is usable: one entry an id, one entry an official name, and a source that exists.

An official name that stood for two things would send a reader who searches for it to either. A word that people
also use may well be another thing's official name: that is how people talk, and a search for it finds both.
"""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.terms import TERMS_FILE, Term, Terms, alike
from becivic.rules.languages import LANGUAGE_NAMES


@rule("terms-sound", "the glossary has each thing once", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    terms = context.corpus.terms
    yield from _ids(terms)
    yield from _names(terms)
    yield from _words(terms)
    for term in terms.entries:
        source = term.fields.text("source")
        if source and context.catalogue.row(source) is None:
            yield Problem(
                terms.document.place(term.fields.at("source")),
                f"the source `{source}` of a term is not in the catalogue",
                "Name the uid of a reference, or leave the source out.",
            )


def _ids(terms: Terms) -> Iterator[Problem]:
    seen: set[str] = set()
    for term in terms.entries:
        if term.id in seen:
            yield Problem(
                terms.document.place(term.fields.at("id")),
                f"the term `{term.id}` is there twice",
                f"Keep one entry of it in {TERMS_FILE}.",
            )
        seen.add(term.id)


def _names(terms: Terms) -> Iterator[Problem]:
    for language, called in LANGUAGE_NAMES.items():
        seen: dict[str, Term] = {}
        for term in terms.entries:
            name = alike(term.name(language))
            other = seen.setdefault(name, term) if name else term
            if other is not term:
                yield Problem(
                    terms.document.place(term.fields.child("name").at(language)),
                    f"the {called} name is that of `{other.id}` too",
                    "Make one entry of both, or say in the name what tells them apart.",
                )


def _words(terms: Terms) -> Iterator[Problem]:
    for term in terms.entries:
        seen: set[tuple[str, str]] = set()
        for language, word, pointer in term.words():
            key = language, alike(word)
            if key in seen:
                yield Problem(
                    terms.document.place(pointer),
                    f"`{term.id}` has this {LANGUAGE_NAMES[language]} word twice",
                    "Keep it once.",
                )
            seen.add(key)
