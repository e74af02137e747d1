from __future__ import annotations

import pytest
from sqlalchemy import Connection, Table, insert, update

from becivic.intake.addresses import AddressHasher
from becivic.intake.refusal import Refusal
from becivic.intake.stages.self_validation import block_self_validation
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.store import written
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.keeping import SALTS
from tests.factories.intake import AUTHOR, KEY, SOMEBODY, desk, service, submission
from tests.factories.oracle import NOW
from tests.requirement import requirement


def judged(store: Store, found: Submission, address: str) -> Submission | Refusal:
    return store.read(lambda connection: block_self_validation(found, desk(connection, address=address)))


@requirement("R-PIPE-09", "R-SALT-03", "R-SALT-04", "R-SALT-07")
@pytest.mark.parametrize(
    ("name", "target_id"),
    [
        ("validations/valid/skill-confirm", "nationality-application"),
        ("validations/valid/observation-up", "con-00001"),
        ("validations/valid/path-confirm", "certificate-of-residence-history"),
        ("validations/valid/path-source-confirm", "certificate-of-residence-history:commune-desk"),
        ("ratings/valid/skill-five", "nationality-application"),
    ],
)
def test_an_author_is_turned_away_and_nobody_else(store: Store, name: str, target_id: str) -> None:
    service(store)
    found = submission(name, target_id=target_id)
    assert judged(store, found, SOMEBODY) is found
    refused = judged(store, found, AUTHOR)
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.pointer) == (ErrorCategory.SELF_VALIDATION_BLOCKED, "/target_id")


@requirement("R-SALT-08")
@pytest.mark.parametrize(
    ("name", "table", "uid"),
    [
        ("validations/valid/volatile-value-confirm", VOLATILE_VALUES, "val-00001"),
        ("validations/valid/reference-confirm", REFERENCES, "ref-00001"),
    ],
)
def test_the_author_of_a_row_does_not_vote_on_it(store: Store, name: str, table: Table, uid: str) -> None:
    service(store)
    found = submission(name, target_id=uid)
    assert judged(store, found, AUTHOR) is found  # the seed has no author
    columns = {"per_artefact_salt": "grain", "created_by_ip_hash": AddressHasher(KEY).hash("grain", AUTHOR)}
    store.write(lambda connection: _superseded(connection, table, uid, columns))
    assert isinstance(judged(store, found, AUTHOR), Refusal)
    assert judged(store, found, SOMEBODY) is found


def _superseded(connection: Connection, table: Table, uid: str, columns: dict[str, str]) -> None:
    current = (
        connection.execute(table.select().where(table.c.uid == uid, table.c.superseded_at.is_(None)))
        .mappings()
        .one()
    )
    connection.execute(
        update(table).where(table.c.row_id == current["row_id"]).values(superseded_at=written.moment(NOW))
    )
    fresh = {name: value for name, value in current.items() if name not in ("row_id", "superseded_at")}
    connection.execute(insert(table).values(**{**fresh, **columns}))


@requirement("R-SALT-03")
def test_everybody_who_wrote_a_part_of_an_artefact_is_an_author(store: Store) -> None:
    service(store)
    amender = "203.0.113.80"
    store.write(
        lambda connection: connection.execute(
            insert(SALTS).values(
                key="submission:amd_x:salt",
                artefact="skill:nationality-application",
                salt="another",
                submitter_hash=AddressHasher(KEY).hash("another", amender),
                created_at=written.moment(NOW),
            )
        )
    )
    found = submission("validations/valid/skill-confirm", target_id="nationality-application")
    for address in (amender, AUTHOR):
        assert isinstance(judged(store, found, address), Refusal)


@pytest.mark.parametrize(
    "name",
    ["concerns/valid/skill-commune-ixelles", "ratings/valid/session-five", "analytics/valid/session-start"],
)
def test_what_is_no_vote_concerns_nobody(name: str) -> None:
    found = submission(name)
    assert block_self_validation(found, desk(address=AUTHOR)) is found
