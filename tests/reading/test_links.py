"""What a page says of others is compared, so that it is made anew exactly when that changes."""

from __future__ import annotations

from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import COMMUNES_FILE
from becivic.reading.links import links_of_path, links_of_skill, neighbours
from becivic.reading.readings import Link
from tests.factories.corpora import APPLICATION, CLOCK, COMMUNES, FALLBACK, PATHS, Files


def skill_links(files: Files, name: str = "demo-application") -> tuple[Link, ...]:
    corpus = files.load()
    return links_of_skill(corpus.skills[name], corpus)


def path_links(corpus: Corpus) -> tuple[Link, ...]:
    return links_of_path(corpus.paths.entries["demo-certificate"], corpus)


def test_a_skill_leads_to_what_it_requires_names_and_cites_and_to_who_requires_it() -> None:
    names = {(kind, name) for kind, name, _ in skill_links(Files.valid())}
    assert {
        ("skill", "demo-clock"),
        ("skill", "meta-no-skill-fallback"),
        ("path", "demo-certificate"),
    } < names
    assert ("skill", "demo-application") in {(k, n) for k, n, _ in skill_links(Files.valid(), "demo-clock")}
    assert ("file", COMMUNES_FILE) in names


def test_links_change_with_a_title_a_status_an_entry_or_a_list() -> None:
    before = skill_links(Files.valid())
    assert skill_links(Files.valid().replaced(CLOCK, "Leap years", "Such years")) == before
    for changed in (
        Files.valid().replaced(CLOCK, "title: Count", "title: Add up"),
        Files.valid().replaced(CLOCK, "status: beta", "status: stable"),
        Files.valid().replaced(FALLBACK, "title: ", "title: The "),
        Files.valid().replaced(PATHS, '"status": "alpha"', '"status": "beta"'),
        Files.valid().replaced(COMMUNES, "{", "{ "),
    ):
        assert skill_links(changed) != before


def test_what_is_not_there_is_said_to_be_nothing() -> None:
    files = Files.valid().replaced(APPLICATION, '<Skill id="demo-clock" />', '<Skill id="no-skill" />')
    files = files.replaced(APPLICATION, '<Path id="demo-certificate" />', '<Path id="no-path" />')
    files = files.replaced(APPLICATION, "status: alpha", "status: deprecated\nsuperseded_by: no-successor")
    found = skill_links(files)
    for nothing in (("skill", "no-skill", ""), ("path", "no-path", ""), ("skill", "no-successor", "")):
        assert nothing in found


def test_a_path_leads_to_the_skills_that_require_it_and_to_its_successor() -> None:
    corpus = Files.valid().load()
    assert neighbours(corpus).requiring_path("demo-certificate") == ("demo-application",)
    assert neighbours(corpus).requiring_path("no-path") == ()
    assert [(kind, name) for kind, name, _ in path_links(corpus) if kind != "file"] == [
        ("skill", "demo-application")
    ]
    followed = Files.valid().replaced(
        PATHS, '"status": "alpha"', '"status": "alpha", "superseded_by": "no-path"'
    )
    assert ("path", "no-path", "") in path_links(followed.load())


def test_a_corpus_without_its_lists_has_links_all_the_same() -> None:
    found = skill_links(Files.valid().without(COMMUNES))
    assert ("file", COMMUNES_FILE) not in {(kind, name) for kind, name, _ in found}


def test_links_change_with_how_much_of_what_it_rests_on_at_some_depth_is_stable() -> None:
    deep = Files.valid().replaced(
        CLOCK, "status: beta", "status: beta\nrequires:\n  - id: meta-no-skill-fallback"
    )
    deep = deep.replaced(APPLICATION, "related: [meta-no-skill-fallback]\n", "")
    unsettled = [link for link in skill_links(deep) if link[0] == "unsettled"]
    assert unsettled == [("unsettled", "demo-application", "1")]
    doubted = deep.replaced(FALLBACK, "status: stable", "status: alpha")
    assert ("unsettled", "demo-application", "2") in skill_links(doubted)
