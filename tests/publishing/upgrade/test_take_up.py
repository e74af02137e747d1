"""A newer packaged corpus on a home that lives: taken up once, as one commit; else a maintainer is asked (design 3)."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from becivic import __version__
from becivic.publishing.commit import merging
from becivic.publishing.records import fill_records
from becivic.publishing.upgrade import taking
from becivic.publishing.upgrade.outcome import Outcome, Upgrade
from becivic.publishing.upgrade.remembered import REF
from becivic.publishing.workshop import Workshop
from becivic.rules.contract import BOT_EMAIL
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS, REVIEW_ITEMS
from tests.factories.corpora import APPLICATION, CLOCK, SEED, Files
from tests.factories.corpus_edits import NEW, with_new_skill
from tests.factories.json_edits import DEMO, with_path, with_value
from tests.factories.table_contents import contents, rows
from tests.factories.workshops import files_on_main, text_on_main
from tests.publishing.upgrade.scene import (
    LATER,
    LEAP,
    OLD,
    REWORDED,
    edit_main,
    newer,
    refs,
    skill_version,
    taken,
)
from tests.requirement import requirement


def test_the_package_that_main_was_imported_from_is_not_newer(workshop: Workshop) -> None:
    head, before = workshop.repository.head(), contents(workshop.store)
    assert not newer(workshop, OLD)
    assert taken(workshop, OLD) is None
    assert workshop.repository.head() == head
    assert contents(workshop.store) == before
    assert REF in refs(workshop), "noted, so that a retraction cannot make it look newer"


def test_what_the_service_generates_is_never_a_packages(workshop: Workshop) -> None:
    generated = OLD.with_file("docs.json", "{}\n").with_file("data-snapshot/references.jsonl", "{}\n")
    assert not newer(workshop, generated.with_file("data-snapshot/README.md", "Words.\n"))


@requirement("R-VER-08")
def test_a_newer_package_is_one_commit_of_the_bot_with_versions_counted_from_main(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    was, head = skill_version(workshop, "demo-clock"), workshop.repository.head()
    package = REWORDED.replaced(CLOCK, "version: 0.2.3", "version: 0.2.9")
    assert newer(workshop, package)
    with caplog.at_level(logging.INFO, "becivic"):
        done = taken(workshop, package)
    assert done is not None
    assert (done.outcome, done.files, done.commit) == (Outcome.TAKEN_UP, (CLOCK,), workshop.repository.head())
    assert workshop.repository.parents(done.commit or "") == [head]
    told = workshop.repository.told(done.commit or "")
    assert told.message.startswith(f"maintenance: take up the corpus packaged with becivic {__version__}")
    assert told.author.email == BOT_EMAIL
    assert (was, skill_version(workshop, "demo-clock")) == (("0.2.3", "beta"), ("0.2.4", "beta"))
    assert "as law says" in text_on_main(workshop.corpus(), CLOCK)
    assert done.recounted == ("skill demo-clock",)
    assert "counted anew" in caplog.text
    (request,) = rows(workshop.store, CHANGE_REQUESTS)
    assert (request["state"], request["merge_commit"]) == ("merged", done.commit)
    (artefact,) = [row for row in rows(workshop.store, ARTEFACTS) if row["target_id"] == "demo-clock"]
    assert (artefact["version"], artefact["commit_sha"]) == ("0.2.4", done.commit)
    assert [name for name in refs(workshop) if "packaged/" in name] == []
    assert rows(workshop.store, REVIEW_ITEMS) == []


def test_it_is_taken_up_once(workshop: Workshop) -> None:
    taken(workshop, REWORDED)
    head, before = workshop.repository.head(), contents(workshop.store)
    assert not newer(workshop, REWORDED)
    assert taken(workshop, REWORDED) is None
    assert (workshop.repository.head(), contents(workshop.store)) == (head, before)


def test_what_people_changed_on_main_stays(workshop: Workshop) -> None:
    main = OLD.replaced(CLOCK, "summary: How", "summary: Just how").replaced(CLOCK, "0.2.3", "0.2.4")
    edit_main(workshop, with_path(main, "demo-second"))
    package = REWORDED.replaced(CLOCK, "0.2.3", "0.2.4")
    done = taken(workshop, with_path(package, "demo-third", uid="pth-00003"))
    assert done is not None
    assert done.outcome is Outcome.TAKEN_UP, done
    text = text_on_main(workshop.corpus(), CLOCK)
    assert "summary: Just how" in text
    assert "as law says" in text
    assert "version: 0.2.5" in text
    assert list(workshop.corpus().paths.entries) == ["demo-certificate", "demo-second", "demo-third"]


def test_a_second_package_is_compared_with_the_first(workshop: Workshop) -> None:
    taken(workshop, REWORDED)
    main = files_on_main(workshop.repository)
    edit_main(workshop, main.replaced(CLOCK, "as law says", "as the law says"))
    second = REWORDED.replaced(APPLICATION, "Some counters", "Most counters")
    done = taken(workshop, second)
    assert done is not None
    assert (done.outcome, done.files) == (Outcome.TAKEN_UP, (APPLICATION,))
    assert "as the law says" in text_on_main(workshop.corpus(), CLOCK)


def test_main_that_has_it_already_is_noted_and_left_alone(workshop: Workshop) -> None:
    head = edit_main(workshop, REWORDED)
    assert newer(workshop, REWORDED)
    assert taken(workshop, REWORDED) is None
    assert workshop.repository.head() == head
    assert not newer(workshop, REWORDED)


def test_another_version_alone_is_no_change(workshop: Workshop) -> None:
    head = workshop.repository.head()
    package = with_value(OLD.replaced(CLOCK, "0.2.3", "0.2.4"), f"{DEMO}/version", "0.1.1")
    assert taken(workshop, package) is None
    assert workshop.repository.head() == head


def test_files_that_are_not_packaged_any_more_stay_and_are_said(workshop: Workshop) -> None:
    process = "skills/demo-application/process.mmd"
    done = taken(workshop, REWORDED.without(process))
    assert done is not None
    assert done.stays == (process,)
    assert process in workshop.corpus().files


def test_new_skills_and_what_they_cite_come_with_the_seed(workshop: Workshop) -> None:
    seed = json.loads(OLD[SEED])
    first: dict[str, Any] = seed["volatile_values"][0]
    seed["volatile_values"].append({**first, "uid": "val-00777", "name": "demo-new-fee-eur"})
    package = with_new_skill(OLD.with_file(SEED, json.dumps(seed, indent=2) + "\n"))
    tag = 'Pay <VV name="demo-new-fee-eur" uid="val-00777">20</VV>. Leap'
    package = package.replaced(NEW, "Leap", tag)
    done = taken(workshop, package)
    assert done is not None
    assert done.outcome is Outcome.TAKEN_UP, rows(workshop.store, REVIEW_ITEMS)
    fill_records(workshop.store, workshop.corpus(), LATER, workshop.repository)
    assert "val-00777" in {row["uid"] for row in rows(workshop.store, VOLATILE_VALUES)}


# --- what does not fit --------------------------------------------------------------------------------------------


CONFLICT = OLD.replaced(CLOCK, LEAP, "Leap years count never.")


def asked(workshop: Workshop, files: Files) -> Upgrade:
    done = taken(workshop, files)
    assert done is not None
    assert done.outcome is Outcome.WAITS
    return done


def test_the_same_lines_wait_for_a_maintainer_and_main_is_as_it_was(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    head = edit_main(workshop, CONFLICT)
    done = asked(workshop, REWORDED.replaced(APPLICATION, "Some counters", "Most counters"))
    assert done.conflicts == (CLOCK,)
    assert workshop.repository.head() == head
    assert "does not fit onto main" in caplog.text
    (item,) = rows(workshop.store, REVIEW_ITEMS)
    assert (item["queue"], item["subject_id"]) == ("drafts", done.branch)
    assert CLOCK in item["detail"]
    request = workshop.forge.find(done.branch)
    assert request is not None
    assert set(workshop.forge.merged_files(done.branch, head)) == {CLOCK, APPLICATION}


def test_nobody_is_asked_twice_about_one_package(workshop: Workshop) -> None:
    edit_main(workshop, CONFLICT)
    done = asked(workshop, REWORDED)
    before, names = contents(workshop.store), refs(workshop)
    assert not newer(workshop, REWORDED)
    assert taken(workshop, REWORDED) is None
    assert (contents(workshop.store), refs(workshop)) == (before, names)
    merging.close(workshop, done.branch, LATER)
    assert not newer(workshop, REWORDED)
    assert taken(workshop, REWORDED) is None


def test_what_a_maintainer_merges_is_taken_up(workshop: Workshop) -> None:
    edit_main(workshop, CONFLICT)
    done = asked(workshop, REWORDED)
    resolved = merging.merge(workshop, done.branch, LATER)
    assert resolved.failure is None, resolved
    assert "as law says" in text_on_main(workshop.corpus(), CLOCK)
    assert newer(workshop, REWORDED), "nobody has noted it yet"
    assert taken(workshop, REWORDED) is None
    assert not newer(workshop, REWORDED)
    (item,) = rows(workshop.store, REVIEW_ITEMS)
    assert item["outcome"] == "merged"


def test_a_file_that_somebody_took_away_from_main_comes_back_only_by_a_maintainer(workshop: Workshop) -> None:
    edit_main(workshop, OLD.without("docs/submission-contract-v2.mdx"))
    package = OLD.with_file("docs/submission-contract-v2.mdx", "Other words.\n")
    assert asked(workshop, package).conflicts == ("docs/submission-contract-v2.mdx",)


def test_what_would_break_a_rule_waits_and_says_which_and_where(workshop: Workshop) -> None:
    head = workshop.repository.head()
    done = asked(workshop, OLD.replaced(APPLICATION, 'Path id="demo-certificate"', 'Path id="nowhere"'))
    assert done.broken
    assert workshop.repository.head() == head
    (item,) = rows(workshop.store, REVIEW_ITEMS)
    assert f"{APPLICATION}:" in item["detail"]
    assert done.broken[0] in item["detail"]


def test_a_uid_that_the_records_gave_to_something_else_waits(workshop: Workshop) -> None:
    """A home mints too: a package must not bind its numbers to other things."""
    seed = json.loads(OLD[SEED])
    first: dict[str, Any] = seed["volatile_values"][0]
    taken_name = {**first, "uid": "val-00777", "name": first["name"]}
    seed["volatile_values"][0] = {**first, "name": "demo-other-name-eur"}
    seed["volatile_values"].append(taken_name)
    package = with_new_skill(OLD.with_file(SEED, json.dumps(seed, indent=2) + "\n"))
    tag = f'Pay <VV name="{first["name"]}" uid="val-00777">20</VV>. Leap'
    assert "rule-08" in asked(workshop, package.replaced(NEW, "Leap", tag)).broken


def test_what_cannot_be_finished_waits_as_it_is(workshop: Workshop) -> None:
    name = f"demo-{'x' * 200}"
    package = REWORDED.replaced(CLOCK, "Leap", f'<VV name="{name}">2</VV> Leap')
    done = asked(workshop, package)
    assert (done.files, done.broken) == ((CLOCK,), ())


def test_a_long_list_of_places_is_cut() -> None:
    said = taking._why([f"file-{number}" for number in range(25)], None)
    assert "file-19 and 5 more;" in said
