"""A proposed change is refused for what it would break and for nothing else, however large the corpus around it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.corpus import proposals
from becivic.corpus.changes import changed_skill, drafted_paths, drafted_skill
from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Change, Context, Rule, run_on_bodies, run_on_the_rest, run_rules
from becivic.corpus.findings import Finding, Severity
from becivic.corpus.load import UNREADABLE, Loader
from becivic.corpus.proposals import errors_between, new_errors
from becivic.corpus.seed import Row, RowCatalogue
from becivic.corpus.tree import MemoryTree
from becivic.corpus.whole_corpus import OF_THE_WHOLE
from becivic.rules.contract import BOT_EMAIL
from becivic.rules.submissions import SubmissionType
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, RULES_OF_CONTENT, Files
from tests.factories.corpus_edits import EDITS, NEW, differences, edited, with_new_skill
from tests.factories.json_edits import DEMO, with_path, with_value
from tests.factories.payloads import Fixture, fixtures, merged_items, payload
from tests.factories.proposals import fixture_corpus, proposed_files
from tests.requirement import requirement

AMENDMENT, DRAFT = SubmissionType.AMENDMENT, SubmissionType.DRAFT


def _said(findings: list[Finding]) -> Counter[tuple[str, str, str]]:
    return Counter(
        (each.rule, each.place.file, each.message) for each in findings if each.severity is Severity.ERROR
    )


def _by_the_book(before: Files, after: Files, kind: str) -> Counter[tuple[str, str, str]]:
    """The slow way: everything is loaded and judged twice. Versions are left aside."""
    change = Change(before.load(), BOT_EMAIL, kind)
    waiting = ("rule-14", "rule-18", "path-catalogue-version")
    rules = [rule for rule in RULES_OF_CONTENT if rule.id not in waiting]
    return _said(run_rules(rules, Context.of(after.load(), change))) - _said(
        run_rules(rules, Context.of(before.load()))
    )


@requirement("R-XREF-09")
@pytest.mark.parametrize("name", EDITS)
@pytest.mark.parametrize("kind", [AMENDMENT, DRAFT])
def test_the_quick_way_says_what_the_slow_way_says(name: str, kind: SubmissionType) -> None:
    before = Files.valid()
    after = EDITS[name](before)
    found = new_errors(before.load(), differences(before, after), kind)
    assert _without_versions(found) == _by_the_book(before, after, kind)


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(sorted(EDITS)), max_size=3),
    st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=3),
)
def test_it_says_so_of_a_corpus_with_faults_of_its_own_too(faults: list[str], names: list[str]) -> None:
    before = edited(faults, Files.valid())
    after = edited(names, before)
    found = new_errors(before.load(), differences(before, after), AMENDMENT)
    assert _without_versions(found) == _by_the_book(before, after, AMENDMENT)


def _without_versions(findings: list[Finding]) -> Counter[tuple[str, str, str]]:
    return _said([each for each in findings if each.rule != "rule-18"])


def test_a_rule_that_is_asked_about_nothing_says_nothing_unless_it_looks_at_everything() -> None:
    """Otherwise a rule belongs among those whose answers about the corpus are remembered."""
    names = [
        name
        for name in EDITS
        if name not in ("a catalogue that is no JSON", "a commune twice", "a seed without names")
    ]
    before = Files.valid()
    corpus = edited(names, before).load()
    context = Context(corpus, corpus.catalogue, Change(before.load(), "", DRAFT), (), (), ())
    said = {rule.id for rule in ALL_RULES if list(rule.run(context))}
    assert said <= {*OF_THE_WHOLE, "path-catalogue-version"}
    assert {*OF_THE_WHOLE} <= {rule.id for rule in ALL_RULES}


@requirement("R-XREF-09")
def test_an_error_that_only_moved_is_not_new() -> None:
    before = Files.valid().replaced(CLOCK, "## Process", "Process")
    after = before.replaced(CLOCK, "**Starter", "More. <!-- advice -->\n\n**Starter")
    corpus = before.load()
    assert new_errors(corpus, differences(before, after), AMENDMENT) == []
    worse = after.replaced(CLOCK, "## Known surprises", "Known surprises")
    assert {each.rule for each in new_errors(corpus, differences(before, worse), AMENDMENT)} == {
        "body-sections",
        "body-uncited",
    }


def test_a_finding_has_its_line_in_the_file_as_it_would_be() -> None:
    before = Files.valid()
    after = before.replaced(APPLICATION, "**Starter", "More.\n\n**Starter").replaced(
        APPLICATION, 'Path id="demo-certificate"', 'Path id="nowhere"'
    )
    found = new_errors(before.load(), differences(before, after), AMENDMENT)
    assert {(each.rule, each.place.line) for each in found} >= {
        ("unresolved-path", after.line_of(APPLICATION, 'id="nowhere"'))
    }
    assert all(each.remedy for each in found)


@requirement("R-DRF-05", "R-XREF-09")
def test_versions_wait_for_publishing_but_something_new_starts_at_its_first() -> None:
    before = Files.valid()
    corpus = before.load()
    changed = before.replaced(CLOCK, "Leap years", "All leap years")
    assert new_errors(corpus, differences(before, changed), AMENDMENT) == []
    assert new_errors(corpus, differences(before, with_new_skill(before)), DRAFT) == []
    for wrong in ("0.1.7", "0.2.0", "1.0.0"):
        found = new_errors(corpus, differences(before, with_new_skill(before, **{"0.1.0": wrong})), DRAFT)
        assert [(each.rule, each.place.file) for each in found] == [("rule-18", NEW)]
    second = with_path(before, "demo-second", version="0.1.4")
    assert [each.rule for each in new_errors(corpus, differences(before, second), DRAFT)] == ["rule-18"]
    assert new_errors(corpus, differences(before, with_path(before, "demo-second")), DRAFT) == []


@requirement("R-DRF-05")
def test_a_draft_that_would_be_a_skeleton_is_refused() -> None:
    before = Files.valid()
    found = new_errors(
        before.load(), differences(before, with_new_skill(before, alpha="draft", **{"0.1.0": "0.0.0"})), DRAFT
    )
    assert "rule-17" in {each.rule for each in found}


@requirement("R-CI-15", "R-CI-19", "R-VER-09")
def test_the_versions_of_what_is_about_to_be_merged_are_judged() -> None:
    before = Files.valid()
    corpus = before.load()

    def rules(after: Files) -> list[str]:
        files = differences(before, after)
        found = errors_between(corpus, Loader().amended(corpus, files), files, AMENDMENT)
        return [each.rule for each in found]

    changed = before.replaced(CLOCK, "Leap years", "All leap years")
    assert rules(changed) == ["rule-18"]
    assert rules(changed.replaced(CLOCK, "0.2.3", "0.2.4")) == []
    assert rules(changed.replaced(CLOCK, "0.2.3", "0.2.5")) == ["rule-18"]
    assert rules(with_path(before, "demo-second")) == ["path-catalogue-version"]
    assert rules(with_value(with_path(before, "demo-second"), "/version", "0.1.1")) == []


def test_a_body_that_is_too_large_cannot_be_read() -> None:
    before = Files.valid()
    found = new_errors(before.load(), {CLOCK: before[CLOCK] + b"a" * 300_000}, AMENDMENT)
    assert [each.rule for each in found if each.place.file == CLOCK] == [UNREADABLE]


def test_the_rows_of_a_running_catalogue_count() -> None:
    before = Files.valid()
    after = before.replaced(CLOCK, "Leap years", '<VV name="demo-new-fee" uid="val-00900">€5</VV> Leap years')
    corpus, files = before.load(), differences(before, after)
    assert [each.rule for each in new_errors(corpus, files, AMENDMENT)] == ["rule-08"]
    rows = RowCatalogue([Row("val-00900", "demo-new-fee"), Row("ref-00002", "demo-law-article-two")])
    assert new_errors(corpus, files, AMENDMENT, catalogue=rows) == []


# --- fixtures -------------------------------------------------------------------------------------------------

_OF_FILES = ("skill", "path", "path_source")


@requirement("R-DRF-02", "R-XREF-07", "R-XREF-08", "R-XREF-09")
@pytest.mark.parametrize(
    "fixture",
    [
        each
        for each in (*fixtures("amendments/valid/**/*.json"), *fixtures("drafts/valid/**/*.json"))
        if each.read()["target_type"] in _OF_FILES
    ],
    ids=str,
)
def test_a_valid_amendment_or_draft_breaks_nothing(fixture: Fixture) -> None:
    corpus = fixture_corpus()
    files = proposed_files(corpus, fixture.type, fixture.read())
    assert new_errors(corpus, files, fixture.type) == []


@pytest.mark.parametrize("fixture", fixtures("envelopes/valid/*.json"), ids=str)
def test_the_items_of_a_valid_envelope_break_nothing(fixture: Fixture) -> None:
    corpus = fixture_corpus()
    for name, item in merged_items(fixture.read()):
        kind = SubmissionType(name)
        if kind in (AMENDMENT, DRAFT) and item["target_type"] in _OF_FILES:
            assert new_errors(corpus, proposed_files(corpus, kind, item), kind) == []


@requirement("R-XREF-09", "R-CI-20")
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("drafts/invalid/skill/cross-ref-missing-requires", "graph-requires"),
        ("drafts/invalid/skill/cross-ref-missing-required-path", "graph-requires-paths"),
        ("drafts/invalid/skill/cross-ref-category-typo", "fm-category"),
        ("drafts/invalid/skill/cross-ref-unknown-authority", "rule-07"),
        ("drafts/invalid/skill/cross-ref-unknown-selector-value", "rule-09"),
        ("drafts/invalid/path/cross-ref-category-typo", "fm-category"),
        ("drafts/invalid/path/cross-ref-repeated-source-id", "path-sources-unique"),
        ("drafts/invalid/path/cross-ref-unknown-authority", "path-links"),
        ("drafts/invalid/path/cross-ref-unknown-predicate-field", "path-predicates"),
        ("drafts/invalid/path/cross-ref-unknown-related-skill", "path-links"),
        ("amendments/invalid/path_source/cross-ref-provider-not-supported", "path-auth-provider"),
        ("amendments/invalid/path_source/cross-ref-unknown-predicate-field", "path-predicates"),
    ],
)
def test_what_a_fixture_names_wrongly_is_one_error_of_one_rule(name: str, rule: str) -> None:
    corpus, found = fixture_corpus(), payload(name)
    kind = DRAFT if name.startswith("drafts") else AMENDMENT
    assert [each.rule for each in new_errors(corpus, proposed_files(corpus, kind, found), kind)] == [rule]


# --- a large corpus -------------------------------------------------------------------------------------------


def _large(skills: int) -> Files:
    files = Files.valid()
    text = re.sub(r"## Branching layer\n.*?(?=## Req)", "", files[APPLICATION].decode(), flags=re.DOTALL)
    more = {
        f"skills/demo-copy-{number}/canonical.md": text.replace(
            "demo-application", f"demo-copy-{number}"
        ).encode()
        for number in range(skills)
    }
    return Files({**files, **more})


def test_of_a_large_corpus_only_what_changed_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: how many bodies are read does not grow with the corpus."""
    files = _large(60)
    corpus = Loader().load(MemoryTree(files))
    judged: list[int] = []

    def counted(rules: Iterable[Rule], context: Context) -> set[Finding]:
        judged.append(len(context.skills))
        return run_on_bodies(rules, context)

    monkeypatch.setattr("becivic.corpus.proposals.run_on_bodies", counted)
    name = "demo-copy-7"
    text = changed_skill(corpus, name, _summary("Another summary."))
    assert new_errors(corpus, {f"skills/{name}/canonical.md": text.encode()}, AMENDMENT) == []
    draft = payload("drafts/valid/skill/smallest")["content"]
    made = drafted_skill({**draft["frontmatter"], "id": "lost-card-report"}, draft["body"])
    assert new_errors(corpus, {"skills/lost-card-report/canonical.md": made.encode()}, DRAFT) == []
    entry = {**payload("drafts/valid/path/uid-absent")["content"]["entry"], "authority_id": "demo-registry"}
    assert new_errors(corpus, {PATHS: drafted_paths(corpus, entry).encode()}, DRAFT) == []
    assert judged == [1, 1, 0]  # nothing is wrong, so nothing is compared with what was wrong before


def _summary(text: str) -> dict[str, object]:
    return {
        "amendment_subtype": "frontmatter",
        "frontmatter_change": {"field_path": "summary", "proposed_value": text},
    }


def test_what_requires_a_skill_is_judged_again_only_where_it_relies_on_what_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counted again: sixty skills require the clock, and sixty the certificate."""
    files = _large(60)
    corpus = Loader().load(MemoryTree(files))
    judged: list[int] = []

    def counted(rules: Iterable[Rule], context: Context) -> set[Finding]:
        judged.append(len(context.skills))
        return run_on_the_rest(rules, context)

    monkeypatch.setattr("becivic.corpus.proposals.run_on_the_rest", counted)
    for after in (
        files.replaced(CLOCK, "Leap", "All leap").replaced(CLOCK, "0.2.3", "0.2.4"),
        with_value(files, f"{DEMO}/description/en", "Other."),
        files.replaced(CLOCK, "type: number", "type: string"),
        with_value(files, f"{DEMO}/status", "deprecated"),
    ):
        changed = differences(files, after)
        errors_between(corpus, Loader().amended(corpus, changed), changed, AMENDMENT)
    # The first breaks nothing; of the others the corpus as it stands is asked too, and then as a whole.
    whole = len(corpus.skills)
    assert [each for each in judged if each != whole] == [1, 0, 0, 62, 62, 61, 61]


def test_what_is_said_of_the_whole_corpus_is_remembered() -> None:
    before = Files.valid()
    corpus = before.load()
    files = differences(before, before.replaced(CLOCK, "## Process", "Process"))
    proposals._known.cache_clear()
    for _ in range(3):
        assert new_errors(corpus, files, AMENDMENT) != []
    assert (proposals._known.cache_info().misses, proposals._known.cache_info().hits) == (1, 2)


def test_bodies_that_were_compared_are_not_kept_taken_apart() -> None:
    """A corpus lives as long as main stands still, and thousands of changes may be compared with it."""
    before = Files.valid()
    corpus = before.load()
    after = before.replaced(CLOCK, "Leap", "All leap").replaced(CLOCK, "0.2.3", "0.2.4")
    files = differences(before, after)
    made = Loader().amended(corpus, files)
    assert errors_between(corpus, made, files, AMENDMENT) == []
    kept = [vars(each.skills[CLOCK.split("/")[1]].body).keys() for each in (corpus, made)]
    assert kept == [{"text", "first_line"}] * 2
