"""docs/README.md: the list of every document for whoever reads the repository, from the table that the site has."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from becivic.corpus.load import Corpus
from becivic.manual.manual import read_manual
from becivic.rendering.voice import ENGLISH
from becivic.site.pages.docs import document_file
from becivic.site.pages.manual import listed
from tools.packaged_corpus import packaged

PAGE: Final = "docs/README.md"
_ROOT: Final = Path(__file__).resolve().parent.parent
_ELSEWHERE: Final = {
    "docs/contributing": "../CONTRIBUTING.md",
    "docs/changelog": "../CHANGELOG.md",
    "docs/security": "../SECURITY.md",
    "docs/adr": "adr/README.md",
}


def page() -> str:
    corpus, manual = packaged(), read_manual(_ROOT)
    lines = [
        "# Documentation",
        "",
        "<!-- Written by `make format` from the table in src/becivic/manual/sections.py. -->",
        "",
        "A running service has all of this at `/docs`, with a search; every page is also there as markdown. Here it is as files.",
        "",
    ]
    for section, items in listed(corpus, manual):
        lines += [f"## {ENGLISH.t(f'docs.section_{section}')}", ""]
        lines += [
            f"- [{each.title}]({_place(each.address[1:], corpus)}): {each.description}" for each in items
        ]
        lines.append("")
    return "\n".join(lines)


def _place(name: str, corpus: Corpus) -> str:
    file = document_file(corpus, name)
    return f"../corpus/{file}" if file else _ELSEWHERE.get(name, f"{name.removeprefix('docs/')}.md")
