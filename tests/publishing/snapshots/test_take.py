"""The job `snapshot`: one commit a day at most, and enough in it to read the corpus without a database."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from becivic.corpus.checks import rule_08, rule_11
from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.publishing.snapshots.take import BRANCH, take
from becivic.rules.contract import BOT_EMAIL
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from tests.factories.corpora import PATHS, SEED, Files
from tests.factories.homes import NOON
from tests.factories.signals import vote
from tests.factories.workshops import files_on_main, open_workshop, push, text_on_main
from tests.requirement import requirement

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FILES = [
    "data-snapshot/concerns.jsonl",
    "data-snapshot/paths-2026-11-15.jsonl",
    "data-snapshot/references.jsonl",
    "data-snapshot/validations.jsonl",
    "data-snapshot/volatile-values.jsonl",
    "data-snapshot/votes.jsonl",
]


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


@requirement("R-BAK-01", "R-BAK-02", "R-PCAT-03")
def test_the_rows_and_the_paths_of_the_day_are_in_one_commit(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    before = workshop.repository.head()
    report = take(workshop, NOON)
    assert report.commit == workshop.repository.head()
    assert workshop.repository.parents(report.commit) == [before]
    assert sorted(workshop.repository.changed_files(before, report.commit)) == FILES
    assert report.lines["data-snapshot/volatile-values.jsonl"] == 2
    assert report.as_json() == {"commit": report.commit, "lines": report.lines}
    assert workshop.forge.find(BRANCH) is None
    (path,) = text_on_main(workshop.corpus(), FILES[1]).splitlines()
    assert json.loads(path) == json.loads(Files.valid()[PATHS])["paths"]["demo-certificate"]


def test_again_with_the_same_data_commits_nothing(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    take(workshop, NOON)
    head = workshop.repository.head()
    assert take(workshop, NOON + HOUR).commit is None
    assert take(workshop, NOON + DAY).commit is None
    assert workshop.repository.head() == head


def test_another_vote_changes_one_file(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    before = take(workshop, NOON).commit
    vote(store, (TargetType.SKILL, "demo-application"))
    after = take(workshop, NOON + DAY).commit
    assert workshop.repository.changed_files(str(before), str(after)) == ["data-snapshot/validations.jsonl"]


@requirement("R-PCAT-03")
def test_a_day_on_which_a_path_changed_has_a_file_of_its_own(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    take(workshop, NOON)
    paths = json.loads(Files.valid()[PATHS])
    paths["paths"]["demo-certificate"]["last_verified"] = "2026-11-16"
    files = files_on_main(workshop.repository)
    push(workshop, files.with_file(PATHS, json.dumps(paths, indent=2) + "\n"), NOON + DAY)
    take(workshop, NOON + DAY)
    assert "2026-11-16" in text_on_main(workshop.corpus(), "data-snapshot/paths-2026-11-16.jsonl")
    assert FILES[1] in workshop.corpus().files


@requirement("R-BAK-03", "R-TAG-19")
def test_a_corpus_without_its_seed_resolves_its_tags_from_the_snapshot(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    take(workshop, NOON)
    files = files_on_main(workshop.repository)
    whole, without = files.load(), files.without(SEED)
    bare = Files.valid().without(SEED)
    rules = [rule_08.check, rule_11.check]
    assert bare.findings(rules) != []
    assert without.findings(rules) == files.findings(rules) == []
    cited = {element.get("uid") for skill in whole.skills.values() for element in skill.body.citations}
    assert cited
    for uid in cited:
        assert without.load().catalogue.row(str(uid)) == whole.seed.row(str(uid))


@requirement("R-BAK-02", "R-REPO-08")
def test_the_corpus_with_its_snapshot_breaks_no_rule(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    base = files_on_main(workshop.repository)
    take(workshop, NOON)
    files = files_on_main(workshop.repository)
    assert files.findings(ALL_RULES, base=base, author_email=BOT_EMAIL) == base.findings(ALL_RULES)
