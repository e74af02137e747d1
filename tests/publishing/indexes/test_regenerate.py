"""The job `index`: one commit when something changed, none when nothing did, the same bytes for the same inputs."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.publishing.indexes.regenerate import BRANCH, IndexReport, generated_files, regenerate
from becivic.publishing.indexes.signals import read_signals
from becivic.publishing.records import fill_records
from becivic.rules.contract import BOT_EMAIL
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from tests.factories.corpora import APPLICATION, Files
from tests.factories.homes import NOON
from tests.factories.signals import concern, vote
from tests.factories.workshops import files_on_main, open_workshop, push, text_on_main
from tests.requirement import requirement

APPLY = (TargetType.SKILL, "demo-application")
LATER = NOON + timedelta(days=1)
EVER_LATER = NOON + timedelta(days=400)
GENERATED = (
    "docs.json",
    "docs/activity/global.json",
    "docs/activity/global.md",
    "paths/activity.json",
    "skills/index.json",
)


@requirement("R-IDX-02", "R-IDX-04", "R-IDX-05", "R-REPO-13")
def test_everything_is_in_one_commit_by_the_bot_that_no_ci_runs_on(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    before = workshop.repository.head()
    report = regenerate(workshop, LATER)
    assert report == IndexReport(workshop.repository.head(), GENERATED, 0)
    assert report.as_json() == {"commit": report.commit, "files": list(GENERATED), "caught_up": 0}
    assert workshop.repository.parents(str(report.commit)) == [before]
    assert sorted(workshop.repository.changed_files(before, str(report.commit))) == list(GENERATED)
    assert workshop.forge.find(BRANCH) is None
    schemas = {
        "skills/index.json": SchemaFile.SKILLS_INDEX,
        "paths/activity.json": SchemaFile.PATHS_ACTIVITY,
        "docs/activity/global.json": SchemaFile.ACTIVITY,
    }
    for file, schema in schemas.items():
        assert packaged_registry().faults(schema, json.loads(text_on_main(workshop.corpus(), file))) == []


@requirement("R-IDX-02", "R-REPO-08")
def test_run_again_whenever_it_commits_nothing(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    vote(store, APPLY)
    concern(store, APPLY)
    regenerate(workshop, LATER)
    head = workshop.repository.head()
    assert regenerate(workshop, EVER_LATER) == IndexReport(None, (), 0)
    assert workshop.repository.head() == head


@requirement("R-IDX-05")
def test_a_vote_changes_only_what_tells_of_it(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    regenerate(workshop, LATER)
    vote(store, APPLY, at=LATER)
    assert regenerate(workshop, LATER).files == (
        "docs/activity/global.json",
        "docs/activity/global.md",
        "skills/index.json",
    )


@requirement("R-IDX-05")
def test_what_a_maintainer_pushed_is_caught_up_and_indexed(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    regenerate(workshop, LATER)
    files = files_on_main(workshop.repository)
    text = files[APPLICATION].decode().replace("id: demo-application", "id: demo-another")
    pushed = push(workshop, files.with_file("skills/demo-another/canonical.md", text), LATER)
    report = regenerate(workshop, EVER_LATER)
    assert report.caught_up == 1
    assert "skills/demo-another" in text_on_main(workshop.corpus(), "docs.json")
    first = json.loads(text_on_main(workshop.corpus(), "skills/index.json"))["skills"][0]
    assert (first["id"], first["commit"]) == ("demo-another", pushed[:7])


@requirement("R-CI-03", "R-REPO-08")
def test_the_corpus_with_its_generated_files_breaks_no_rule(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    base = files_on_main(workshop.repository)
    regenerate(workshop, LATER)
    files = files_on_main(workshop.repository)
    assert files.findings(ALL_RULES, base=base, author_email=BOT_EMAIL) == base.findings(ALL_RULES)
    assert Loader().load(workshop.repository.at(workshop.repository.head())).findings == ()


def test_a_navigation_that_cannot_be_read_is_left_alone_and_said(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    workshop = open_workshop(store, tmp_path, Files.valid().with_file("docs.json", "[]\n"))
    assert "docs.json" not in regenerate(workshop, LATER).files
    assert caplog.messages == [
        "docs.json cannot be read and is left as it is; its navigation is not made anew."
    ]


@requirement("R-REPO-13")
def test_the_packaged_navigation_needs_no_hand(store: Store) -> None:
    corpus = Loader().load(DirectoryTree(corpus_folder()))
    fill_records(store, corpus, NOON)
    made = generated_files(corpus, store.read(read_signals))
    assert made["docs.json"] == (corpus_folder() / "docs.json").read_bytes()


def test_a_run_asks_the_database_as_often_whatever_the_corpus_holds(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    asked: list[str] = []
    for engine in {store.engine, store._readers}:
        event.listen(engine, "before_cursor_execute", lambda *told: asked.append(str(told[2])))
    regenerate(workshop, LATER)
    few = len(asked)
    files = files_on_main(workshop.repository)
    for number in range(20):
        text = files[APPLICATION].decode().replace("id: demo-application", f"id: demo-more-{number}")
        files = files.with_file(f"skills/demo-more-{number}/canonical.md", text)
    push(workshop, files, LATER)
    asked.clear()
    regenerate(workshop, LATER)
    assert len(asked) <= few + 3  # the twenty are entered in one statement
