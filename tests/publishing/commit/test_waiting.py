"""Drafts and maintainers' branches: merged on a person's word, closed on a person's word (R-JOB-06, R-CI-31; C-78)."""

from __future__ import annotations

import json
import re

import pytest

from becivic.publishing.commit import merging
from becivic.publishing.commit.merging import RequestRefused
from becivic.publishing.commits import NewCommit
from becivic.publishing.forge.forge import Author, ForgeUnavailable, MainMoved, Proposed
from becivic.publishing.refs import Move
from becivic.publishing.review.holding import hold
from becivic.publishing.screening.screen import Reason
from becivic.rules.publishing import Failure, HoldReason
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS, REVIEW_ITEMS, SALTS
from becivic.store.tables.signals import DRAFTS
from tests.factories.intake import AUTHOR, SOMEBODY
from tests.factories.payloads import payload
from tests.factories.press import Press
from tests.requirement import requirement


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


def waiting(house: Press, name: str, **more: str) -> tuple[str, str]:
    """A draft that waits: its id, and the id of what it proposes."""
    sent = house.sends(f"drafts/valid/{name}", **more)
    house.a_day_later()
    (draft,) = house.rows(DRAFTS, submission_id=sent)
    return sent, draft.proposed_id


@requirement("R-JOB-06", "R-DRF-06", "R-DRF-07", "R-TRUST-01")
def test_a_draft_that_a_maintainer_merges_is_at_alpha_and_known(house: Press) -> None:
    sent, skill = waiting(house, "skill/main-skill", address=AUTHOR)
    resolved = merging.merge(house.workshop, sent, house.now)
    assert resolved.failure is None, resolved
    assert resolved.commit == house.workshop.repository.head()
    made = house.corpus.skills[skill]
    assert (str(made.status), str(made.version)) == ("alpha", "0.1.0")
    assert made.fields.text("origin") == "community"
    (draft,) = house.rows(DRAFTS)
    assert draft.outcome == "applied"
    (request,) = house.rows(CHANGE_REQUESTS)
    assert (request.state, request.merge_commit) == ("merged", resolved.commit)
    (artefact,) = house.rows(ARTEFACTS, target_type="skill", target_id=skill)
    assert (artefact.status, artefact.version, artefact.commit_sha) == ("alpha", "0.1.0", resolved.commit)
    (item,) = house.rows(REVIEW_ITEMS)
    assert item.outcome == "merged"
    assert house.status(SubmissionType.DRAFT, sent)["change_request"] == "merged"
    assert [row.key for row in house.rows(SALTS, artefact=f"skill:{skill}")] == [
        f"skill-creator-salt:{skill}"
    ]
    assert house.rows(SALTS, key=f"submission:{sent}:salt") == []


def test_a_branch_that_cannot_be_forgotten_now_leaves_what_is_merged_merged(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand, _ = waiting(house, "skill/main-skill")
    on_a_word, _ = waiting(house, "path/uid-absent")
    forge = house.workshop.forge
    forge.merge(f"submissions/{by_hand}", forge.main())

    def away(_: str) -> None:
        raise ForgeUnavailable("cannot be reached.")

    monkeypatch.setattr(forge, "forget", away)
    assert merging.follow(house.workshop, house.now) == 1
    resolved = merging.merge(house.workshop, on_a_word, house.now)
    assert (resolved.failure, resolved.commit) == (None, house.workshop.repository.head())
    assert [row.outcome for row in house.rows(DRAFTS)] == ["applied", "applied"]


def test_a_draft_that_main_never_rests_for_waits_on(house: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    sent, skill = waiting(house, "skill/main-skill")

    def moves(_: str, __: str) -> str:
        raise MainMoved("moved.")

    with monkeypatch.context() as patched:
        patched.setattr(house.workshop.forge, "merge", moves)
        assert merging.merge(house.workshop, sent, house.now).failure is Failure.MAIN_MOVED
    assert merging.merge(house.workshop, sent, house.now).failure is None
    assert skill in house.corpus.skills


@requirement("R-UID-03", "R-UID-04", "R-UID-06")
def test_uids_of_tags_and_paths_are_filled_in_the_same_change(house: Press) -> None:
    sent, path = waiting(house, "path/uid-absent")
    assert merging.merge(house.workshop, sent, house.now).failure is None
    uid = house.corpus.paths.entries[path].fields.text("uid")
    (entry,) = house.rows(CATALOGUE_ENTRIES, uid=uid)
    assert entry.name == path
    skill_id, skill = waiting(house, "skill/main-skill")
    resolved = merging.merge(house.workshop, skill_id, house.now)
    assert resolved.failure is None, resolved
    for tag in house.corpus.skills[skill].body.citations:
        assert tag.get("uid")
        kind = "volatile-values" if str(tag.get("uid")).startswith("val") else "references"
        assert house.get(f"/api/{kind}/{tag.get('uid')}").status_code == 200


def test_nobody_votes_on_a_skill_that_they_drafted(house: Press) -> None:
    sent, skill = waiting(house, "skill/main-skill", address=AUTHOR)
    merging.merge(house.workshop, sent, house.now)
    house.service.library.refresh()
    vote = {
        **payload("validations/valid/skill-confirm"),
        "target_id": skill,
        "submitted_at": house.now.isoformat(),
    }
    vote.pop("session_id", None)
    assert house.service.post(SubmissionType.VALIDATION, vote, address=AUTHOR).status_code == 403
    assert house.service.post(SubmissionType.VALIDATION, vote, address=SOMEBODY).status_code == 200


def test_two_new_paths_do_not_contradict_each_other(house: Press) -> None:
    first, one = waiting(house, "path/uid-absent")
    second, other = waiting(house, "path/tool-without-document")
    assert merging.merge(house.workshop, first, house.now).failure is None
    assert merging.merge(house.workshop, second, house.now).failure is None
    assert {one, other} <= house.corpus.paths.entries.keys()


def test_a_draft_stands_on_main_as_it_is_when_it_is_merged(house: Press) -> None:
    sent, skill = waiting(house, "skill/smallest")
    house.sends("amendments/valid/skill/body-one-line", submitted_at=house.now.isoformat())
    house.a_day_later()
    main = house.workshop.repository.head()
    resolved = merging.merge(house.workshop, sent, house.now)
    assert house.workshop.repository.parents(resolved.commit or "") == [main]
    assert skill in house.corpus.skills


def test_a_closed_draft_is_told_as_closed_and_its_author_forgotten(house: Press) -> None:
    sent, skill = waiting(house, "skill/smallest")
    assert house.rows(SALTS, key=f"submission:{sent}:salt") != []
    merging.close(house.workshop, sent, house.now)
    told = house.status(SubmissionType.DRAFT, sent)
    assert (told["state"], told["change_request"]) == ("committed", "closed")
    assert [row.outcome for row in house.rows(DRAFTS)] == ["closed"]
    assert house.rows(SALTS, key=f"submission:{sent}:salt") == []
    assert skill not in house.corpus.skills
    with pytest.raises(RequestRefused):
        merging.merge(house.workshop, sent, house.now)


def test_a_draft_whose_id_is_taken_meanwhile_is_refused_and_waits_on(house: Press) -> None:
    first, _ = waiting(house, "skill/smallest")
    second, _ = waiting(house, "skill/smallest", draft_id="drf_01a1ffff-ed00-7b52-9a92-36cb550d6147")
    assert merging.merge(house.workshop, first, house.now).failure is None
    assert merging.merge(house.workshop, second, house.now).failure is Failure.PROPOSED_ID_TAKEN
    assert sorted(row.outcome for row in house.rows(DRAFTS)) == ["applied", "pending"]


def test_what_was_merged_or_closed_elsewhere_is_noticed(house: Press) -> None:
    merged, skill = waiting(house, "skill/smallest")
    closed, _ = waiting(house, "path/uid-absent")
    still, _ = waiting(house, "path/tool-without-document")
    forge = house.workshop.forge
    forge.merge(f"submissions/{merged}", forge.main())
    forge.close(f"submissions/{closed}")
    assert merging.follow(house.workshop, house.now) == 2
    assert {row.id: row.state for row in house.rows(CHANGE_REQUESTS)} == {
        merged: "merged",
        closed: "closed",
        still: "open",
    }
    assert house.rows(ARTEFACTS, target_type="skill", target_id=skill) != []
    assert merging.follow(house.workshop, house.now) == 0


def test_a_run_that_died_after_the_merge_is_finished_by_merging_again(house: Press) -> None:
    sent, skill = waiting(house, "skill/smallest")
    forge = house.workshop.forge
    commit = forge.merge(f"submissions/{sent}", forge.main())
    assert merging.merge(house.workshop, sent, house.now).commit == commit
    assert house.rows(ARTEFACTS, target_type="skill", target_id=skill) != []
    other, _ = waiting(house, "path/uid-absent")
    commit = forge.merge(f"submissions/{other}", forge.main())
    assert merging.close(house.workshop, other, house.now).commit == commit  # too late to close


def test_a_maintainers_edit_of_the_branch_is_what_is_merged(house: Press) -> None:
    sent, skill = waiting(house, "skill/smallest")
    forge, branch, main = house.workshop.forge, f"submissions/{sent}", house.corpus.commit or ""
    files = dict(forge.merged_files(branch, main))
    file = f"skills/{skill}/canonical.md"
    files[file] = files[file].replace(b"title: ", b"title: Edited ", 1)
    told = house.workshop.repository.told((forge.find(branch) or pytest.fail("gone")).head)
    forge.open(Proposed(branch, main, files, told.message, house.now))
    assert merging.merge(house.workshop, sent, house.now).failure is None
    assert "Edited" in house.corpus.skills[skill].fields.text("title")


@requirement("R-VER-02", "R-VER-04", "R-VER-06")
def test_a_branch_that_a_maintainer_pushed_gets_its_version_and_names_its_author(house: Press) -> None:
    skill = house.corpus.skills["nationality-application"]
    text = house.corpus.tree.read(skill.file)
    changed = text.replace(b"\n## ", b"\nOne sentence more. <!-- advice -->\n\n## ", 1).replace(
        b"version: 0.1.0", b"version: 0.1.7", 1
    )
    maintainer = Author("A maintainer", "maintainer@becivic.test")
    main = house.corpus.commit or ""
    house.workshop.forge.open(
        Proposed("fix/surprises", main, {skill.file: changed}, "Say one thing more\n", house.now, maintainer)
    )
    resolved = merging.merge(house.workshop, "fix/surprises", house.now)
    assert resolved.failure is None, resolved
    after = house.corpus.skills["nationality-application"]
    assert (str(after.version), str(after.status)) == ("0.1.1", "alpha")
    told = house.workshop.repository.told(resolved.commit or "")
    assert told.author.email == "bot@becivic.invalid"  # what the service fills in, it answers for
    assert told.message == (
        "Say one thing more\n\nversion-bump: skill nationality-application 0.1.1\n\n"
        "Co-authored-by: A maintainer <maintainer@becivic.test>\n"
    )
    (request,) = house.rows(CHANGE_REQUESTS)
    assert (request.id, request.submission_id, request.state) == ("fix/surprises", None, "merged")


def test_what_breaks_a_rule_is_not_merged_and_the_rules_are_named(house: Press) -> None:
    skill = house.corpus.skills["nationality-application"]
    changed = re.sub(
        rb"authority_id: \S+", b"authority_id: nobody", house.corpus.tree.read(skill.file), count=1
    )
    house.workshop.forge.open(
        Proposed("fix/office", house.corpus.commit or "", {skill.file: changed}, "An office\n", house.now)
    )
    resolved = merging.merge(house.workshop, "fix/office", house.now)
    assert resolved.failure is Failure.CHECKS_FAILED
    assert "rule-07" in {finding.rule for finding in resolved.findings}
    assert house.workshop.forge.find("fix/office") is not None


@pytest.mark.parametrize("name", ["nothing/here", "submissions/amd_1", "generated/index", "main"])
def test_what_is_no_open_change_request_is_told_so(house: Press, name: str) -> None:
    with pytest.raises(RequestRefused, match="no open change request"):
        merging.merge(house.workshop, name, house.now)


def test_the_checks_of_a_draft_are_told_in_json(house: Press) -> None:
    sent, _ = waiting(house, "skill/smallest")
    (request,) = house.rows(CHANGE_REQUESTS)
    assert json.loads(request.checks or "[]") == []
    assert request.head_commit == (house.workshop.forge.find(request.branch) or pytest.fail("gone")).head
    assert request.id == sent


@requirement("R-VER-07")
def test_several_commits_of_a_branch_are_one_step_of_the_version_on_main(house: Press) -> None:
    skill = house.corpus.skills["nationality-application"]
    repository, main = house.workshop.repository, house.corpus.commit or ""
    text = house.corpus.tree.read(skill.file)
    parent = main
    for number in (1, 2, 3):
        changed = text.replace(b"\n## ", f"\nSentence {number}. <!-- advice -->\n\n## ".encode(), 1)
        parent = repository.write(NewCommit(parent, {skill.file: changed}, f"Step {number}\n", house.now))
    repository.move(Move("refs/heads/fix/steps", None, parent))
    resolved = merging.merge(house.workshop, "fix/steps", house.now)
    assert resolved.failure is None, resolved
    assert repository.parents(resolved.commit or "") == [main]
    assert str(house.corpus.skills["nationality-application"].version) == "0.1.1"
    assert "Sentence 3." in house.corpus.skills["nationality-application"].body.text


def test_a_branch_that_needs_nothing_filled_in_keeps_its_author(house: Press) -> None:
    maintainer = Author("A maintainer", "maintainer@becivic.test")
    main, page = house.corpus.commit or "", house.corpus.tree.read("index.mdx") + b"\nOne line more.\n"
    house.workshop.forge.open(
        Proposed("fix/page", main, {"index.mdx": page}, "Say one thing more\n", house.now, maintainer)
    )
    resolved = merging.merge(house.workshop, "fix/page", house.now)
    assert house.workshop.repository.told(resolved.commit or "") == ("Say one thing more\n", maintainer)


@requirement("R-CI-03")
def test_what_is_generated_is_not_edited_by_hand(house: Press) -> None:
    forged = {"data-snapshot/volatile-values.jsonl": b'{"uid": "val-00001"}\n'}
    house.workshop.forge.open(Proposed("fix/rows", house.corpus.commit or "", forged, "Rows\n", house.now))
    resolved = merging.merge(house.workshop, "fix/rows", house.now)
    assert resolved.failure is Failure.CHECKS_FAILED
    assert "data-snapshot/volatile-values.jsonl" in resolved.detail


@requirement("R-RETR-04")
def test_what_is_withdrawn_for_cause_is_withdrawn_whatever_still_requires_it(house: Press) -> None:
    """Else anybody could keep a harmful skill in service with one requirement."""
    skill = house.corpus.skills["nationality-residence-clock"]
    text = house.corpus.tree.read(skill.file)
    assert "nationality-residence-clock" in {
        edge.target for edge in house.corpus.graph.requires["nationality-application"]
    }
    changed = text.replace(b"status: alpha", b"status: quarantined", 1)
    house.workshop.forge.open(
        Proposed("fix/withdraw", house.corpus.commit or "", {skill.file: changed}, "Withdraw it\n", house.now)
    )
    resolved = merging.merge(house.workshop, "fix/withdraw", house.now)
    assert resolved.failure is None, resolved
    house.service.library.refresh()
    assert house.get("/api/skills/nationality-residence-clock").status_code == 410
    assert house.get("/skills/nationality-residence-clock.md").status_code == 410
    (item,) = house.rows(REVIEW_ITEMS)
    assert (item.queue, item.subject_type) == ("failed", "main")
    assert "graph-requires" in item.title


def test_a_held_draft_is_not_merged(house: Press) -> None:
    sent, _ = waiting(house, "skill/smallest")
    reasons = [Reason("/content", HoldReason.OPERATOR)]
    assert house.store.write(
        lambda connection: hold(connection, SubmissionType.DRAFT, sent, reasons, house.now, "operator")
    )
    assert merging.merge(house.workshop, sent, house.now).failure is Failure.CHANGE_REFUSED
