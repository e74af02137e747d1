"""The composition graph: which skill requires which, and which paths (schemas 6.6). Paths are leaves."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from becivic.corpus.fields import Fields
from becivic.corpus.reach import Reach
from becivic.corpus.skill import Skill


class Edge(NamedTuple):
    """One entry of `requires` or `requires_paths`, with the frontmatter it was read from."""

    source: str
    target: str
    fields: Fields


@dataclass(frozen=True)
class Graph:
    """Edges by the skill they leave. Unresolved targets are kept: the checks name them."""

    requires: Mapping[str, tuple[Edge, ...]]
    requires_paths: Mapping[str, tuple[Edge, ...]]

    @classmethod
    def of(cls, skills: Iterable[Skill]) -> Graph:
        listed = list(skills)
        return cls(
            {skill.id: _edges(skill, "requires") for skill in listed},
            {skill.id: _edges(skill, "requires_paths") for skill in listed},
        )

    def amended(self, skills: Mapping[str, Skill], changed: Iterable[str]) -> Graph:
        """The graph of these skills, of which only some changed; this very one where no edge did."""
        names = list(changed)
        part = Graph.of(skills[name] for name in names if name in skills)
        if all(
            (self.requires.get(name), self.requires_paths.get(name))
            == (part.requires.get(name), part.requires_paths.get(name))
            for name in names
        ):
            return self
        gone = {name for name in names if name not in skills}
        return Graph(
            _replaced(self.requires, part.requires, gone),
            _replaced(self.requires_paths, part.requires_paths, gone),
        )

    @cached_property
    def cycles(self) -> list[list[str]]:
        """Every group of skills that require each other, each listed once along a cycle."""
        return _cycles(_targets(self.requires))

    @cached_property
    def reach(self) -> Reach:
        """What every skill requires, directly or not, for counting."""
        return Reach(_targets(self.requires))

    @cached_property
    def required_by(self) -> Mapping[str, tuple[str, ...]]:
        """By skill, those that require it directly, in order of their names."""
        return _reversed(self.requires)

    @cached_property
    def paths_required_by(self) -> Mapping[str, tuple[str, ...]]:
        return _reversed(self.requires_paths)

    def dependents(self, *, skills: Collection[str], paths: Collection[str]) -> set[str]:
        """The skills that require one of these directly."""
        return {
            name
            for edges, targets in ((self.requires, skills), (self.requires_paths, paths))
            if targets
            for name, leaving in edges.items()
            if any(edge.target in targets for edge in leaving)
        }

    def needs(self, skill: str) -> list[str]:
        """Everything a skill requires, directly or not, dependencies first. A cycle is cut where it closes."""
        order: list[str] = []
        seen = {skill}
        stack = [(skill, iter(self.requires.get(skill, ())))]
        while stack:
            name, edges = stack[-1]
            edge = next((edge for edge in edges if edge.target not in seen), None)
            if edge is None:
                stack.pop()
                if stack:
                    order.append(name)
            else:
                seen.add(edge.target)
                stack.append((edge.target, iter(self.requires.get(edge.target, ()))))
        return order


_Edges = Mapping[str, tuple[Edge, ...]]


def _replaced(edges: _Edges, part: _Edges, gone: Collection[str]) -> _Edges:
    return {name: each for name, each in {**edges, **part}.items() if name not in gone}


def _targets(edges: _Edges) -> dict[str, list[str]]:
    return {name: [edge.target for edge in leaving] for name, leaving in edges.items()}


def _reversed(edges: _Edges) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, leaving in edges.items():
        for edge in leaving:
            found[edge.target].add(name)
    return {target: tuple(sorted(names)) for target, names in found.items()}


def _edges(skill: Skill, key: str) -> tuple[Edge, ...]:
    return tuple(
        Edge(skill.id, entry.text("id"), entry) for entry in skill.fields.children(key) if entry.text("id")
    )


def _cycles(targets: Mapping[str, list[str]]) -> list[list[str]]:
    """Groups that loop, each as one cycle through the group."""
    search = _Components(targets)
    for root in targets:
        search.visit(root)
    return sorted(_walk_cycle(group, targets) for group in search.loops)


class _Components:
    """Strongly connected components (Tarjan), without recursion: a chain may be longer than the stack."""

    def __init__(self, targets: Mapping[str, list[str]]) -> None:
        self.loops: list[list[str]] = []
        self._targets = targets
        self._index: dict[str, int] = {}
        self._low: dict[str, int] = {}
        self._stack: list[str] = []
        self._on_stack: set[str] = set()

    def visit(self, root: str) -> None:
        if root in self._index:
            return
        work = [self._enter(root)]
        while work:
            name, following = work[-1]
            step = next((target for target in following if target in self._targets), None)
            if step is None:
                work.pop()
                self._leave(name, work[-1][0] if work else None)
            elif step not in self._index:
                work.append(self._enter(step))
            elif step in self._on_stack:
                self._low[name] = min(self._low[name], self._index[step])

    def _enter(self, name: str) -> tuple[str, Iterator[str]]:
        self._index[name] = self._low[name] = len(self._index)
        self._stack.append(name)
        self._on_stack.add(name)
        return name, iter(self._targets[name])

    def _leave(self, name: str, parent: str | None) -> None:
        if parent is not None:
            self._low[parent] = min(self._low[parent], self._low[name])
        if self._low[name] != self._index[name]:
            return
        group: list[str] = []
        while not group or group[-1] != name:
            group.append(self._stack.pop())
        self._on_stack.difference_update(group)
        if len(group) > 1 or name in self._targets[name]:
            self.loops.append(group)


def _walk_cycle(group: list[str], targets: Mapping[str, list[str]]) -> list[str]:
    """A shortest cycle through the first name of a strongly connected group."""
    members, start = set(group), min(group)
    came_from: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        name = waiting.popleft()
        for target in targets[name]:
            if target == start:
                path = [name]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                return path[::-1]
            if target in members and target not in came_from:
                came_from[target] = name
                waiting.append(target)
    raise AssertionError("a strongly connected group has a cycle")
