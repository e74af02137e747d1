"""When a rule that looks at everything is asked again: whenever a change could make a difference to it."""

from __future__ import annotations

import pytest

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.load import Loader
from becivic.corpus.whole_corpus import OF_OTHER_FILES, OF_THE_WHOLE, Difference, asked_again
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, PATHS, Files
from tests.factories.corpus_edits import NEW, differences, with_new_skill
from tests.factories.json_edits import DEMO, with_path, with_value

PATH_RULES = {"path-post-handoff", "path-schema", "path-uid", "path-urls"}
BEFORE = Files.valid()


def _asked(after: Files, before: Files = BEFORE) -> set[str]:
    corpus = before.load()
    files = differences(before, after)
    skills = {path.split("/")[1] for path in files if path.startswith("skills/")}
    now = Loader().amended(corpus, files)
    entries = {*now.paths.entries} if PATHS in files else set()
    return {*asked_again(Difference(corpus, now, skills, entries))}


@pytest.mark.parametrize(
    ("after", "asked"),
    [
        (BEFORE, set()),
        (BEFORE.replaced(CLOCK, "Leap", "All leap"), set()),
        (BEFORE.replaced(CLOCK, "0.2.3", "0.2.4").replaced(CLOCK, "status: beta", "status: alpha"), set()),
        (BEFORE.replaced(CLOCK, "category: belgium-federal", "category: belgium-federl"), {"fm-category"}),
        (
            BEFORE.replaced(CLOCK, "outputs:", "requires:\n  - id: demo-application\noutputs:"),
            {"graph-acyclic"},
        ),
        (BEFORE.replaced(APPLICATION, "      region: [brussels]\n", ""), set()),
        (BEFORE.replaced(APPLICATION, "  - id: demo-clock", "  - id: meta-no-skill-fallback"), set()),
        (BEFORE.replaced(FALLBACK, "status: stable", "status: beta"), {"graph-fallback"}),
        (with_new_skill(BEFORE), set()),
        (with_new_skill(BEFORE, outputs="requires:\n  - id: demo-clock\noutputs"), set()),
        (with_value(BEFORE, f"{DEMO}/description/en", "Other."), PATH_RULES),
        (with_path(BEFORE, "demo-second", category="nowhere-else"), {*PATH_RULES, "fm-category"}),
    ],
)
def test_a_rule_is_asked_where_it_could_say_something_else(after: Files, asked: set[str]) -> None:
    assert _asked(after) == asked


def test_a_new_skill_that_others_wait_for_may_close_a_circle() -> None:
    waiting = BEFORE.replaced(CLOCK, "outputs:", "requires:\n  - id: demo-new\noutputs:")
    added = with_new_skill(BEFORE, outputs="requires:\n  - id: demo-clock\noutputs")[NEW]
    assert _asked(waiting.with_file(NEW, added), waiting) == {"graph-acyclic"}


def test_every_rule_of_the_whole_is_one_and_the_lists_do_not_overlap() -> None:
    assert {rule.id for rule in ALL_RULES} >= OF_THE_WHOLE > OF_OTHER_FILES
    assert {*PATH_RULES, "fm-category", "graph-acyclic", "graph-fallback"} == OF_THE_WHOLE - OF_OTHER_FILES
