"""Two changes that are sound alone and not together, and what others do to main (schemas 6.1; R-CI-07, C-03)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.publishing.commit import merging
from becivic.publishing.commit.watching import leave, watch
from becivic.publishing.forge.forge import Proposed
from becivic.rules.publishing import Failure
from becivic.rules.submissions import SubmissionType
from becivic.store import reviews
from becivic.store.reviews import Act
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS, AUDIT_LOG, REVIEW_ITEMS
from becivic.store.tables.lifecycle import REMEMBERED
from tests.factories.corpora import Files
from tests.factories.homes import commit
from tests.factories.intake import fixture_files
from tests.factories.payloads import payload
from tests.factories.press import Press, press
from tests.requirement import requirement

ONE = "skills/nationality-application/canonical.md"
OTHER = "skills/nationality-residence-clock/canonical.md"


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


def requiring(text: bytes, other: str) -> bytes:
    """The skill with a requirement more, its version as it was."""
    head, rest = text.decode().split("\n---\n", 1)
    before, found, after = head.partition("\nrequires:\n")
    line = f"  - id: {other}\n"
    grown = f"{before}\nrequires:\n{line}{after}" if found else f"{head}\nrequires:\n{line.rstrip()}"
    return f"{grown}\n---\n{rest}".encode()


def without_requirements(files: Files) -> Files:
    """Neither requires the other, so that each may begin to."""
    for file in (ONE, OTHER):
        head, rest = files[file].decode().split("\n---\n", 1)
        lines, kept, skipping = head.split("\n"), [], False
        for line in lines:
            skipping = line.startswith("requires:") or (skipping and line.startswith((" ", "-")))
            if not skipping:
                kept.append(line)
        files = files.with_file(file, "\n".join(kept) + "\n---\n" + rest)
    return files


def test_a_cycle_made_by_two_changes_that_are_sound_alone_is_caught_when_the_second_is_merged(
    store: Store, tmp_path: Path
) -> None:
    house = press(store, tmp_path / "home", without_requirements(fixture_files()))
    base = house.corpus
    for branch, file, other in (
        ("fix/one", ONE, "nationality-residence-clock"),
        ("fix/other", OTHER, "nationality-application"),
    ):
        changed = requiring(base.tree.read(file), other)
        house.workshop.forge.open(
            Proposed(branch, base.commit or "", {file: changed}, f"{branch}\n", house.now)
        )
    assert merging.merge(house.workshop, "fix/one", house.now).failure is None
    resolved = merging.merge(house.workshop, "fix/other", house.now)
    assert resolved.failure is Failure.CHECKS_FAILED
    assert "graph-acyclic" in {finding.rule for finding in resolved.findings}


@requirement("R-CI-07")
def test_a_cycle_that_was_merged_past_the_service_is_told_to_a_person(store: Store, tmp_path: Path) -> None:
    files = without_requirements(fixture_files())
    house = press(store, tmp_path / "home", files)
    assert watch(house.workshop, house.now) == []
    leave(house.workshop)
    assert watch(house.workshop, house.now) == []
    one = files.with_file(ONE, requiring(files[ONE], "nationality-residence-clock"))
    both = one.with_file(OTHER, requiring(files[OTHER], "nationality-application"))
    head = commit(house.workshop.repository, both)
    found = watch(house.workshop, house.now)
    assert "graph-acyclic" in {finding.rule for finding in found}
    (item,) = house.rows(REVIEW_ITEMS)
    assert (item.queue, item.subject_type, item.subject_id) == ("failed", "main", head)
    leave(house.workshop)
    assert watch(house.workshop, house.now) == []


def test_where_main_was_left_is_remembered_and_leaves_no_line_among_what_auditors_read(
    store: Store, tmp_path: Path
) -> None:
    house = press(store, tmp_path / "home")
    for _ in range(2):
        leave(house.workshop)
        commit(house.workshop.repository, fixture_files())
    assert [row.action for row in house.rows(AUDIT_LOG) if row.action == "main:seen"] == []
    (left,) = house.rows(REMEMBERED, name="main:seen")
    assert left.value == house.workshop.repository.parents(house.workshop.repository.head())[0]


def test_a_main_that_an_older_version_left_is_watched_from_there(store: Store, tmp_path: Path) -> None:
    files = without_requirements(fixture_files())
    house = press(store, tmp_path / "home", files)
    act = Act("commit", "main:seen", "main", house.workshop.repository.head())
    house.store.write(lambda connection: reviews.note(connection, act, house.now))
    one = files.with_file(ONE, requiring(files[ONE], "nationality-residence-clock"))
    commit(
        house.workshop.repository, one.with_file(OTHER, requiring(files[OTHER], "nationality-application"))
    )
    assert watch(house.workshop, house.now)
    leave(house.workshop)
    assert watch(house.workshop, house.now) == []


@requirement("R-VER-03", "R-VER-10")
@pytest.mark.parametrize("status", ["beta", "stable"])
def test_a_community_amendment_takes_a_trusted_skill_back_to_alpha(
    store: Store, tmp_path: Path, status: str
) -> None:
    version = {"beta": "0.2.3", "stable": "1.0.3"}[status]
    files = fixture_files().replaced(ONE, "status: alpha", f"status: {status}")
    house = press(store, tmp_path / "home", files.replaced(ONE, "version: 0.1.0", f"version: {version}"))
    before = house.corpus.commit
    house.sends("amendments/valid/skill/body-one-line")
    house.a_day_later()
    skill = house.corpus.skills["nationality-application"]
    assert (str(skill.status), str(skill.version)) == ("alpha", "0.1.0")
    assert skill.fields.text("previous_stable_sha") == (before if status == "stable" else "")
    (artefact,) = house.rows(ARTEFACTS, target_type="skill", target_id=skill.id)
    assert (artefact.status, artefact.version) == ("alpha", "0.1.0")
    assert artefact.cohort_started_at == artefact.changed_at


def test_on_alpha_an_amendment_counts_the_patch_and_begins_a_cohort(house: Press) -> None:
    (before,) = house.rows(ARTEFACTS, target_type="skill", target_id="nationality-application")
    house.sends("amendments/valid/skill/body-one-line")
    house.a_day_later()
    (after,) = house.rows(ARTEFACTS, target_type="skill", target_id="nationality-application")
    assert after.version == "0.1.1"
    assert after.cohort_started_at > before.cohort_started_at


def test_an_amendment_that_would_close_a_cycle_by_now_is_stopped_with_the_rule(
    store: Store, tmp_path: Path
) -> None:
    files = without_requirements(fixture_files())
    house = press(store, tmp_path / "home", files)
    sent = payload("amendments/valid/skill/frontmatter-summary")
    change = {"field_path": "requires", "proposed_value": [{"id": "nationality-residence-clock"}]}
    sent |= {
        "target_id": "nationality-application",
        "content": {**sent["content"], "frontmatter_change": change},
    }
    house.sends_payload(SubmissionType.AMENDMENT, sent)
    commit(
        house.workshop.repository, files.with_file(OTHER, requiring(files[OTHER], "nationality-application"))
    )
    report = house.a_day_later()
    assert list(report.stopped.values()) == [Failure.CHECKS_FAILED]
    (item,) = house.rows(REVIEW_ITEMS)
    assert "graph-acyclic" in {each["rule"] for each in json.loads(item.detail)}
