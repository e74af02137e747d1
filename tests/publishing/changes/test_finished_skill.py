"""A canonical.md as it is merged: a few lines differ, and they are the right ones."""

from __future__ import annotations

import re

import pytest

from becivic.corpus.tree import git_blob_id
from becivic.publishing.changes.finished_skill import FinishedSkill, SkillFinisher
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.changes.versioning import ArtefactChange, ChangeOrigin
from becivic.rules.publishing import Failure
from becivic.rules.statuses import Status, Version
from becivic.rules.targets import TargetType
from tests.factories.changes import SHA, Names, stable
from tests.factories.corpora import CLOCK, Files
from tests.requirement import requirement

COMMUNITY, DRAFT, MAINTAINER, RESTORED = ChangeOrigin


def _finished(
    before: Files, after: bytes, origin: ChangeOrigin = COMMUNITY, *, is_new: bool = False
) -> FinishedSkill:
    corpus = before.load()
    names = Names(corpus)
    finisher = SkillFinisher(origin, names.mint, names.name_of, SHA)
    known = None if is_new else corpus.skills.get("demo-clock")
    return finisher.finish("demo-clock", after, known, is_new=is_new)


@requirement("R-FM-20", "R-UID-03")
def test_a_strangers_edit_of_a_stable_skill_changes_its_own_lines_and_three_more() -> None:
    before = stable(Files.valid())
    tag = '<VV name="demo-new-fee">€5</VV>'
    after = before.replaced(CLOCK, "Leap years", f"{tag} Leap years")
    expected = (
        after.replaced(CLOCK, tag, '<VV name="demo-new-fee" uid="val-00900">€5</VV>')
        .replaced(CLOCK, "version: 1.0.2", "version: 0.1.0")
        .replaced(CLOCK, "status: stable", "status: alpha")
        .replaced(CLOCK, "version: 2.1.0\n---", f"version: 2.1.0\nprevious_stable_sha: {SHA}\n---")[CLOCK]
    )
    found = _finished(before, after[CLOCK])
    assert found.raw == expected
    assert found.change == ArtefactChange(
        TargetType.SKILL, "demo-clock", Status.ALPHA, Version(0, 1, 0), True, git_blob_id(expected)
    )
    assert [each.uid for each in found.cited] == ["val-00900"]


@requirement("R-TAG-23", "R-CI-15")
@pytest.mark.parametrize("origin", [COMMUNITY, MAINTAINER])
def test_a_change_of_form_keeps_status_and_version(origin: ChangeOrigin) -> None:
    before = stable(Files.valid().replaced(CLOCK, ">article 2</Ref>", "></Ref>"))
    after = before.replaced(CLOCK, "></Ref>", ">article 2</Ref>")
    found = _finished(before, after[CLOCK], origin)
    assert found.raw == after[CLOCK]
    assert found.change is not None
    assert (found.change.status, found.change.restarts_cohort) == (Status.STABLE, False)


def test_what_is_as_it_was_is_no_change() -> None:
    before = Files.valid()
    assert _finished(before, before[CLOCK]) == FinishedSkill(before[CLOCK], None)
    hand_written = before.replaced(CLOCK, "version: 0.2.3", "version: 0.2.9")
    assert _finished(before, hand_written[CLOCK], MAINTAINER) == FinishedSkill(before[CLOCK], None)


@requirement("R-VER-05")
def test_a_pinned_skill_is_reported_where_it_would_have_been_counted() -> None:
    before = Files.valid().replaced(CLOCK, "version: 0.2.3", "version: 0.2.3\nversion_pin: true")
    after = before.replaced(CLOCK, "Leap", "All leap")
    assert _finished(before, after[CLOCK], MAINTAINER).is_pinned
    assert _finished(before, after[CLOCK], MAINTAINER).raw == after[CLOCK]
    assert not _finished(before, before[CLOCK], MAINTAINER).is_pinned
    assert not _finished(before, after[CLOCK], COMMUNITY).is_pinned


@requirement("R-CI-18")
def test_a_new_skill_of_a_draft_is_the_communitys_at_alpha() -> None:
    found = _finished(Files.valid(), Files.valid()[CLOCK], DRAFT, is_new=True)
    for line in (b"status: alpha", b"version: 0.1.0", b"origin: community"):
        assert b"\n" + line + b"\n" in found.raw
    assert [each.uid for each in found.cited] == ["ref-00002"]
    assert found.change is not None
    assert found.change.restarts_cohort


@pytest.mark.parametrize(
    "raw", [b"no frontmatter", b"---\ntitle: ]\n---\n", b"\xff", b"---\r\nid: x\r\n---\r\n"]
)
def test_what_cannot_be_read_is_left_for_the_loader_to_name(raw: bytes) -> None:
    assert _finished(Files.valid(), raw, MAINTAINER) == FinishedSkill(raw, None)


def test_a_skill_that_main_could_not_read_keeps_the_version_it_is_given() -> None:
    broken = Files.valid().with_file(CLOCK, "no frontmatter")
    whole = Files.valid()[CLOCK]
    assert _finished(broken, whole, MAINTAINER).raw == whole


def test_a_file_without_a_status_is_no_artefact_yet() -> None:
    before = Files.valid()
    after = before.replaced(CLOCK, "status: beta\n", "")
    assert _finished(before, after[CLOCK], MAINTAINER).change is None


def test_a_file_that_ends_with_its_fence_keeps_its_form() -> None:
    head = Files.valid()[CLOCK].decode().partition("\n---\n")[0]
    before = Files.valid().with_file(CLOCK, f"{head}\n---")
    after = before.replaced(CLOCK, "title: Count", "title: Do count")
    found = _finished(before, after[CLOCK], MAINTAINER)
    assert found.raw == after.replaced(CLOCK, "0.2.3", "0.2.4")[CLOCK]


def test_frontmatter_that_cannot_be_written_anew_stops_the_change() -> None:
    """Fields in braces are written afresh, and a number of forty digits is read but never written."""
    text = f"---\n{{version: 0.2.3, status: beta, number: {'9' * 40}, title: One}}\n---\n"
    before = Files.valid().with_file(CLOCK, text)
    with pytest.raises(Unpublishable) as stopped:
        _finished(before, text.replace("One", "Two").encode())
    assert stopped.value.failure is Failure.CHANGE_REFUSED


@pytest.mark.parametrize(
    ("category", "domain"),
    [("belgium-federal-residence", "domain: residency\n"), ("belgium-federal", ""), ("", "")],
)
def test_a_draft_without_an_area_gets_that_of_its_category(category: str, domain: str) -> None:
    text = re.sub(r"^domain: .*\n", "", Files.valid()[CLOCK].decode(), flags=re.MULTILINE)
    text = re.sub(r"^category: .*$", f"category: {category}", text, flags=re.MULTILINE)
    found = _finished(Files.valid(), text.encode(), DRAFT, is_new=True).raw.decode()
    assert re.findall(r"^domain: .*\n", found, re.MULTILINE) == ([domain] if domain else [])
    amended = _finished(Files.valid(), text.encode()).raw.decode()
    assert "\ndomain:" not in amended, "what an author left out of a page of main is not ours to add"


def test_a_draft_keeps_the_area_it_names() -> None:
    text = Files.valid()[CLOCK].decode()
    found = _finished(Files.valid(), text.encode(), DRAFT, is_new=True).raw.decode()
    assert re.findall("^domain: .*$", found, re.MULTILINE) == re.findall("^domain: .*$", text, re.MULTILINE)
