"""The last hand on a change: done again it does nothing, and whatever comes after whatever keeps the version rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.corpus.checks import path_catalogue_version, rule_14, rule_18
from becivic.corpus.checks.rule import Change, Context, run_rules
from becivic.corpus.findings import Severity
from becivic.corpus.load import Corpus, Loader
from becivic.publishing.changes.finishing import ChangeOrigin, Finished, finish
from becivic.rules.targets import TargetType
from tests.factories.changes import Names, at_commit, stable
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.corpus_edits import NEW, differences, with_new_skill
from tests.factories.homes import NOON
from tests.factories.json_edits import DEMO, value_at, with_path, with_value
from tests.requirement import requirement

COMMUNITY, DRAFT, MAINTAINER, RESTORED = ChangeOrigin
SKILL, PATH = TargetType.SKILL, TargetType.PATH
TAG = '<VV name="demo-new-fee">€5</VV>'
VERSION_RULES = (rule_14.check, rule_18.check, path_catalogue_version.check)


def _finished(
    corpus: Corpus, files: Mapping[str, bytes], origin: ChangeOrigin, names: Names | None = None
) -> Finished:
    own = names or Names(corpus)
    return finish(corpus, files, origin, own.mint, NOON, name_of=own.name_of)


@requirement("R-UID-03", "R-UID-04", "R-VER-04", "R-PROV-06")
def test_skills_and_paths_and_reports_are_finished_together() -> None:
    before = stable(Files.valid())
    after = with_value(before.replaced(CLOCK, "Leap", f"{TAG} leap"), f"{DEMO}/description/en", "Other.")
    after = with_path(after.with_file(NEW, with_new_skill(Files.valid())[NEW]), "demo-second", uid="")
    after = after.with_file("paths/research-reports/x.md", "x")
    found = _finished(at_commit(before), differences(before, after), MAINTAINER)
    assert [(each.target, each.id, str(each.version)) for each in found.artefacts] == [
        (SKILL, "demo-clock", "1.0.3"),
        (SKILL, "demo-new", "0.1.0"),
        (PATH, "demo-certificate", "0.1.1"),
        (PATH, "demo-second", "0.1.0"),
    ]
    assert [each.restarts_cohort for each in found.artefacts] == [False, True, False, True]
    assert [each.uid for each in found.cited] == ["val-00900", "ref-00002"]
    assert b'"uid": "pth-00901"' in found.files[PATHS]
    assert found.files["paths/research-reports/x.md"] == b"x"
    assert {*found.files} == {CLOCK, NEW, PATHS, "paths/research-reports/x.md"}


@requirement("R-VER-05")
def test_whose_version_is_pinned_is_reported() -> None:
    before = with_value(
        Files.valid().replaced(CLOCK, "version: 0.2.3", "version: 0.2.3\nversion_pin: true"),
        f"{DEMO}/version_pin",
        True,
    )
    after = with_value(before.replaced(CLOCK, "Leap", "All leap"), f"{DEMO}/description/en", "Other.")
    found = _finished(before.load(), differences(before, after), MAINTAINER)
    assert found.pinned == ((SKILL, "demo-clock"), (PATH, "demo-certificate"))


@requirement("R-FM-20", "R-VER-10")
def test_a_body_that_was_stable_can_be_found_again() -> None:
    before = stable(Files.valid())
    corpus = at_commit(before)
    files = differences(before, before.replaced(CLOCK, "Leap", "All leap"))
    made = _finished(corpus, files, COMMUNITY).files[CLOCK]
    assert f"previous_stable_sha: {corpus.commit}\n".encode() in made


# --- sequences ------------------------------------------------------------------------------------------------

Edit = Callable[[Files, int], Files]


def _flip(files: Files, number: int) -> Files:
    statuses = ("draft", "alpha", "beta", "stable", "deprecated")
    text = files[CLOCK].decode()
    now = next(each for each in statuses if f"\nstatus: {each}\n" in text)
    return files.replaced(CLOCK, f"\nstatus: {now}\n", f"\nstatus: {statuses[number % 5]}\n")


def _flip_path(files: Files, number: int) -> Files:
    statuses = ("draft", "alpha", "beta", "stable", "quarantined")
    return with_value(files, f"{DEMO}/status", statuses[number % 5])


def _versioned(files: Files, number: int) -> Files:
    version = files.load().skills["demo-clock"].fields.text("version")
    return files.replaced(CLOCK, f"version: {version}", f"version: {number}.{number}.{number}")


EDITS: dict[str, Edit] = {
    "words": lambda files, number: files.replaced(CLOCK, "Leap years", f"Leap years {number}"),
    "a new value": lambda files, number: files.replaced(
        CLOCK, "Leap", f'<VV name="demo-fee-{number}">{number}</VV> Leap'
    ),
    "a tag's form": lambda files, number: files.replaced(
        APPLICATION, "filing on line" if number < 0 else "[demo-law-article-one]", "[ref-00001]"
    ),
    "a summary": lambda files, number: files.replaced(CLOCK, "summary: ", f"summary: {chr(97 + number)} "),
    "a hand-written version": _versioned,
    "a status": _flip,
    "words of a path": lambda files, number: with_value(files, f"{DEMO}/description/en", f"Words {number}."),
    "the status of a path": _flip_path,
    "a version of a path": lambda files, number: with_value(files, f"{DEMO}/version", f"{number}.0.0"),
    "a new path": lambda files, number: with_path(files, f"demo-p{number}", uid="", version="0.1.0"),
    "nothing": lambda files, _: files,
}
_MAINTAINERS = ("a hand-written version", "a status", "the status of a path", "a version of a path")


def _steps() -> st.SearchStrategy[list[tuple[str, int, ChangeOrigin]]]:
    step = st.tuples(
        st.sampled_from(sorted(EDITS)), st.integers(0, 9), st.sampled_from([COMMUNITY, MAINTAINER])
    )
    return st.lists(step, min_size=1, max_size=6)


@requirement("R-VER-02", "R-VER-06", "R-VER-09", "R-CI-15", "R-CI-19")
@settings(max_examples=40)
@given(_steps())
def test_any_sequence_of_changes_keeps_the_version_rules_and_is_finished_once(
    steps: list[tuple[str, int, ChangeOrigin]],
) -> None:
    main, names = Files.valid(), Names(Files.valid().load())
    for number, (name, how, origin) in enumerate(steps):
        try:
            after = EDITS[name](main, how)
        except AssertionError:
            continue  # an earlier step took away what this one changes
        base = at_commit(main, f"{number:040x}")
        whose = MAINTAINER if name in _MAINTAINERS else origin
        done = _finished(base, differences(main, after), whose, names)
        assert _finished(base, done.files, whose, names) == done
        main = Files({**main, **done.files})
        assert _version_faults(base, main) == []


def _version_faults(base: Corpus, main: Files) -> list[str]:
    after = Loader().load(at_commit(main).tree)
    found = run_rules(VERSION_RULES, Context.of(after, Change(base)))
    return [each.message for each in found if each.severity is Severity.ERROR]


@pytest.mark.parametrize("origin", ChangeOrigin)
def test_a_path_keeps_the_uid_it_has(origin: ChangeOrigin) -> None:
    before = Files.valid()
    after = with_value(before, f"{DEMO}/description/en", "Other.")
    made = before.with_file(PATHS, _finished(before.load(), differences(before, after), origin).files[PATHS])
    assert value_at(made, f"{DEMO}/uid") == "pth-00001"
