"""Holds what git has against the records: each change once, each public observation once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pygit2
from sqlalchemy import select

from becivic.publishing.repository import REPOSITORY
from becivic.rules.changes import ChangeState
from becivic.store.tables.keeping import CHANGE_REQUESTS
from becivic.store.tables.signals import CONCERNS
from soak.house import House
from soak.ledger import Ledger


def each_change_is_one_commit(house: House, _: Ledger) -> Iterator[str]:
    merged = CHANGE_REQUESTS.c.state == ChangeState.MERGED.value
    said = house.store.read(
        lambda connection: list(
            connection.execute(select(CHANGE_REQUESTS.c.merge_commit).where(merged)).scalars()
        )
    )
    git = pygit2.Repository(str(house.home / REPOSITORY))
    main = {str(commit.id) for commit in git.walk(git.references["refs/heads/main"].target)}
    twice = [commit for commit, times in Counter(said).items() if times > 1]
    if twice:
        yield f"{len(twice)} commits stand for two changes"
    if missing := set(said) - main:
        yield f"{len(missing)} merged changes are not on main"
    left = [name for name in git.references if name.startswith("refs/heads/") and name != "refs/heads/main"]
    open_ones = house.store.read(
        lambda connection: set(
            connection.execute(
                select(CHANGE_REQUESTS.c.branch).where(CHANGE_REQUESTS.c.state == ChangeState.OPEN.value)
            ).scalars()
        )
    )
    if stray := {name.removeprefix("refs/heads/") for name in left} - open_ones:
        yield f"{len(stray)} branches are left of changes that are settled: {sorted(stray)[:3]}"


def each_concern_is_in_the_snapshot_once(house: House, _: Ledger) -> Iterator[str]:
    public = house.store.read(
        lambda connection: set(
            connection.execute(select(CONCERNS.c.uid).where(CONCERNS.c.held == 0)).scalars()
        )
    )
    tree = house.workshop.corpus().tree
    (file,) = (each for each in house.workshop.corpus().files if each.endswith("/concerns.jsonl"))
    lines = Counter(json.loads(line)["uid"] for line in tree.read(file).splitlines())
    if any(times > 1 for times in lines.values()):
        yield "an observation is there twice"
    if public ^ lines.keys():
        yield f"{len(public ^ lines.keys())} observations are on one side alone"
