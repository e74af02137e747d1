"""The text that was last stable: found by the commit that the current one names, read with the rows of today."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime
from unittest.mock import Mock

import pytest

from becivic.corpus.load import Corpus
from becivic.publishing.history import FileHistory
from becivic.reading.main_files import FileOfCommit
from becivic.reading.versions import Earlier, Versions
from becivic.reading.walker import Walker
from becivic.store.store import Store
from tests.factories.corpora import APPLICATION, Files
from tests.factories.readers import Reading, amended_value, reading
from tests.requirement import requirement

SKILL = "demo-application"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
AT = datetime(2026, 11, 3, 9, tzinfo=UTC)
STABLE = Files.valid().replaced(APPLICATION, "status: alpha\n", "status: stable\n")
NEWER = (
    Files.valid()
    .replaced(APPLICATION, "status: alpha\n", f"status: alpha\nprevious_stable_sha: {COMMIT}\n")
    .replaced(APPLICATION, "Apply for a demonstration", "Apply for something else")
)


class Kept:
    """Commits in memory, and how often they were looked at."""

    def __init__(self, content: bytes | None = STABLE[APPLICATION]) -> None:
        self.content = content
        self.looked: list[tuple[str, str]] = []

    def file_at(self, commit: str, path: str) -> FileOfCommit | None:
        self.looked.append((commit, path))
        return None if self.content is None else FileOfCommit(self.content, AT)


def walker(kept: Kept) -> Walker:
    return Walker(Mock(spec=FileHistory), kept.file_at)


@pytest.fixture
def house(sqlite_store: Store) -> Reading:
    return reading(sqlite_store, NEWER)


def find(
    house: Reading, known: Versions | Kept, commit: str = COMMIT, corpus: Corpus | None = None
) -> Earlier | None:
    found = known if isinstance(known, Versions) else Versions(house.reader, walker(known))
    return asyncio.run(found.find(corpus or house.corpus, SKILL, commit))


@requirement("R-FM-20")
def test_the_text_is_that_of_the_commit_and_its_rows_are_those_of_today(house: Reading) -> None:
    amended_value(house.store, 35)
    kept = Kept()
    found = find(house, kept)
    assert found is not None
    assert kept.looked == [(COMMIT, APPLICATION)]
    assert (found.commit, found.made_at) == (COMMIT, AT)
    assert found.reading.skill.title == "Apply for a demonstration"
    assert found.reading.corpus.skills[SKILL].title == "Apply for a demonstration"
    assert house.corpus.skills[SKILL].title == "Apply for something else"
    assert found.reading.rows.values["val-00001"].text == "€35"
    assert found.reading.observed.cohort_stats is not None


@pytest.mark.parametrize("commit", ["", COMMIT.replace("0", "1"), COMMIT[:7], "../main"])
def test_no_other_commit_is_even_looked_at(house: Reading, commit: str) -> None:
    kept = Kept()
    assert find(house, kept, commit) is None
    assert find(house, kept, commit, STABLE.load()) is None
    assert kept.looked == []


def test_an_unknown_skill_has_no_earlier_text(house: Reading) -> None:
    known = Versions(house.reader, walker(Kept()))
    assert asyncio.run(known.find(house.corpus, "nothing-of-this-name", COMMIT)) is None


@requirement("R-QUAR-06")
def test_of_a_skill_that_was_pulled_no_earlier_text_is_shown(house: Reading) -> None:
    kept = Kept()
    pulled = NEWER.replaced(APPLICATION, "status: alpha\n", "status: quarantined\n").load()
    assert find(house, kept, corpus=pulled) is None
    assert kept.looked == []


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"no frontmatter at all",
        STABLE.replaced(APPLICATION, "status: stable\n", "status: quarantined\n")[APPLICATION],
    ],
    ids=["no such file", "cannot be read", "was pulled then"],
)
def test_what_cannot_be_shown_is_not_there_and_is_looked_at_once(
    house: Reading, content: bytes | None
) -> None:
    kept = Kept(content)
    known = Versions(house.reader, walker(kept))
    assert find(house, known) is None
    assert find(house, known) is None
    assert len(kept.looked) == 1


def test_main_is_read_where_nobody_else_waits(house: Reading) -> None:
    readers: list[threading.Thread] = []

    class Watched(Kept):
        def file_at(self, commit: str, path: str) -> FileOfCommit | None:
            readers.append(threading.current_thread())
            return super().file_at(commit, path)

    assert find(house, Watched()) is not None
    assert threading.main_thread() not in readers


def test_a_text_of_an_older_corpus_is_never_taken_for_one_of_the_newer(house: Reading) -> None:
    """Main may move while a text is read."""
    kept, newer = Kept(), NEWER.load()
    known = Versions(house.reader, walker(kept))

    async def both() -> list[Earlier | None]:
        return await asyncio.gather(*(known.find(each, SKILL, COMMIT) for each in (house.corpus, newer)))

    first, second = asyncio.run(both())
    third = find(house, known, corpus=newer)
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.reading.corpus is not second.reading.corpus
    assert third.reading is second.reading
    assert len(kept.looked) == 2


def test_while_it_says_the_same_it_is_the_same_object(house: Reading) -> None:
    kept = Kept()
    known = Versions(house.reader, walker(kept))
    first, second = find(house, known), find(house, known)
    assert first is not None
    assert second is not None
    assert second.reading is first.reading
    amended_value(house.store, 35)
    third = find(house, known)
    assert third is not None
    assert third.reading is not first.reading
    assert third.reading.corpus is first.reading.corpus
    assert len(kept.looked) == 1
    assert find(house, known, corpus=NEWER.load()) is not None
    assert len(kept.looked) == 2


def test_only_so_many_are_remembered(house: Reading) -> None:
    clock = "skills/demo-clock/canonical.md"
    files = NEWER.replaced(clock, "status: beta\n", f"status: beta\nprevious_stable_sha: {COMMIT}\n")
    corpus, kept = files.load(), Kept()
    known = Versions(house.reader, walker(kept), most=1)
    for skill in (SKILL, "demo-clock", SKILL, SKILL):
        asyncio.run(known.find(corpus, skill, COMMIT))
    assert [path for _, path in kept.looked] == [APPLICATION, clock, APPLICATION]


@requirement("R-TAG-19")
def test_without_records_it_is_read_with_the_rows_of_the_files(house: Reading) -> None:
    house.store.close()
    found = find(house, Kept())
    assert found is not None
    assert found.reading.rows.values["val-00001"].text == "€20"
    assert found.reading.observed.cohort_stats is None
