"""The home, the forge, and dying in the middle: main is never half changed, and never changed twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygit2
import pytest
from sqlalchemy import delete

from becivic.corpus.tree import MemoryTree
from becivic.publishing.forge.forge import ForgeUnavailable, MainMoved, Proposed
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.refs import Move, RefMoved
from becivic.publishing.upgrade.outcome import Outcome, Upgrade
from becivic.publishing.upgrade.package import Package
from becivic.publishing.upgrade.remembered import REF
from becivic.publishing.workshop import Workshop
from becivic.store.store import Store
from becivic.store.tables.keeping import CHANGE_REQUESTS
from tests.factories.corpora import APPLICATION, CLOCK, PATHS
from tests.factories.json_edits import DEMO, value_at, with_value
from tests.factories.table_contents import rows
from tests.factories.workshops import files_on_main, open_workshop, text_on_main
from tests.publishing.upgrade.scene import (
    OLD,
    REWORDED,
    edit_main,
    newer,
    refs,
    skill_version,
    taken,
)


def test_a_main_that_no_package_began_is_never_overwritten(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path / "home", OLD)
    git = workshop.repository._git
    head = git[workshop.repository.head()].peel(pygit2.Commit)
    own = git.create_commit(None, head.author, head.author, "ours\n", head.tree.id, [])
    git.references["refs/heads/main"].set_target(own)
    assert newer(workshop, REWORDED)
    assert taken(workshop, REWORDED) is None
    assert workshop.repository.head() == str(own)
    assert not newer(workshop, REWORDED)
    assert taken(workshop, REWORDED.replaced(CLOCK, "as law says", "by law")) is not None


def test_a_retraction_does_not_make_the_package_look_newer(workshop: Workshop) -> None:
    assert not newer(workshop, OLD)
    git = workshop.repository._git
    known = git.references[REF].peel(pygit2.Commit)
    other = git.TreeBuilder().write()
    changed = git.create_commit(None, known.author, known.committer, known.message, other, [])
    git.references[REF].set_target(changed)
    assert not newer(workshop, OLD)


class _Dies(Exception):
    pass


@pytest.mark.parametrize("step", ["open", "merge", "write", "forget", "keep"])
def test_a_start_that_dies_after_any_step_is_finished_by_the_next(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    holder: Any = {"write": workshop.store, "keep": workshop.repository}.get(step, workshop.forge)
    name = "move" if step == "keep" else step
    real: Callable[..., Any] = getattr(holder, name)

    def then_die(*given: Any) -> Any:
        done = real(*given)
        if step == "keep" and given[0].ref != REF:
            return done
        raise _Dies

    with monkeypatch.context() as patched:
        patched.setattr(holder, name, then_die)
        with pytest.raises(_Dies):
            taken(workshop, REWORDED)
    again = Workshop(
        workshop.store,
        workshop.repository,
        LocalForge(workshop.repository),
        workshop.home,
        workshop.public_url,
        workshop.finder,
    )
    taken(again, REWORDED)
    assert "as law says" in text_on_main(again.corpus(), CLOCK)
    assert skill_version(again, "demo-clock") == ("0.2.4", "beta")
    assert len(again.repository.parents(again.repository.head())) == 1
    (request,) = rows(again.store, CHANGE_REQUESTS)
    assert request["state"] == "merged"
    assert not newer(again, REWORDED)
    assert [name for name in refs(again) if "packaged/" in name] == []


def test_a_main_that_moves_meanwhile_is_looked_at_again(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, moves = workshop.forge.merge, [True]

    def merge(branch: str, onto: str) -> str:
        if moves:
            moves.clear()
            edit_main(workshop, OLD.replaced(APPLICATION, "Some counters", "Most counters"))
        return real(branch, onto)

    monkeypatch.setattr(workshop.forge, "merge", merge)
    done = taken(workshop, REWORDED)
    assert done is not None
    assert done.outcome is Outcome.TAKEN_UP
    assert "Most counters" in text_on_main(workshop.corpus(), APPLICATION)


def test_a_main_that_never_rests_is_left_for_the_next_start(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def merge(branch: str, onto: str) -> str:
        raise MainMoved("moved")

    monkeypatch.setattr(workshop.forge, "merge", merge)
    done = taken(workshop, REWORDED)
    assert done == Upgrade(Outcome.POSTPONED, Package.of(MemoryTree(REWORDED)).branch)


def test_a_forge_that_is_away_does_not_keep_the_service_from_starting(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(_: Proposed) -> None:
        raise ForgeUnavailable("It is away.")

    with monkeypatch.context() as patched:
        patched.setattr(workshop.forge, "open", away)
        done = taken(workshop, REWORDED)
    assert done is not None
    assert done.outcome is Outcome.POSTPONED
    assert "the next start tries again" in caplog.text
    again = taken(workshop, REWORDED)
    assert again is not None
    assert again.outcome is Outcome.TAKEN_UP


def test_a_forge_that_is_away_after_the_merge_leaves_a_branch_and_nothing_undone(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_: str) -> None:
        raise ForgeUnavailable("It is away.")

    monkeypatch.setattr(workshop.forge, "forget", away)
    done = taken(workshop, REWORDED)
    assert done is not None
    assert (done.outcome, done.commit) == (Outcome.TAKEN_UP, workshop.forge.main())


def test_another_machine_that_shares_the_records_finds_it_done(workshop: Workshop) -> None:
    """Each has a repository of its own with GitHub as the forge; the records are one."""
    taken(workshop, REWORDED)
    workshop.repository._git.references.delete(REF)
    assert newer(workshop, REWORDED)
    assert taken(workshop, REWORDED) is None
    assert not newer(workshop, REWORDED)


def test_records_that_were_lost_do_not_bring_it_a_second_time(workshop: Workshop) -> None:
    taken(workshop, REWORDED)
    head = workshop.repository.head()
    workshop.repository._git.references.delete(REF)
    workshop.store.write(lambda connection: connection.execute(delete(CHANGE_REQUESTS)).rowcount)
    assert taken(workshop, REWORDED) is None
    assert workshop.repository.head() == head


def test_a_changed_path_is_counted_in_the_catalogue_too(workshop: Workshop) -> None:
    version = value_at(files_on_main(workshop.repository), "/version")
    done = taken(workshop, with_value(OLD, f"{DEMO}/description/en", "Other words."))
    assert done is not None
    assert done.files == (PATHS,)
    after = files_on_main(workshop.repository)
    assert (version, value_at(after, "/version")) == ("0.1.0", "0.1.1")
    assert value_at(after, f"{DEMO}/version") == "0.1.1"


def test_a_uid_that_main_has_filled_in_is_no_change(workshop: Workshop) -> None:
    """The package leaves it to be given out, and main has given it."""
    tag = '<VV name="demo-handling-fee-eur"%s>€20</VV>, Leap'
    main = OLD.replaced(CLOCK, "Leap", tag % ' uid="val-00001"')
    head = edit_main(workshop, main)
    assert taken(workshop, OLD.replaced(CLOCK, "Leap", tag % "")) is None
    assert workshop.repository.head() == head


def test_two_replicas_that_note_it_at_one_moment_do_no_harm(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def moved(*_: Move) -> None:
        raise RefMoved("moved")

    monkeypatch.setattr(workshop.repository, "move", moved)
    assert not newer(workshop, OLD)
