"""Whatever is minted, inserted, superseded, renamed and seeded in whatever order, the catalogue holds together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import func, select

from becivic.catalogue import rows
from becivic.catalogue.contents import ReferenceChange, ValueChange
from becivic.catalogue.entries import mint, rename, uid_named
from becivic.catalogue.inserting import insert_reference, insert_value, supersede_reference, supersede_value
from becivic.catalogue.refused import HasRow, NameTaken, NoCurrentRow, NotMinted, SupersededMeanwhile
from becivic.catalogue.seeding import seed
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.submissions import ValueType
from becivic.store import revision
from becivic.store.store import Store
from tests.factories.catalogue import BY_SEED, FEE, LAW
from tests.factories.homes import NOON
from tests.requirement import requirement

PREFIXES = st.sampled_from([UidPrefix.VOLATILE_VALUE, UidPrefix.REFERENCE])
NAMES = st.sampled_from([f"demo-{word}" for word in ("one", "two", "three", "four")])
NUMBERS = st.integers(1, 9)


@dataclass
class Expected:
    """What the records should say of one uid: its name now, and what each row said, oldest first."""

    name: str
    said: list[object]


class CatalogueMachine(RuleBasedStateMachine):
    """Runs in one transaction that is undone at the end, so that one database serves every example."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.connection = store.engine.connect()
        self.connection.begin()
        self.now = NOON
        self.expected: dict[str, Expected] = {}
        self.given: dict[UidPrefix, list[int]] = {prefix: [0] for prefix in UidPrefix}
        self.revision = 0

    def teardown(self) -> None:
        self.connection.rollback()
        self.connection.close()

    def _known(self, prefix: UidPrefix, name: str) -> set[str]:
        """The uids that may answer to a name: the one that has it, else one whose current row was written under it."""
        mine = {uid: it for uid, it in self.expected.items() if uid.startswith(prefix.value)}
        named = {uid for uid, it in mine.items() if it.name == name}
        return named or {uid for uid in mine if self._written_name(uid) == name}

    def _written_name(self, uid: str) -> str | None:
        kind = rows.kind_of(uid)
        assert kind is not None
        table = kind.table.c
        found: str | None = self.connection.execute(
            select(table.name).where(table.uid == uid, table.superseded_at.is_(None))
        ).scalar()
        return found

    @rule(prefix=PREFIXES, name=NAMES)
    def minted(self, prefix: UidPrefix, name: str) -> None:
        known = self._known(prefix, name)
        uid, is_new = mint(self.connection, prefix, name, self.now)
        assert is_new is not bool(known)
        if is_new:
            assert prefix.number(uid) == self.given[prefix][-1] + 1
            self.given[prefix].append(prefix.number(uid))
            self.expected[uid] = Expected(name, [])
        else:
            assert uid in known

    @rule(prefix=PREFIXES, number=NUMBERS)
    def inserted(self, prefix: UidPrefix, number: int) -> None:
        uid = prefix.mint(number)
        it = self.expected.get(uid)
        refusal = NotMinted if it is None else HasRow if it.said else None
        if refusal is not None:
            with pytest.raises(refusal):
                self._insert(uid)
        elif it is not None:
            it.said.append(self._insert(uid))
            self.revision += 1

    def _insert(self, uid: str) -> object:
        if uid.startswith(UidPrefix.VOLATILE_VALUE):
            return insert_value(self.connection, uid, FEE, BY_SEED, self.now).value
        return insert_reference(self.connection, uid, LAW, BY_SEED, self.now).url

    @rule(prefix=PREFIXES, number=NUMBERS, amount=st.integers(0, 10**6), hours=st.integers(0, 48))
    def superseded(self, prefix: UidPrefix, number: int, amount: int, hours: int) -> None:
        self.now += timedelta(hours=hours)
        uid = prefix.mint(number)
        it = self.expected.get(uid)
        if it is None or not it.said:
            with pytest.raises(NoCurrentRow):
                self._supersede(uid, amount)
        else:
            it.said.append(self._supersede(uid, amount))
            self.revision += 1

    @rule(prefix=PREFIXES, number=NUMBERS)
    def superseded_for_a_row_of_the_past(self, prefix: UidPrefix, number: int) -> None:
        history = rows.history(self.connection, prefix.mint(number))
        if len(history) > 1:
            with pytest.raises(SupersededMeanwhile):
                self._supersede(prefix.mint(number), 1, judged=history[-1].row_id)

    def _supersede(self, uid: str, amount: int, judged: int | None = None) -> object:
        if uid.startswith(UidPrefix.VOLATILE_VALUE):
            value = ValueChange(value=amount, value_type=ValueType.INTEGER)
            return supersede_value(self.connection, uid, value, BY_SEED, self.now, judged=judged).value
        url = ReferenceChange(url=f"https://law.example/{amount}")
        return supersede_reference(self.connection, uid, url, BY_SEED, self.now, judged=judged).url

    @precondition(lambda self: self.expected)
    @rule(data=st.data(), name=NAMES)
    def renamed(self, data: st.DataObject, name: str) -> None:
        uid = data.draw(st.sampled_from(sorted(self.expected)))
        prefix = uid.partition("-")[0]
        others = [it.name for other, it in self.expected.items() if other != uid and other.startswith(prefix)]
        if name in others:
            with pytest.raises(NameTaken):
                rename(self.connection, uid, name)
        else:
            rename(self.connection, uid, name)
            self.expected[uid].name = name
            self.revision += 1

    @rule(number=NUMBERS, name=NAMES)
    def seeded(self, number: int, name: str) -> None:
        prefix = UidPrefix.VOLATILE_VALUE
        uid = prefix.mint(number)
        item: dict[str, Any] = {"uid": uid, "name": name, "status": "stable", "value": number, "unit": None}
        item |= {"value_type": "integer", "source": "ref-00001", "last_verified": "2026-11-01"}
        done = seed(self.connection, [item], [], {}, self.now)
        if number > self.given[prefix][-1]:
            self.given[prefix].append(number)
        if done.added:
            assert uid not in self.expected
            self.expected[uid] = Expected(name, [number])
            self.revision += 1
        else:
            same = uid in self.expected and self.expected[uid].name == name
            assert done.passed_over == (() if same else (uid,))

    @invariant()
    def every_uid_has_its_whole_history_in_order_and_one_current_row(self) -> None:
        for uid, it in self.expected.items():
            history = rows.history(self.connection, uid)
            assert [_said(row) for row in reversed(history)] == it.said
            assert [row.superseded_at is None for row in history] == [
                not place for place in range(len(history))
            ]
            assert [row.previous_row_id for row in history] == [row.row_id for row in history[1:]] + [
                None for _ in history[:1]
            ]
            assert rows.current(self.connection, uid) == (history[0] if history else None)
            assert {row.name for row in history} <= {it.name}
            assert all(row.status is Status.ALPHA for row in history[:-1])

    @invariant()
    def nothing_else_is_there(self) -> None:
        for kind in rows.KINDS.values():
            count = self.connection.execute(select(func.count()).select_from(kind.table)).scalar_one()
            prefix = "val" if kind is rows.VALUES else "ref"
            assert count == sum(len(it.said) for uid, it in self.expected.items() if uid.startswith(prefix))

    @invariant()
    def every_name_leads_to_its_uid_and_the_revision_counts_every_change(self) -> None:
        for uid, it in self.expected.items():
            assert uid_named(self.connection, UidPrefix(uid[:3]), it.name) == uid
        assert revision.current(self.connection) == self.revision


def _said(row: rows.ValueRow | rows.ReferenceRow) -> object:
    return row.value if isinstance(row, rows.ValueRow) else row.url


@requirement("R-CATL-03", "R-CATL-04", "R-UID-02", "R-UID-05", "R-UID-06")
def test_any_sequence_of_changes_keeps_one_current_row_and_the_whole_history(store: Store) -> None:
    class OnThisStore(CatalogueMachine):
        def __init__(self) -> None:
            super().__init__(store)

    run_state_machine_as_test(OnThisStore, settings=settings(max_examples=15, stateful_step_count=20))
