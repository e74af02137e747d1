"""Who voted on a path: those on its sources too, counted and forgotten together."""

from __future__ import annotations

from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.voters import distinct_voters, forget_voters
from tests.factories.homes import NOON
from tests.factories.signals import vote
from tests.factories.table_contents import rows
from tests.requirement import requirement

PATH = (TargetType.PATH, "a-path")


@requirement("R-SALT-04")
def test_votes_on_the_sources_of_a_path_are_counted_and_forgotten_with_it(store: Store) -> None:
    vote(store, PATH, voter="one")
    vote(store, (TargetType.PATH_SOURCE, "a-path:desk"), voter="two")
    vote(store, (TargetType.PATH_SOURCE, "a-path:portal"), voter="two")
    vote(store, (TargetType.PATH_SOURCE, "another:desk"), voter="three")
    counted = store.read(lambda connection: distinct_voters(connection, *PATH, NOON))
    assert counted["distinct_ips"] == 2
    store.write(lambda connection: forget_voters(connection, *PATH))
    assert [row["voter_hash"] for row in rows(store, VALIDATIONS)] == [None, None, None, "three"]
