"""The composition graph: cycles are found if and only if there are some, and requirements come in order."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from becivic.corpus.fields import Fields
from becivic.corpus.graph import Edge, Graph, _walk_cycle
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.requirement import requirement

NAMES = "abcdefg"
Targets = Mapping[str, list[str]]


def graph_of(targets: Targets) -> Graph:
    edges = {
        name: tuple(Edge(name, target, Fields({"id": target})) for target in listed)
        for name, listed in targets.items()
    }
    return Graph(edges, {})


graphs = st.dictionaries(
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(NAMES + "x"), max_size=4, unique=True),
    max_size=len(NAMES),
)


def reachable(targets: Targets, start: str) -> set[str]:
    """Everything that one or more steps lead to, by plain repetition."""
    found: set[str] = set()
    waiting = set(targets.get(start, ()))
    while waiting:
        found |= waiting
        waiting = {target for name in waiting for target in targets.get(name, ())} - found
    return found


@requirement("R-GRAPH-01", "R-GRAPH-07")
@given(graphs)
@example({"a": ["b"], "b": ["a"], "c": ["c"]})
def test_every_skill_on_a_cycle_is_in_a_group_that_is_reported_once(targets: Targets) -> None:
    looping = {name for name in targets if name in reachable(targets, name)}
    groups = {
        frozenset(
            other
            for other in looping
            if name in reachable(targets, other) and other in reachable(targets, name)
        )
        for name in looping
    }
    cycles = graph_of(targets).cycles
    assert len(cycles) == len(groups)
    for cycle in cycles:
        assert any(set(cycle) <= group and min(group) == cycle[0] for group in groups)


@requirement("R-GRAPH-01", "R-GRAPH-07")
@given(graphs)
def test_a_reported_cycle_is_a_shortest_walk_along_real_edges(targets: Targets) -> None:
    for cycle in graph_of(targets).cycles:
        assert len(set(cycle)) == len(cycle)
        for name, following in itertools.pairwise([*cycle, cycle[0]]):
            assert following in targets[name]
        assert not any(
            _closes(targets, (cycle[0], *rest))
            for size in range(len(cycle) - 1)
            for rest in itertools.permutations(set(targets) - {cycle[0]}, size)
        )


def _closes(targets: Targets, walk: tuple[str, ...]) -> bool:
    return all(after in targets.get(name, ()) for name, after in itertools.pairwise([*walk, walk[0]]))


@requirement("R-GRAPH-01")
@given(graphs)
def test_the_order_of_skills_does_not_change_the_cycles(targets: Targets) -> None:
    turned = dict(reversed(list(targets.items())))
    assert graph_of(targets).cycles == graph_of(turned).cycles


@given(graphs, st.sampled_from(NAMES))
def test_needs_lists_everything_once_and_never_the_skill_itself(targets: Targets, start: str) -> None:
    needs = graph_of(targets).needs(start)
    assert len(set(needs)) == len(needs)
    assert set(needs) == reachable(targets, start) - {start}


@given(graphs, st.sampled_from(NAMES))
def test_without_a_cycle_what_is_needed_comes_before_what_needs_it(targets: Targets, start: str) -> None:
    graph = graph_of(targets)
    needs = graph.needs(start)
    if graph.cycles:
        return
    for position, name in enumerate(needs):
        assert set(targets.get(name, ())) <= set(needs[:position])


def test_needs_keeps_the_order_in_which_a_skill_names_its_requirements() -> None:
    graph = graph_of({"a": ["b", "c", "d"], "b": [], "c": ["e"], "d": ["b"], "e": []})
    assert graph.needs("a") == ["b", "e", "c", "d"]
    assert graph.needs("nobody") == []


@requirement("R-GRAPH-01")
@pytest.mark.parametrize("closed", [False, True])
def test_a_chain_of_five_thousand_skills_is_walked_without_recursion(closed: bool) -> None:
    size = 5000
    chain = {f"s{n:04}": [f"s{n + 1:04}"] for n in range(size - 1)}
    graph = graph_of({**chain, f"s{size - 1:04}": ["s0000"] if closed else []})
    assert [len(cycle) for cycle in graph.cycles] == ([size] if closed else [])
    needs = graph.needs("s0000")
    assert needs[0] == f"s{size - 1:04}"
    assert needs[-1] == "s0001"
    assert len(needs) == size - 1


def test_a_group_that_does_not_loop_is_a_fault_of_ours() -> None:
    with pytest.raises(AssertionError):
        _walk_cycle(["a"], {"a": []})


def test_a_corpus_gives_its_edges_with_what_was_written() -> None:
    corpus = Files.valid().load()
    (edge,) = corpus.graph.requires["demo-application"]
    assert (edge.source, edge.target) == ("demo-application", "demo-clock")
    assert edge.fields.child("selects_on").raw("region") == ["brussels"]
    (path,) = corpus.graph.requires_paths["demo-application"]
    assert (path.target, path.fields.text("role"), path.fields.text("timing")) == (
        "demo-certificate",
        "submission",
        "pre-filing",
    )
    assert path.target not in corpus.graph.requires
    assert corpus.graph.requires["demo-clock"] == ()
    assert corpus.graph.cycles == []


@pytest.mark.parametrize("written", ["7", "[7, {}, {id: 7}]", "[{id: ''}]", "{id: demo-clock}"])
def test_entries_without_an_id_are_no_edges(written: str) -> None:
    whole = "requires:\n  - id: demo-clock\n    selects_on:\n      region: [brussels]\n      origin_country: [us]\n"
    corpus = Files.valid().replaced(APPLICATION, whole, f"requires: {written}\n").load()
    assert corpus.graph.requires["demo-application"] == ()


def test_a_graph_is_amended_where_skills_changed_and_nowhere_else() -> None:
    files = Files.valid()
    before, circle = (
        files.load(),
        files.replaced(CLOCK, "outputs:", "requires:\n  - id: demo-application\noutputs:"),
    )
    after = circle.load()
    amended = before.graph.amended(after.skills, ["demo-clock"])
    assert amended == after.graph
    assert (before.graph.cycles, amended.cycles) == ([], [["demo-application", "demo-clock"]])
    assert before.graph.amended(before.skills, ["demo-clock", "nobody"]) is before.graph
    rest = {name: skill for name, skill in before.skills.items() if name != "demo-clock"}
    assert before.graph.amended(rest, ["demo-clock"]) == Graph.of(rest.values())


def test_who_requires_something_is_known_from_the_other_end() -> None:
    graph = Files.valid().load().graph
    assert graph.dependents(skills={"demo-clock"}, paths=()) == {"demo-application"}
    assert graph.dependents(skills=(), paths={"demo-certificate"}) == {"demo-application"}
    assert graph.dependents(skills={"demo-application"}, paths={"nowhere"}) == set()
    assert graph.dependents(skills=(), paths=()) == set()


def test_who_requires_what_is_listed_by_name() -> None:
    graph = Files.valid().load().graph
    assert graph.required_by["demo-clock"] == ("demo-application",)
    assert graph.paths_required_by["demo-certificate"] == ("demo-application",)
    assert graph_of({"c": ["x", "x"], "a": ["x"]}).required_by == {"x": ("a", "c")}


@given(graphs, st.sampled_from(NAMES))
def test_as_many_are_reached_as_are_needed(targets: Targets, start: str) -> None:
    graph = graph_of(targets)
    assert graph.reach.count(start, graph.reach.set_of(graph.reach)) == len(graph.needs(start))
