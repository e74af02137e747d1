"""Files of main are looked through, and a person is asked about what is found there."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from becivic.publishing.review import unsent
from becivic.publishing.review.queues import found
from becivic.publishing.screening import public_files as module
from becivic.publishing.screening.public_files import FileScan, FilesScanned
from becivic.publishing.screening.screen import Screen, screen_for
from becivic.publishing.workshop import Workshop
from becivic.store.store import Store
from becivic.store.tables.keeping import NAME_SCANS, REVIEW_ITEMS
from tests.factories.corpora import CLOCK, PATHS, Files
from tests.factories.homes import NOON, commit
from tests.publishing.screening.places import SENTENCE, SOMEBODY, FailsOn, screen, workshop
from tests.publishing.screening.shown import all_of, questions
from tests.requirement import requirement

REPORT = "paths/research-reports/demo.md"


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


def changed(made: Workshop, files: Files) -> None:
    commit(made.repository, files)


def scan(made: Workshop, own: Screen | None = None, *, everything: bool = False) -> FilesScanned:
    return FileScan(made, own or screen_for(made), NOON, everything).run()


def with_somebody(files: Files, file: str = CLOCK) -> Files:
    return files.with_file(file, files[file].decode() + f"\n{SENTENCE}\n")


def details(store: Store) -> list[Any]:
    return [json.loads(item.detail) for item in all_of(store, REVIEW_ITEMS)]


def answer(store: Store, path: str, *, released: bool) -> None:
    (item,) = store.read(lambda connection: found(connection, path))
    move = unsent.release if released else unsent.discard
    assert store.write(lambda connection: move(connection, item, NOON, "operator"))


@requirement("R-NER-01", "R-NER-04", "R-NER-06")
def test_a_person_is_asked_about_a_file_that_names_somebody(store: Store, tmp_path: Path) -> None:
    files = with_somebody(Files.valid())
    made = workshop(store, tmp_path, files.with_file(REPORT, f"# Notes\n\n{SENTENCE}\n"))
    done = scan(made)
    assert (done.asked, done.failed) == (2, 0)
    assert questions(store) == [("file", REPORT, None), ("file", CLOCK, None)]
    line = files.line_of(CLOCK, SENTENCE)
    commit = made.repository.head()
    assert details(store) == [
        {"reason": "person_name", "lines": [3], "commit": commit},
        {"reason": "person_name", "lines": [line], "commit": commit},
    ]
    assert not any(SOMEBODY in f"{item.title}{item.detail}" for item in all_of(store, REVIEW_ITEMS))


def test_a_name_in_an_entry_of_the_directory_is_told_with_its_line(store: Store, tmp_path: Path) -> None:
    files = Files.valid()
    listed = json.loads(files[PATHS])
    key = next(iter(listed["paths"]))
    listed["paths"][key]["description"]["en"] = SENTENCE
    files = files.with_file(PATHS, json.dumps(listed, indent=2))
    scan(workshop(store, tmp_path, files))
    assert questions(store) == [("file", PATHS, None)]
    assert details(store)[0]["lines"] == [files.line_of(PATHS, SENTENCE)]


def test_a_directory_that_cannot_be_read_is_read_as_a_text() -> None:
    assert [each.text for each in module._texts(module._File(PATHS, "", "{broken"))] == ["{broken"]
    assert [each.text for each in module._texts(module._File(PATHS, "", "[1]"))] == ["[1]"]


def test_a_line_that_only_an_entity_makes_is_told_as_the_last() -> None:
    file = module._File("skills/a/canonical.md", "", f"&#10;&#10;{SENTENCE}")
    (named,) = screen().names([list(module._texts(file))])
    assert module._lines(file, named) == [1]


def test_a_file_is_looked_at_once_for_the_same_content_and_the_same_rules(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH", 2)
    files = Files.valid()
    made = workshop(store, tmp_path, files)
    first = scan(made)
    assert first.looked == len(all_of(store, NAME_SCANS)) > 3
    assert scan(made) == FilesScanned()
    changed(made, files.with_file(CLOCK, files[CLOCK].decode() + "\nAll is well.\n"))
    assert scan(made) == FilesScanned(looked=1)
    assert scan(made, screen(FailsOn("never"))).looked == first.looked
    assert scan(made, everything=True).looked == first.looked


def test_what_a_submission_never_writes_is_not_looked_at(store: Store, tmp_path: Path) -> None:
    files = Files.valid().with_file("docs/about.mdx", SENTENCE)
    scan(workshop(store, tmp_path, files))
    assert questions(store) == []


@requirement("R-NER-07")
def test_a_line_that_a_person_released_is_not_asked_about_again(store: Store, tmp_path: Path) -> None:
    files = with_somebody(Files.valid())
    made = workshop(store, tmp_path, files)
    scan(made)
    answer(store, CLOCK, released=True)
    assert scan(made, everything=True).asked == 0
    text = files[CLOCK].decode().replace(SENTENCE, f"More.\n\n{SENTENCE}")
    changed(made, files.with_file(CLOCK, text))
    assert scan(made) == FilesScanned(looked=1)
    changed(made, files.with_file(CLOCK, f"{text}\nAnother time {SOMEBODY} was there.\n"))
    assert scan(made) == FilesScanned(looked=1, asked=1)
    assert [outcome for _, _, outcome in questions(store)] == ["released", None]


def test_a_line_that_a_person_discarded_is_asked_about_until_it_is_gone(store: Store, tmp_path: Path) -> None:
    made = workshop(store, tmp_path, with_somebody(Files.valid()))
    scan(made)
    answer(store, CLOCK, released=False)
    assert scan(made) == FilesScanned()
    assert scan(made, everything=True).asked == 1


def test_a_question_closes_when_nobody_is_named_any_more(store: Store, tmp_path: Path) -> None:
    made = workshop(store, tmp_path, with_somebody(Files.valid()))
    scan(made)
    changed(made, Files.valid())
    assert scan(made) == FilesScanned(looked=1)
    assert questions(store) == [("file", CLOCK, "gone")]


def test_a_question_that_waits_is_about_the_file_as_it_is_now(store: Store, tmp_path: Path) -> None:
    files = with_somebody(Files.valid())
    made = workshop(store, tmp_path, files)
    scan(made)
    assert scan(made, everything=True).asked == 0
    assert len(questions(store)) == 1
    changed(made, files.with_file(CLOCK, files[CLOCK].decode() + f"\nAgain {SOMEBODY} was there.\n"))
    assert scan(made).asked == 0
    assert [outcome for _, _, outcome in questions(store)] == ["changed", None]
    assert len(details(store)[1]["lines"]) == 2


def test_a_commit_that_history_lost_says_nothing_of_what_was_seen(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = workshop(store, tmp_path, with_somebody(Files.valid()))
    scan(made)
    answer(store, CLOCK, released=True)
    monkeypatch.setattr(module, "_judged", lambda *_: [("f" * 40, [1])])
    assert scan(made, everything=True).asked == 1


def test_a_file_that_was_not_there_or_shorter_then_says_nothing_either(store: Store, tmp_path: Path) -> None:
    made = workshop(store, tmp_path, Files.valid())
    run = FileScan(made, screen_for(made), NOON)
    head = made.repository.head()
    assert list(run._lines_then("skills/not-there/canonical.md", head, [1])) == []
    assert list(run._lines_then(CLOCK, head, [1, 100_000])) == ["---"]


def test_a_file_that_cannot_be_looked_at_is_tried_again(store: Store, tmp_path: Path) -> None:
    files = Files.valid()
    made = workshop(store, tmp_path, files.with_file(CLOCK, files[CLOCK].decode() + "\nA poison.\n"))
    done = scan(made, screen(FailsOn("poison")))
    assert (done.asked, done.failed) == (0, 1)
    assert scan(replace(made, finder=FailsOn("never")), screen(FailsOn("never"))) == FilesScanned(looked=1)
