"""The list of procedures: filters without JavaScript, an empty result that helps, the pages about method apart."""

from __future__ import annotations

import pytest

from becivic.reading.graph import GraphFilters, graph_of
from becivic.rules.reading import GRAPH_STATUSES
from becivic.rules.skills import FALLBACK_SKILL
from becivic.site.pages.listed import UnknownFilter
from becivic.site.pages.skills_list import ADDRESS, fallback, procedures, skills_json, skills_page
from becivic.words import LANGUAGES
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files
from tests.factories.grounds import packaged
from tests.factories.site_pages import PUBLIC_URL, Shown, markdown_of
from tests.requirement import requirement

CORPUS = Files.valid().load()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_procedure_stands_under_its_area_in_every_language(language: str) -> None:
    shown = Shown(skills_page(CORPUS), language, is_chosen=True)
    links = shown.links()
    assert links[f"/{language}/skills/demo-application"] == "Apply for a demonstration"
    assert links[f"/{language}/skills/demo-clock"] == "Count the waiting time"
    titles = [each.attrib.get("lang", language) for each in shown.all("span", lang="en")]
    assert titles or language == "en"


def test_method_pages_stand_apart() -> None:
    shown = Shown(skills_page(CORPUS))
    methods = shown.text("section", **{"aria-labelledby": "methods"})
    assert "When no skill fits" in methods
    assert "2 procedures" in shown.text("p", class_="found")


def test_no_filter_counts_more_procedures_than_the_list_has() -> None:
    corpus = packaged()
    number = len(procedures(corpus))
    shown = Shown(skills_page(corpus))
    counts = {
        (each.attrib["name"], each.attrib["value"]): int("".join(label.itertext()).split()[-1])
        for label in shown.all("label", class_="option")
        for each in label.iter()
        if each.attrib.get("type") == "checkbox"
    }
    assert counts["residency_status", "registered"] == number
    assert {name for (name, _), count in counts.items() if count > number} == set()
    found = Shown(skills_page(corpus, [("residency_status", "registered")])).text("p", class_="found")
    assert str(number) in found


def test_what_was_asked_for_stands_alone() -> None:
    assert "Pages for AI assistants" not in Shown(skills_page(CORPUS, [("status", "beta")])).text()


def test_a_procedure_is_found_by_its_tags() -> None:
    links = Shown(skills_page(CORPUS, [("q", "demo apply")])).links()
    assert "/skills/demo-application" in links
    assert "/skills/demo-clock" not in links


def test_a_filter_narrows_by_its_parameter_alone() -> None:
    shown = Shown(skills_page(CORPUS, [("domain", "residency"), ("status", "beta"), ("nonsense", "x")]))
    assert "/skills/demo-clock" in shown.links()
    assert "/skills/demo-application" not in shown.links()
    checked = [each.attrib["value"] for each in shown.all("input") if "checked" in each.attrib]
    assert checked == ["residency", "beta"]
    assert f"{ADDRESS}?domain=residency#results" in shown.links()


def test_whoever_narrows_the_list_is_led_to_what_is_left_of_it() -> None:
    shown = Shown(skills_page(CORPUS, [("domain", "residency")]), "de", is_chosen=True)
    assert shown.all("form")[0].attrib["action"] == f"/de{ADDRESS}#results"
    assert shown.all("div", id="results")
    groups = shown.all("details", class_="filter")
    assert not any("open" in each.attrib for each in groups), "what was chosen stands on the folded group"
    assert " ".join("".join(groups[0][0].itertext()).split()) == "Bereich Aufenthalt"


def test_choices_begin_with_a_capital() -> None:
    assert "Registered in a commune" in Shown(skills_page(CORPUS)).text("form")


def test_a_seal_that_all_have_is_said_once() -> None:
    alike = skills_page(CORPUS, [("status", "beta")])
    mixed = Shown(skills_page(CORPUS))
    assert len(Shown(alike).all("span", class_="seal")) == 1, "one procedure has its own seal"
    assert "Everything listed here" not in mixed.text()
    assert len(mixed.all("span", class_="seal")) == 3
    corpus = Files.valid().replaced(CLOCK, "status: beta", "status: alpha").load()
    once = Shown(skills_page(corpus, [("status", "alpha")]))
    assert len(once.all("span", class_="seal")) == 1
    assert "Everything listed here is alpha" in once.text()


def test_a_procedure_without_an_audience_is_for_everybody() -> None:
    asylum = Shown(skills_page(CORPUS, [("residency_status", "asylum")])).links()
    registered = Shown(skills_page(CORPUS, [("residency_status", "registered")])).links()
    assert "/skills/demo-application" not in asylum
    assert "/skills/demo-clock" in asylum
    assert "/skills/demo-application" in registered


def test_an_authority_is_chosen_by_its_name() -> None:
    shown = Shown(skills_page(CORPUS, [("authority", "demo-registry")]), "fr")
    assert "Registre de démonstration" in shown.text("form")
    assert "/skills/demo-clock" not in shown.links()


def test_an_empty_result_says_what_to_do() -> None:
    shown = Shown(skills_page(CORPUS, [("q", "zebra & co")]))
    assert "No procedure matches all of your filters." in shown.text()
    assert shown.links()["/search?q=zebra%20%26%20co"] == "Search the whole site"
    assert "/skills/meta-no-skill-fallback" in shown.links()


def test_what_somebody_writes_stays_text() -> None:
    written = '"><script>alert(1)</script>'
    shown = Shown(skills_page(CORPUS, [("q", written), ("domain", written)]))
    assert "<script>alert" not in shown.source
    assert [each.attrib["value"] for each in shown.all("input", name="q")] == [written]


@requirement("R-QUAR-06")
def test_what_is_withheld_is_not_led_to() -> None:
    files = Files.valid().replaced(APPLICATION, "status: alpha", "status: quarantined")
    files = files.replaced(FALLBACK, "status: stable", "status: odd")
    corpus = files.load()
    page = skills_page(corpus)
    assert "demo-application" not in Shown(page).source
    assert "meta-no-skill-fallback" not in Shown(page).source
    assert fallback(corpus) is None
    assert "demo-application" not in markdown_of(page)


def test_an_empty_result_without_a_fallback_page_helps_too() -> None:
    corpus = Files.valid().replaced(FALLBACK, "status: stable", "status: odd").load()
    assert "/search" in Shown(skills_page(corpus, [("status", "stable")])).links()


def test_an_area_that_nobody_knows_is_other_matters() -> None:
    corpus = Files.valid().replaced(CLOCK, "domain: residency", "domain: gardening").load()
    assert "Other matters" in Shown(skills_page(corpus)).text()


def test_a_long_list_leads_to_its_other_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("becivic.site.pages.filtering.PAGE_MOST", 1)
    first, second = (Shown(skills_page(CORPUS, [("page", str(part))])) for part in (1, 2))
    assert first.links()[f"{ADDRESS}?page=2#results"] == "Next page"
    assert second.links()[f"{ADDRESS}?page=1#results"] == "Previous page"


def test_only_the_whole_list_is_for_search_engines() -> None:
    assert skills_page(CORPUS).is_indexed
    assert not skills_page(CORPUS, [("q", "x")]).is_indexed


@requirement("R-SITE-06")
def test_the_markdown_of_the_list_has_the_same_procedures_and_filters() -> None:
    everything = markdown_of(skills_page(CORPUS))
    assert (
        "- [Apply for a demonstration](/skills/demo-application/index.md) (`alpha`): File the" in everything
    )
    assert "## Pages for AI assistants" in everything
    assert "demo-application" not in markdown_of(skills_page(CORPUS, [("status", "beta")]))


@requirement("R-SITE-06", "R-READ-04")
def test_a_program_gets_the_same_list_as_the_graph_tells_it() -> None:
    told = skills_json(CORPUS, (), PUBLIC_URL)
    graph = graph_of(CORPUS, GraphFilters(statuses=tuple(GRAPH_STATUSES)), PUBLIC_URL, "")
    assert sorted(told["items"], key=lambda node: str(node["id"])) == graph["nodes"]
    assert "next" not in told
    narrowed = skills_json(CORPUS, [("status", "beta"), ("domain", "residency")], PUBLIC_URL)
    assert [each["id"] for each in narrowed["items"]] == ["demo-clock"]
    assert skills_json(CORPUS, [("q", "zebra")], PUBLIC_URL) == {"items": []}


def test_a_long_list_says_where_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("becivic.site.pages.filtering.PAGE_MOST", 1)
    first, second = (skills_json(CORPUS, [("page", part)], PUBLIC_URL) for part in ("1", "2"))
    assert first["next"] == f"{PUBLIC_URL}{ADDRESS}?page=2&format=json"
    assert len(first["items"]) == 1
    assert [each["id"] for each in second["items"]] == ["demo-clock"]
    last = skills_json(CORPUS, [("page", "3")], PUBLIC_URL)
    assert [each["id"] for each in last["items"]] == [FALLBACK_SKILL]
    assert "next" not in last


def test_markdown_of_a_long_list_says_where_it_goes_on_unless_it_is_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("becivic.site.pages.filtering.PAGE_MOST", 1)
    first = markdown_of(skills_page(CORPUS))
    assert first.endswith("Page 1 of 3: [Next page](/skills/index.md?page=2)\n")
    assert "Pages for AI assistants" not in first
    last = markdown_of(skills_page(CORPUS, [("page", "3")]))
    assert "Pages for AI assistants" in last
    assert "Next page" not in last
    whole = markdown_of(skills_page(CORPUS, is_whole=True))
    assert all(f"/skills/{name}/index.md" in whole for name in CORPUS.skills)
    assert "Next page" not in whole


def test_pages_about_method_are_found_by_area_and_words_and_by_a_program_with_every_filter() -> None:
    """Their own trail leads here by their area."""
    for asked in ([("domain", "meta")], [("q", FALLBACK_SKILL)]):
        assert f"/skills/{FALLBACK_SKILL}" in Shown(skills_page(CORPUS, asked)).links()
        assert f"/skills/{FALLBACK_SKILL}/index.md" in markdown_of(skills_page(CORPUS, asked))
    for asked in ([("domain", "meta")], [("status", "stable")], [("q", FALLBACK_SKILL)]):
        assert [each["id"] for each in skills_json(CORPUS, asked, PUBLIC_URL)["items"]] == [FALLBACK_SKILL]
    other = [("domain", "residency")]
    assert FALLBACK_SKILL not in markdown_of(skills_page(CORPUS, other))


def test_a_program_that_asks_for_what_no_filter_has_is_told() -> None:
    """A person sees that nothing was narrowed."""
    with pytest.raises(UnknownFilter) as caught:
        skills_json(CORPUS, [("domain", "zzz"), ("domain", "family"), ("status", "zzz")], PUBLIC_URL)
    assert caught.value.names == ("domain", "status")
    assert "demo-application" in Shown(skills_page(CORPUS, [("domain", "zzz")])).source
