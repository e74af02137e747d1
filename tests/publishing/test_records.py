"""At every start the records get what the corpus implies and they have not: once, in one write."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Row, select, update

from becivic.catalogue import rows
from becivic.catalogue.entries import mint, uid_named
from becivic.catalogue.seeding import Seeded
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree, MemoryTree
from becivic.packaged import corpus_folder
from becivic.publishing.last_changes import content_id
from becivic.publishing.records import Filled, catch_up, fill_records
from becivic.publishing.repository import CorpusRepository
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store import revision
from becivic.store.sequences import next_uid
from becivic.store.store import Store, open_store
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import moment
from tests.factories.corpora import APPLICATION, PATHS, SEED, Files
from tests.factories.homes import NOON, filled_home
from tests.requirement import requirement

LATER = NOON + timedelta(days=1)
SNAPSHOT = "data-snapshot/references.jsonl"


def _artefacts(store: Store) -> dict[tuple[str, str], tuple[str, str, str]]:
    found = store.read(lambda connection: connection.execute(select(ARTEFACTS)).all())
    return {
        (row.target_type, row.target_id): (row.status, row.version, row.cohort_started_at) for row in found
    }


@requirement("R-UID-02")
def test_a_first_start_fills_catalogue_uids_and_cohorts_from_the_packaged_corpus(store: Store) -> None:
    corpus = Loader().load(DirectoryTree(corpus_folder()))
    filled = fill_records(store, corpus, NOON)
    assert filled.artefacts == len(corpus.skills) + len(corpus.paths.entries)
    assert len(filled.catalogue.added) == len(corpus.seed) + len(corpus.paths.entries)
    assert filled.catalogue.passed_over == ()
    with store.engine.connect() as connection:
        for uid in filled.catalogue.added:
            assert (rows.current(connection, uid) is None) is uid.startswith("pth-")
        for key, entry in corpus.paths.entries.items():
            assert uid_named(connection, UidPrefix.PATH, key) == entry.fields.text("uid")
    artefacts = _artefacts(store)
    assert {began for _, _, began in artefacts.values()} == {"2026-11-15T12:00:00.000000Z"}
    for key, skill in corpus.skills.items():
        assert artefacts[TargetType.SKILL, key][:2] == (skill.status, str(skill.version))
    for key, entry in corpus.paths.entries.items():
        assert artefacts[TargetType.PATH, key][:2] == (entry.status, str(entry.version))


def test_a_start_with_nothing_new_changes_nothing(store: Store) -> None:
    corpus = Files.valid().load()
    fill_records(store, corpus, NOON)
    before, counted = _artefacts(store), store.read(revision.current)
    assert fill_records(store, corpus, LATER) == Filled(Seeded((), ()), 0)
    assert _artefacts(store) == before
    assert store.read(revision.current) == counted


def test_a_later_start_adds_what_is_new_and_leaves_cohorts_alone(store: Store) -> None:
    fill_records(store, Files.valid().without(APPLICATION).load(), NOON)
    settled = update(ARTEFACTS).values(status=Status.BETA.value, version="0.2.0")
    store.write(lambda connection: connection.execute(settled).rowcount)
    before = _artefacts(store)
    assert fill_records(store, Files.valid().load(), LATER).artefacts == 1
    after = _artefacts(store)
    assert after.pop((TargetType.SKILL, "demo-application"))[2] == "2026-11-16T12:00:00.000000Z"
    assert after == before


def test_an_artefact_without_a_readable_status_or_version_has_no_record(store: Store) -> None:
    files = Files.valid().replaced(APPLICATION, "status: alpha", "status: odd")
    paths = json.loads(files[PATHS])
    first, *_ = paths["paths"]
    paths["paths"][first]["version"] = "one"
    fill_records(store, files.with_file(PATHS, json.dumps(paths)).load(), NOON)
    assert (TargetType.SKILL, "demo-application") not in _artefacts(store)
    assert (TargetType.PATH, first) not in _artefacts(store)
    assert _artefacts(store)


def test_a_path_whose_uid_is_not_one_is_left_to_the_checks(store: Store) -> None:
    paths = json.loads(Files.valid()[PATHS])
    for entry in paths["paths"].values():
        entry["uid"] = "pth-1"
    filled = fill_records(store, Files.valid().with_file(PATHS, json.dumps(paths)).load(), NOON)
    assert not any(uid.startswith("pth-") for uid in filled.catalogue.added)


def test_a_corpus_without_a_seed_has_artefacts_all_the_same(store: Store) -> None:
    filled = fill_records(store, Files.valid().without(SEED).load(), NOON)
    assert filled.artefacts > 0
    assert all(uid.startswith("pth-") for uid in filled.catalogue.added)


def test_a_seed_that_breaks_its_schema_is_not_taken_and_said_so(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    files = Files.valid().replaced(SEED, '"value": 20', '"value": "twenty"')
    filled = fill_records(store, files.load(), NOON)
    assert all(uid.startswith("pth-") for uid in filled.catalogue.added)
    assert caplog.messages == [
        "catalogue-seed.json does not satisfy its schema and is not taken; `becivic check` says why."
    ]


def test_a_uid_the_records_know_otherwise_is_said_and_the_records_stand(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    store.write(lambda connection: mint(connection, UidPrefix.VOLATILE_VALUE, "demo-minted", NOON))
    assert fill_records(store, Files.valid().load(), NOON).catalogue.passed_over == ("val-00001",)
    assert caplog.messages == [
        "val-00001 is not taken from the corpus: the records know its uid or its name otherwise."
    ]


@requirement("R-UID-02")
def test_a_uid_that_a_snapshot_tells_of_is_never_given_out_again(store: Store) -> None:
    told = '{"uid": "ref-00090", "name": "demo-law-ninety"}\n{"uid": "odd", "name": "demo-odd"}\n'
    fill_records(store, Files.valid().with_file(SNAPSHOT, told).load(), NOON)
    assert store.write(lambda connection: next_uid(connection, UidPrefix.REFERENCE)) == "ref-00091"


@requirement("R-UID-02", "R-CATL-03")
def test_replicas_that_start_together_fill_once(database_url: str) -> None:
    corpus = Files.valid().load()
    stores = [open_store(database_url) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(lambda store: fill_records(store, corpus, NOON), stores)
    assert min(first.artefacts, second.artefacts) == 0
    assert {first.catalogue.added, second.catalogue.added} > {()}
    assert not first.catalogue.passed_over
    assert not second.catalogue.passed_over
    for store in stores:
        store.close()


# --- what came to main another way ----------------------------------------------------------------------------

APPLY = (TargetType.SKILL, "demo-application")
RETITLED = Files.valid().replaced(APPLICATION, "Apply for a demonstration", "Ask for a demonstration")


def _rows(store: Store) -> dict[tuple[str, str], Row[Any]]:
    found = store.read(lambda connection: connection.execute(select(ARTEFACTS)).all())
    return {(row.target_type, row.target_id): row for row in found}


def _corpus(repository: CorpusRepository) -> Corpus:
    return Loader().load(repository.at(repository.head()))


def _caught_up(store: Store, repository: CorpusRepository, corpus: Corpus | None = None) -> int:
    seen = corpus or _corpus(repository)
    return store.write(lambda connection: catch_up(connection, seen, repository, LATER))


def _push(repository: CorpusRepository, files: Files, when: datetime = LATER) -> str:
    return repository.commit(MemoryTree(files), "a push", when)


def test_at_a_first_start_artefacts_are_of_the_import_and_their_cohorts_begin_there(
    store: Store, tmp_path: Path
) -> None:
    repository = filled_home(tmp_path)
    corpus = _corpus(repository)
    assert fill_records(store, corpus, LATER, repository).artefacts == len(_rows(store))
    row = _rows(store)[APPLY]
    assert (row.commit_sha, row.blob_id) == (repository.head(), content_id(corpus.skills[APPLY[1]]))
    assert row.changed_at == row.cohort_started_at == moment(NOON)
    assert _caught_up(store, repository) == 0


def test_a_database_from_before_learns_when_things_changed_and_keeps_its_cohorts(
    store: Store, tmp_path: Path
) -> None:
    repository = filled_home(tmp_path)
    fill_records(store, _corpus(repository), LATER)
    assert _rows(store)[APPLY].commit_sha is None
    counted = store.read(revision.current)
    assert _caught_up(store, repository) == len(_rows(store))
    row = _rows(store)[APPLY]
    assert (row.commit_sha, row.changed_at) == (repository.head(), moment(NOON))
    assert row.cohort_started_at == moment(LATER)
    assert store.read(revision.current) == counted + 1


@requirement("R-VER-03")
def test_a_pushed_patch_keeps_the_cohort(store: Store, tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    fill_records(store, _corpus(repository), NOON, repository)
    before = _rows(store)
    pushed = _push(repository, RETITLED.replaced(APPLICATION, "version: 0.1.0", "version: 0.1.1"))
    assert _caught_up(store, repository) == 1
    after = _rows(store)
    row = after.pop(APPLY)
    assert (row.version, row.commit_sha, row.changed_at) == ("0.1.1", pushed, moment(LATER))
    assert row.cohort_started_at == moment(NOON)
    before.pop(APPLY)
    assert after == before


@requirement("R-VER-03")
@pytest.mark.parametrize(
    ("status", "version"),
    [("beta", "0.2.0"), ("alpha", "0.2.0"), ("deprecated", "0.1.0"), ("stable", "1.0.0")],
)
def test_a_pushed_status_or_line_begins_a_cohort(
    store: Store, tmp_path: Path, status: str, version: str
) -> None:
    repository = filled_home(tmp_path)
    fill_records(store, _corpus(repository), NOON, repository)
    frozen = update(ARTEFACTS).values(distinct_frozen="{}")
    store.write(lambda connection: connection.execute(frozen).rowcount)
    files = RETITLED.replaced(APPLICATION, "status: alpha", f"status: {status}")
    if version != "0.1.0":
        files = files.replaced(APPLICATION, "version: 0.1.0", f"version: {version}")
    _push(repository, files)
    assert _caught_up(store, repository) == 1
    row = _rows(store)[APPLY]
    assert (row.status, row.version, row.cohort_started_at) == (status, version, moment(LATER))
    assert row.distinct_frozen is None


def test_a_pushed_artefact_is_entered_with_its_commit(store: Store, tmp_path: Path) -> None:
    repository = filled_home(tmp_path, Files.valid().without(APPLICATION))
    fill_records(store, _corpus(repository), NOON, repository)
    pushed = _push(repository, Files.valid())
    assert _caught_up(store, repository) == 1
    row = _rows(store)[APPLY]
    assert (row.commit_sha, row.cohort_started_at) == (pushed, moment(LATER))


def test_a_corpus_that_is_older_than_the_records_changes_nothing(store: Store, tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    old = _corpus(repository)
    fill_records(store, old, NOON, repository)
    _push(repository, RETITLED)
    assert _caught_up(store, repository) == 1
    before = _rows(store)
    assert _caught_up(store, repository, old) == 0
    assert _rows(store) == before


def test_an_artefact_that_main_has_no_longer_keeps_its_record(store: Store, tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    fill_records(store, _corpus(repository), NOON, repository)
    before = _rows(store)
    _push(repository, Files.valid().without(APPLICATION))
    assert _caught_up(store, repository) == 0
    assert _rows(store) == before
