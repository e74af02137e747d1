"""Addresses of sources and authorities are well formed and carry no user name (schemas 6.12.2; lifecycle 10.1).

What does not even look like an address is refused by the schemas.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.fields import Fields
from becivic.corpus.findings import Place
from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import AUTHORITIES_FILE
from becivic.rules.web_addresses import is_web_address

_SCHEMES: Final = ("http://", "https://")


@rule("path-urls", "addresses of paths and authorities are well formed", section="schemas 6.12.2")
def check(context: Context) -> Iterator[Problem]:
    for place in _malformed(context.corpus):
        yield Problem(
            place,
            "the address is not well formed, or carries a user name",
            "Write the whole address with its scheme and host name, and nothing that signs in.",
        )


def _malformed(corpus: Corpus) -> Iterator[Place]:
    authorities = corpus.documents[AUTHORITIES_FILE]
    for _, authority in authorities.fields.members():
        if _is_malformed(authority, "url"):
            yield authorities.place(authority.at("url"))
    for entry in corpus.paths.entries.values():
        for source in entry.sources:
            procedure = source.fields.child("procedure")
            for key in procedure.data:
                if _is_address(key) and _is_malformed(procedure, key):
                    yield corpus.paths.place(procedure.at(key))


def _is_address(key: str) -> bool:
    return key == "deeplink" or key.endswith("url")


def _is_malformed(fields: Fields, key: str) -> bool:
    text = fields.text(key)
    return text.startswith(_SCHEMES) and not is_web_address(text)
