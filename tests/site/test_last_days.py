"""On which day pages changed: what main and the records say, and nothing where they say nothing."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from becivic.corpus.load import Loader
from becivic.corpus.tree import MemoryTree
from becivic.publishing.history import FileHistory
from becivic.site.book import Book
from becivic.site.last_days import document_days, last_days
from tests.factories.corpora import Files
from tests.factories.homes import NOON, home_at
from tests.factories.path_readings import with_path

URL = "https://civic.example"
NAVIGATION = """{"navigation": {"groups": [{"group": "All", "pages":
 ["agents", "docs/old", "docs/new", "agents/submit/concern"]}]}}"""
CONTRACT = "/docs/submission-contract-v2"
"""In every corpus."""
DAY = timedelta(days=1)


def files() -> Files:
    found = with_path(themes=["family"]).with_file("docs.json", NAVIGATION)
    for name in ("agents", "docs/old", "docs/new", "agents/submit/concern"):
        found = found.with_file(f"{name}.mdx", "---\ntitle: x\n---\n\ntext\n")
    return found


def test_a_document_changed_when_main_changed_its_file(tmp_path: Path) -> None:
    repository = home_at(tmp_path, files())
    newer = files().with_file("docs/new.mdx", "---\ntitle: y\n---\n\nmore\n")
    repository.commit(MemoryTree(newer), "a change", NOON + DAY)
    corpus = Loader().load(repository.at(repository.head()))
    book = Book(corpus, URL, NOON + DAY)
    first, second = NOON.date(), (NOON + DAY).date()
    documents = document_days(FileHistory(repository), book)
    told = {"/agents": first, "/docs/old": first, "/docs/new": second, CONTRACT: first}
    assert documents == told
    days = last_days(book, {}, documents)
    assert (days["/docs/"], days["/"]) == (second, second)
    assert "/skills/" not in days


def test_a_corpus_without_a_commit_claims_nothing(tmp_path: Path) -> None:
    book = Book(files().load(), URL, NOON)
    assert document_days(FileHistory(home_at(tmp_path, files())), book) == {}
    assert last_days(book, {}, {}) == {}


def test_a_list_changed_with_the_newest_that_it_lists() -> None:
    early, late = date(2026, 3, 1), date(2026, 4, 1)
    known = {"/skills/demo-clock": early, "/skills/demo-application": late, "/paths/demo-certificate": early}
    days = last_days(Book(files().load(), URL, NOON), known, {})
    assert days == {**known, "/skills/": late, "/paths/": early, "/paths/themes/family/": early}
