"""The corpus's checks can ask the records instead of the corpus's own files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import Connection, update

from becivic.catalogue.contents import ReferenceChange
from becivic.catalogue.entries import mint, rename
from becivic.catalogue.inserting import supersede_reference
from becivic.catalogue.names import DatabaseCatalogue
from becivic.corpus.checks import rule_08, rule_11, rule_13
from becivic.corpus.checks.rule import Context, run_rules
from becivic.corpus.findings import Finding
from becivic.corpus.seed import Catalogue, Row
from becivic.publishing.records import fill_records
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from tests.factories.catalogue import BY_SEED, fee, law
from tests.factories.corpora import APPLICATION, SEED, Files
from tests.factories.homes import NOON
from tests.requirement import requirement

RULES = [rule_08.check, rule_11.check, rule_13.check]


def _asked(store: Store, question: Callable[[Catalogue], Row | None]) -> Row | None:
    return store.read(lambda connection: question(DatabaseCatalogue(connection, Row)))


def _findings(store: Store, files: Files) -> list[Finding]:
    """The rules that ask a catalogue, over these files and the records."""

    def job(connection: Connection) -> list[Finding]:
        return run_rules(RULES, Context.of(files.load(), catalogue=DatabaseCatalogue(connection, Row)))

    return store.read(job)


def test_a_row_is_found_by_uid_and_by_name(store: Store) -> None:
    store.write(fee)
    store.write(law)
    value = Row("val-00001", "demo-fee-eur", "alpha")
    assert _asked(store, lambda catalogue: catalogue.row("val-00001")) == value
    assert _asked(store, lambda catalogue: catalogue.named(UidPrefix.VOLATILE_VALUE, "demo-fee-eur")) == value
    reference = Row("ref-00001", "demo-law-one", "alpha")
    assert _asked(store, lambda catalogue: catalogue.named(UidPrefix.REFERENCE, "demo-law-one")) == reference


@pytest.mark.parametrize("uid", ["val-00001", "ref-00001", "pth-00001", "", "anything"])
def test_what_is_not_there_is_none(store: Store, uid: str) -> None:
    assert _asked(store, lambda catalogue: catalogue.row(uid)) is None
    assert _asked(store, lambda catalogue: catalogue.named(UidPrefix.REFERENCE, uid)) is None


def test_a_uid_that_was_given_out_but_has_no_row_yet_cannot_be_cited(store: Store) -> None:
    store.write(lambda connection: mint(connection, UidPrefix.REFERENCE, "demo-law-one", NOON))
    assert _asked(store, lambda catalogue: catalogue.named(UidPrefix.REFERENCE, "demo-law-one")) is None


@requirement("R-UID-05")
def test_after_a_rename_a_uid_resolves_to_its_new_name_and_the_old_name_to_the_uid(store: Store) -> None:
    uid = store.write(fee).uid
    store.write(lambda connection: rename(connection, uid, "demo-handling-fee-eur"))
    renamed = Row(uid, "demo-handling-fee-eur", "alpha")
    assert _asked(store, lambda catalogue: catalogue.row(uid)) == renamed
    values = UidPrefix.VOLATILE_VALUE
    assert _asked(store, lambda catalogue: catalogue.named(values, "demo-handling-fee-eur")) == renamed
    assert _asked(store, lambda catalogue: catalogue.named(values, "demo-fee-eur")) == renamed


@requirement("R-CI-09")
def test_a_corpus_whose_seed_is_in_the_records_is_clean_by_the_records_alone(store: Store) -> None:
    assert len(_findings(store, Files.valid())) > 0
    fill_records(store, Files.valid().load(), NOON)
    assert _findings(store, Files.valid().without(SEED)) == []


@requirement("R-CI-09")
def test_a_row_that_the_records_put_out_of_use_may_not_be_cited(store: Store) -> None:
    fill_records(store, Files.valid().load(), NOON)
    quarantined = update(VOLATILE_VALUES).where(VOLATILE_VALUES.c.uid == "val-00001")
    store.write(lambda c: c.execute(quarantined.values(status=Status.QUARANTINED.value)).rowcount)
    (found,) = _findings(store, Files.valid())
    assert (found.rule, found.place.line) == ("rule-08", Files.valid().line_of(APPLICATION, "val-00001"))


@requirement("R-UID-05")
def test_a_tag_with_an_old_name_still_resolves_and_is_told_the_new_one(store: Store) -> None:
    fill_records(store, Files.valid().load(), NOON)
    store.write(lambda connection: rename(connection, "val-00001", "demo-other-name-eur"))
    found = _findings(store, Files.valid())
    assert {finding.rule for finding in found} == {"rule-11"}
    assert "demo-other-name-eur" in found[0].remedy


def test_a_corrected_row_is_cited_as_before(store: Store) -> None:
    fill_records(store, Files.valid().load(), NOON)
    change = ReferenceChange(url="https://www.ejustice.just.fgov.be/eli/moved")
    later = NOON + timedelta(days=1)
    store.write(lambda c: supersede_reference(c, "ref-00001", change, BY_SEED, later))
    assert _findings(store, Files.valid()) == []
