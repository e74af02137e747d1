"""Files of earlier commits, read from a real repository."""

from __future__ import annotations

from pathlib import Path

from becivic.publishing.commits import NewCommit
from becivic.publishing.history import FileHistory
from becivic.reading.main_files import FileOfCommit, file_of_main
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.factories.homes import NOON, commit, home_at


def test_a_file_is_read_as_the_commit_has_it_with_the_time_of_the_commit(tmp_path: Path) -> None:
    first = Files.valid()
    main = home_at(tmp_path, first)
    before = main.head()
    commit(main, first.replaced(CLOCK, "Count the waiting time", "Count the days"))
    assert file_of_main(FileHistory(main))(before, CLOCK) == FileOfCommit(first[CLOCK], NOON)


def test_what_main_does_not_have_is_not_there(tmp_path: Path) -> None:
    main = home_at(tmp_path, Files.valid())
    aside = main.write(NewCommit(main.head(), {APPLICATION: b"aside"}, "aside", NOON))
    read = file_of_main(FileHistory(main))
    assert read(aside, APPLICATION) is None
    assert read(main.head(), "skills/nobody/canonical.md") is None
    assert read("main", APPLICATION) is None
