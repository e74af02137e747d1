"""docs.json: the navigation, made of what the corpus has; its other members are people's (R-REPO-13).

A pure function of the corpus, so that a check can say what the file will be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import PurePosixPath
from typing import Any, Final

from becivic.corpus.fields import Fields
from becivic.corpus.generated import ACTIVITY_FOLDER, NAVIGATION
from becivic.corpus.load import Corpus
from becivic.rules.json_text import JsonRefused, parse_json, pretty_json
from becivic.rules.statuses import is_withheld

_PAGES: Final = (".md", ".mdx")
_FIRST: Final = ("agents", "index")
"""Agents are to read their own page before anything else."""

_NEW: Final = {"name": "Be Civic", "navigation": {}, "redirects": []}


def navigation_file(corpus: Corpus) -> str | None:
    """The whole file with its navigation made anew; None where it is there and cannot be read.

    Whatever else people wrote into it, like redirects, would be lost then.
    """
    document = read_navigation(corpus)
    if document is None:
        return None
    others = Fields.of(document).child("navigation").data
    return pretty_json({**document, "navigation": {**others, "groups": groups(corpus)}})


def written_groups(corpus: Corpus) -> Any:  # noqa: ANN401  whatever somebody wrote there
    """The groups as the file has them."""
    return Fields.of(read_navigation(corpus)).child("navigation").raw("groups")


def read_navigation(corpus: Corpus) -> dict[str, Any] | None:
    """The file as it is, or what a new one begins with."""
    if NAVIGATION not in corpus.files:
        return dict(_NEW)
    try:
        value = parse_json(corpus.tree.read(NAVIGATION))
    except JsonRefused:
        return None
    return value if isinstance(value, dict) else None


def groups(corpus: Corpus) -> list[dict[str, Any]]:
    """Every page once, by what it is. What was pulled for cause is not led to (R-QUAR-06)."""
    skills = [skill for _, skill in sorted(corpus.skills.items()) if not is_withheld(skill.status)]
    entries = [entry for _, entry in sorted(corpus.paths.entries.items()) if not is_withheld(entry.status)]
    listed = {
        "Start here": _start(corpus.files),
        "Procedures": [f"skills/{skill.id}" for skill in skills if not skill.is_meta],
        "Paths": [f"paths/{entry.key}" for entry in entries],
        "How agents work": [f"skills/{skill.id}" for skill in skills if skill.is_meta],
        "For agents": _pages(file for file in corpus.files if file.startswith("agents/")),
        "Documents": _pages(file for file in corpus.files if _is_document(file)),
    }
    return [{"group": name, "pages": pages} for name, pages in listed.items() if pages]


def _start(files: Collection[str]) -> list[str]:
    pages = _pages(file for file in files if "/" not in file and file.endswith(".mdx"))
    return sorted(pages, key=lambda page: _FIRST.index(page) if page in _FIRST else len(_FIRST))


def _is_document(file: str) -> bool:
    """The dashboard is generated, and has an address of its own; a README tells of its folder."""
    is_page = file.startswith("docs/") and not file.startswith(ACTIVITY_FOLDER)
    return is_page and PurePosixPath(file).stem != "README"


def _pages(files: Iterable[str]) -> list[str]:
    return sorted({str(PurePosixPath(file).with_suffix("")) for file in files if file.endswith(_PAGES)})
