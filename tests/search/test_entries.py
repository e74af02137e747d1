from __future__ import annotations

from becivic.search.entries import Field, Kind, entries_of, text_of
from tests.factories.corpora import APPLICATION, PATHS, Files

BARE = "docs/bare.md"


def by_id(files: Files) -> dict[str, object]:
    return {entry.id: entry for entry in entries_of(files.load())}


def test_skills_paths_and_documents_are_entries_each_with_its_address() -> None:
    entries = list(entries_of(Files.valid().load()))
    assert {entry.kind for entry in entries} == set(Kind)
    addresses = {entry.address for entry in entries}
    assert "/skills/demo-application" in addresses
    assert len(addresses) == len(entries)
    assert {entry.status for entry in entries if entry.kind is Kind.DOC} == {""}


def test_the_landing_page_is_at_the_root() -> None:
    files = Files.valid().with_file("index.mdx", "---\ntitle: Welcome\n---\n\nHello.\n")
    (entry,) = [entry for entry in entries_of(files.load()) if entry.id == "index"]
    assert entry.address == "/"
    assert entry.titles == {"en": "Welcome"}


def test_a_document_without_a_head_is_called_by_its_name() -> None:
    files = Files.valid().with_file(BARE, "# A heading\n\nText with <VV uid='vv-1'>a tag</VV>.\n")
    corpus = files.load()
    (entry,) = [entry for entry in entries_of(corpus) if entry.id == "docs/bare"]
    assert entry.titles == {"en": "bare"}
    assert ("heading", "A heading") in [(unit.field.value, unit.text) for unit in entry.units]
    assert "vv-1" not in text_of(entry, corpus)
    assert "a tag" in text_of(entry, corpus)


def test_the_text_of_a_skill_has_no_tags_and_that_of_a_path_is_in_its_units() -> None:
    corpus = Files.valid().load()
    for entry in entries_of(corpus):
        text = text_of(entry, corpus)
        assert "<Ref" not in text
        assert bool(text.strip()) is (entry.kind is not Kind.PATH)


def test_a_summary_is_known_by_its_clauses() -> None:
    files = Files.valid()
    (entry,) = [entry for entry in entries_of(files.load()) if entry.id == "demo-application"]
    clauses = [unit.text for unit in entry.units if unit.field is Field.SUMMARY]
    assert clauses
    assert all(clause.strip() and "," not in clause for clause in clauses)


def test_what_is_withheld_is_no_entry() -> None:
    files = Files.valid()
    pulled = files.replaced(APPLICATION, "status: alpha", "status: quarantined")
    assert "demo-application" in by_id(files)
    assert "demo-application" not in by_id(pulled)
    text = files[PATHS].decode()
    status = text.split('"status": "', 1)[1].split('"', 1)[0]
    no_path = files.with_file(PATHS, text.replace(f'"status": "{status}"', '"status": "quarantined"'))
    before = [entry for entry in entries_of(files.load()) if entry.kind is Kind.PATH]
    after = [entry for entry in entries_of(no_path.load()) if entry.kind is Kind.PATH]
    assert len(after) < len(before)
