"""Counting what is reached finds what walking from each name finds."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from becivic.corpus.reach import Reach

NAMES = "abcdefg"
Targets = Mapping[str, list[str]]

graphs = st.dictionaries(
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(NAMES + "x"), max_size=4, unique=True),
    max_size=len(NAMES),
)


def reachable(targets: Targets, start: str) -> set[str]:
    found: set[str] = set()
    waiting = set(targets.get(start, ()))
    while waiting:
        found |= waiting
        waiting = {target for name in waiting for target in targets.get(name, ())} - found
    return found


@given(graphs, st.sets(st.sampled_from(NAMES + "x")))
@example({"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": ["d"]}, {"a", "d"})
def test_what_is_reached_is_counted_and_never_the_name_itself(targets: Targets, asked: set[str]) -> None:
    reach = Reach(targets)
    known = set(reach)
    assert known == {*targets, *(target for listed in targets.values() for target in listed)}
    among = reach.set_of(asked & known)
    for name in known:
        assert reach.count(name, among) == len((reachable(targets, name) - {name}) & asked)


def test_nobody_reaches_nothing() -> None:
    reach = Reach({"a": ["b"]})
    assert reach.count("nobody", reach.set_of(["a", "b"])) == 0


@pytest.mark.parametrize("closed", [False, True])
def test_a_chain_of_five_thousand_is_no_trouble(closed: bool) -> None:
    size = 5000
    chain = {f"s{n}": [f"s{n + 1}"] for n in range(size - 1)}
    reach = Reach({**chain, f"s{size - 1}": ["s0"] if closed else []})
    everything = reach.set_of(reach)
    assert reach.count("s0", everything) == size - 1
    assert reach.count(f"s{size - 1}", everything) == (size - 1 if closed else 0)
