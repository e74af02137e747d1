"""A change as the pipeline would make it: kinds, versions, statuses, uids, findings; and nothing written."""

from __future__ import annotations

import json

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import MemoryTree, OverlayTree
from becivic.publishing.changes.finishing import ChangeOrigin
from becivic.publishing.previews.known_rows import FiledRows
from becivic.publishing.previews.previewing import Proposal, preview
from becivic.publishing.previews.proposals import of_folder
from becivic.publishing.previews.shown import ChangeKind, Preview, ShownArtefact
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, PATHS, SEED, Files
from tests.factories.corpus_edits import NEW, REPORT, with_new_skill
from tests.factories.homes import NOON
from tests.factories.json_edits import DEMO, with_path, with_value
from tests.requirement import requirement

OLD = Files.valid()
COMMIT = "a" * 40


def main(files: Files) -> Corpus:
    return Loader().load(OverlayTree(MemoryTree(files), {}, COMMIT))


def looked_at(new: Files, origin: ChangeOrigin = ChangeOrigin.MAINTAINER, old: Files = OLD) -> Preview:
    base = main(old)
    proposal = of_folder(MemoryTree(new), base)
    return preview(base, Proposal(proposal.files, origin, "", proposal.missing), FiledRows(base), NOON)


def one(found: Preview) -> ShownArtefact:
    (artefact,) = found.artefacts
    return artefact


@requirement("R-CI-32")
def test_an_amended_skill_shows_its_versions_its_diff_and_its_text() -> None:
    shown = one(looked_at(OLD.replaced(CLOCK, "Leap years count once.", "Leap years count twice.")))
    assert (shown.id, shown.kind) == ("demo-clock", ChangeKind.AMENDED)
    assert (shown.before.version, shown.after.version) == ("0.2.3", "0.2.4")
    assert (shown.before.status, shown.after.status) == ("beta", "beta")
    assert "+Leap years count twice." in shown.diff or "Leap years count twice." in shown.diff
    assert "Leap years count twice." in shown.rendered
    assert "<" not in shown.rendered.replace("\\<", "")


def test_a_strangers_change_of_something_stable_shows_the_fall_and_where_the_old_text_is() -> None:
    body = OLD[FALLBACK].decode().rstrip("\n").rpartition("\n")[2]
    shown = one(looked_at(OLD.replaced(FALLBACK, body, f"{body} Really."), ChangeOrigin.COMMUNITY))
    assert (shown.before.status, shown.after.status) == ("stable", "alpha")
    assert shown.previous_stable_sha == COMMIT
    assert shown.as_json()["previous_stable_sha"] == COMMIT


def test_the_form_of_a_citation_alone_is_tag_only() -> None:
    bare = OLD.replaced(APPLICATION, ' uid="val-00001"', "")
    shown = one(looked_at(OLD, old=bare))
    assert shown.kind is ChangeKind.TAG_ONLY
    assert shown.before.version == shown.after.version


def test_a_status_alone_is_said_to_be_one() -> None:
    skill = one(looked_at(OLD.replaced(CLOCK, "status: beta", "status: alpha")))
    assert (skill.kind, skill.after.version) == (ChangeKind.STATUS, "0.1.0")
    path = one(looked_at(with_value(OLD, f"{DEMO}/status", "beta")))
    assert (path.kind, path.after.version) == (ChangeKind.STATUS, "0.2.0")


def test_another_field_is_an_amendment() -> None:
    assert one(looked_at(OLD.replaced(CLOCK, "summary: How", "summary: Just how"))).kind is ChangeKind.AMENDED


def test_new_skills_and_paths_are_shown_with_the_uids_they_would_get() -> None:
    new = with_new_skill(with_path(OLD, "demo-second", uid=""))
    new = new.replaced(NEW, "Leap", 'Pay <VV name="demo-new-fee">20</VV>. Leap')
    found = looked_at(new)
    assert [(each.id, each.kind) for each in found.artefacts] == [
        ("demo-new", ChangeKind.NEW),
        ("demo-second", ChangeKind.NEW),
    ]
    assert found.given == {"demo-new-fee": "val-00003", "demo-second": "pth-00002"}
    assert 'uid="val-00003"' in found.artefacts[0].diff
    assert "Pay **20** *(alpha)*." in found.artefacts[0].rendered
    assert found.is_fine, found.findings


def test_rows_of_a_new_seed_count_as_there() -> None:
    seed = json.loads(OLD[SEED])
    seed["volatile_values"].append(
        {**seed["volatile_values"][0], "uid": "val-00077", "name": "demo-new-fee-eur"}
    )
    new = OLD.with_file(SEED, json.dumps(seed, indent=2) + "\n")
    new = new.replaced(CLOCK, "Leap", 'Pay <VV name="demo-new-fee-eur" uid="val-00077">x</VV>. Leap')
    found = looked_at(new)
    assert found.is_fine, found.findings
    assert "Pay **€20** *(alpha)*." in one(found).rendered
    assert [file.path for file in found.files] == [SEED]


def test_what_the_checks_find_is_said_as_errors_and_warnings() -> None:
    found = looked_at(OLD.replaced(APPLICATION, 'Path id="demo-certificate"', 'Path id="nowhere"'))
    assert not found.is_fine
    assert {finding.place.file for finding in found.findings} == {APPLICATION}
    warned = looked_at(OLD.replaced(CLOCK, "version: 0.2.3", "version: 0.2.3\nversion_pin: true"))
    assert warned.is_fine
    assert [finding.severity.value for finding in warned.findings] == ["warning"]


def test_a_skill_that_cannot_be_read_is_shown_by_its_diff() -> None:
    found = looked_at(OLD.replaced(CLOCK, "title: ", "title: ]"))
    shown = one(found)
    assert (shown.title, shown.rendered, shown.after.version) == ("", "", None)
    assert shown.kind is ChangeKind.AMENDED
    assert not found.is_fine


def test_what_cannot_be_finished_is_refused_and_shown_as_it_is_written() -> None:
    found = looked_at(OLD.replaced(CLOCK, "Leap", f'<VV name="demo-{"x" * 200}">2</VV> Leap'))
    assert "longer than" in found.refused
    assert found.as_json()["refused"] == found.refused
    assert not found.is_fine
    assert one(found).after.version == "0.2.3"


def test_other_files_and_what_is_missing_are_listed() -> None:
    process = "skills/demo-application/process.mmd"
    new = OLD.with_file(REPORT, "Words.\n").replaced("docs/submission-contract-v2.mdx", "\n", "\n\n")
    found = looked_at(new.without(process).with_file("docs.json", "{}"))
    assert [(file.path, file.is_new) for file in found.files] == [
        ("docs/submission-contract-v2.mdx", False),
        (REPORT, True),
    ]
    assert found.missing == (process,)
    assert found.as_json()["files"][1]["change"] == "new"


def test_one_artefact_can_be_asked_for() -> None:
    new = with_value(OLD.replaced(CLOCK, "Leap", "Every leap"), f"{DEMO}/purpose", "other")
    found = looked_at(new.with_file(REPORT, "Words.\n"))
    assert [each.id for each in found.artefacts] == ["demo-clock", "demo-certificate"]
    assert [each.id for each in found.only("demo-clock").artefacts] == ["demo-clock"]
    assert [file.path for file in found.only("demo-clock").files] == [REPORT]
    assert found.only("demo-certificate").files == ()
    assert found.only("nothing").artefacts == ()


def test_nothing_that_differs_is_nothing() -> None:
    found = looked_at(OLD)
    assert (found.artefacts, found.files, found.findings, found.is_fine) == ((), (), (), True)
    assert found.as_json()["base"] == COMMIT


def test_a_folder_that_lost_a_path_shows_nothing_of_it() -> None:
    two = with_path(OLD, "demo-second")
    found = looked_at(OLD, old=two)
    assert [each.id for each in found.artefacts] == []
    assert PATHS not in found.missing


def test_a_skill_known_to_nobody_before_because_it_could_not_be_read_is_amended() -> None:
    broken = OLD.replaced(CLOCK, "title: ", "title: ]")
    shown = one(looked_at(OLD, old=broken))
    assert (shown.kind, shown.before.version, shown.after.version) == (ChangeKind.AMENDED, None, "0.2.3")
