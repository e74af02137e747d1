"""Branches and change requests, looked at on main as it is; the house is as it was afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.publishing.changes.finishing import ChangeOrigin
from becivic.publishing.commit import merging
from becivic.publishing.forge.forge import Proposed
from becivic.publishing.previews.known_rows import RecordedRows
from becivic.publishing.previews.previewing import preview
from becivic.publishing.previews.proposals import NothingToPreview, of_branch
from becivic.publishing.previews.shown import Preview
from becivic.store.tables.signals import DRAFTS
from tests.factories.corpora import Files
from tests.factories.press import Press
from tests.factories.table_contents import contents
from tests.factories.workshops import files_on_main, push
from tests.publishing.forge.harness import Harness
from tests.requirement import requirement

TWO = "document-two-sources"
"""Comes with a research report."""


def drafted(house: Press, name: str, **more: str) -> tuple[str, str]:
    sent = house.sends(f"drafts/valid/{name}", **more)
    house.a_day_later()
    (draft,) = house.rows(DRAFTS, submission_id=sent)
    return sent, draft.proposed_id


def looked_at(house: Press, named: str) -> Preview:
    proposal = of_branch(house.workshop, named)
    return preview(house.corpus, proposal, RecordedRows(house.store), house.now)


def everything(house: Press) -> tuple[object, ...]:
    home = house.workshop.home
    git = house.workshop.repository._git
    return (
        contents(house.store),
        {name: str(git.references[name].target) for name in git.references},
        {str(path): path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()},
    )


@requirement("R-CI-32")
@pytest.mark.parametrize("form", ["%s", "submissions/%s"])
def test_a_draft_is_shown_as_it_would_be_merged_and_nothing_is_written(house: Press, form: str) -> None:
    sent, skill = drafted(house, "skill/main-skill")
    before = everything(house)
    found = looked_at(house, form % sent)
    assert everything(house) == before
    shown = next(each for each in found.artefacts if each.id == skill)
    assert (shown.kind.value, shown.after.version, shown.after.status) == ("new", "0.1.0", "alpha")
    assert found.is_fine, found.findings
    assert merging.merge(house.workshop, sent, house.now).failure is None
    assert shown.title == house.corpus.skills[skill].title
    assert str(house.corpus.skills[skill].version) == shown.after.version


def test_the_uid_of_a_drafted_path_is_the_one_it_gets(house: Press) -> None:
    sent, path = drafted(house, "path/uid-absent")
    before = everything(house)
    found = looked_at(house, sent)
    assert everything(house) == before
    (shown,) = found.artefacts
    assert found.is_fine, found.findings
    merging.merge(house.workshop, sent, house.now)
    uid = house.corpus.paths.entries[path].fields.text("uid")
    assert f'"uid": "{uid}"' in shown.diff


@pytest.mark.parametrize(("one", "other"), [("uid-absent", TWO), (TWO, "uid-absent")])
def test_a_path_beside_another_new_one_is_no_conflict(house: Press, one: str, other: str) -> None:
    first, second = (house.sends(f"drafts/valid/path/{name}") for name in (one, other))
    house.a_day_later()
    merging.merge(house.workshop, first, house.now)
    found = looked_at(house, second)
    (shown,) = found.artefacts
    assert found.refused == ""
    reports = [file.path for file in found.files]
    assert reports == ([f"paths/research-reports/{shown.id}.md"] if other == TWO else [])
    main = files_on_main(house.workshop.repository)
    taken = json.dumps({"paths": {shown.id: {}}}).encode()
    push(house.workshop, Files({**main, "paths/index.json": taken}), house.now)
    assert "same lines" in looked_at(house, second).refused


def test_a_branch_that_somebody_pushed_is_a_maintainers(house: Press, tmp_path: Path) -> None:
    workshop = house.workshop
    main = files_on_main(workshop.repository)
    file = min(path for path in main if path.endswith("canonical.md"))
    head = workshop.repository.head()
    words = main[file] + b"\nMore.\n"
    workshop.forge.open(Proposed("mend", head, {file: words}, "mend\n", house.now))
    proposal = of_branch(workshop, "mend")
    assert (proposal.origin, proposal.submission_type) == (ChangeOrigin.MAINTAINER, "")
    assert list(proposal.files) == [file]
    push(workshop, Files({**main, file: main[file] + b"\nElse.\n"}), house.now)
    refused = of_branch(workshop, "mend")
    assert (refused.files, refused.refused) == ({}, f"Main changed the same lines in {file}.")


def test_a_branch_that_takes_something_away_is_refused(house: Press) -> None:
    workshop = house.workshop
    file = min(path for path in workshop.corpus().files if path.endswith("canonical.md"))
    workshop.forge.open(Proposed("mend", workshop.repository.head(), {file: b"x\n"}, "mend\n", house.now))
    by_hand = Harness(workshop.forge, workshop.repository.path, lambda: workshop.forge)
    by_hand.push({file: None}, "mend")
    assert "taken away" in of_branch(workshop, "mend").refused


@pytest.mark.parametrize("named", ["nothing", "main", "submissions/drf_nothing"])
def test_what_is_not_there_is_said(house: Press, named: str) -> None:
    with pytest.raises(NothingToPreview) as refused:
        of_branch(house.workshop, named)
    assert "There is no open branch" in str(refused.value)


def test_what_is_merged_is_no_change_any_more(house: Press) -> None:
    sent, _ = drafted(house, "skill/main-skill")
    merging.merge(house.workshop, sent, house.now)
    with pytest.raises(NothingToPreview):
        of_branch(house.workshop, sent)
