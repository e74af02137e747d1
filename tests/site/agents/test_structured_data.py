"""schema.org JSON-LD."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from becivic.site.agents.structured_data import landing_jsonld, path_jsonld, skill_jsonld
from tests.factories.corpora import CLOCK, Files
from tests.factories.grounds import URL, packaged


def graph(text: str) -> list[dict[str, Any]]:
    told = json.loads(text)
    assert told["@context"] == "https://schema.org"
    found: list[dict[str, Any]] = told["@graph"]
    return found


def test_a_procedure_is_a_service_of_its_authority_and_how_to_get_it() -> None:
    corpus = packaged()
    service, how = graph(
        skill_jsonld(corpus.skills["nationality-application"], corpus, URL, "2026-11-16T00:00:00Z")
    )
    assert service["@type"] == "GovernmentService"
    assert service["provider"]["name"] == "Civil registrar of the commune"
    assert service["areaServed"]["identifier"] == "BE"
    assert (how["@type"], how["dateModified"]) == ("HowTo", "2026-11-16T00:00:00Z")
    assert how["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert [step["position"] for step in how["step"]] == list(range(1, 12))


def test_without_a_date_of_its_own_a_page_says_none() -> None:
    corpus = packaged()
    skill = corpus.skills["nationality-application"]
    assert "dateModified" not in graph(skill_jsonld(skill, corpus, URL))[1]


def test_a_page_on_how_agents_work_is_no_service_of_any_authority() -> None:
    corpus = packaged()
    (only,) = graph(skill_jsonld(corpus.skills["becivic"], corpus, URL))
    assert (only["@type"], only["headline"]) == ("TechArticle", "Using Be Civic with somebody")


def test_a_path_has_its_names_in_the_other_languages() -> None:
    corpus = packaged()
    service, page = graph(path_jsonld(corpus.paths.entries["tax-notice"], corpus, URL))
    assert "Aanslagbiljet (personenbelasting)" in service["alternateName"]
    assert page["about"] == {"@id": service["@id"]}
    assert "dateModified" not in page


def test_the_landing_page_says_where_to_search() -> None:
    (site,) = graph(landing_jsonld(URL))
    assert site["potentialAction"]["target"]["urlTemplate"] == f"{URL}/search?q={{search_term_string}}"


def test_an_unknown_authority_is_left_out() -> None:
    files = Files.valid()
    text = re.sub(r"^authority_id: .*\n", "authority_id: nobody\n", files[CLOCK].decode(), flags=re.MULTILINE)
    corpus = files.with_file(CLOCK, text).load()
    assert "provider" not in graph(skill_jsonld(corpus.skills["demo-clock"], corpus, URL))[0]


@pytest.mark.parametrize("hostile", ["</script><script>alert(1)</script>", "<!--<script>", "a & b \u2028 c"])
def test_nothing_a_title_says_ends_the_script(hostile: str) -> None:
    files = Files.valid()
    text = re.sub(
        r"^title: .*$", lambda _: f"title: {json.dumps(hostile)}", files[CLOCK].decode(), flags=re.MULTILINE
    )
    corpus = files.with_file(CLOCK, text).load()
    told = skill_jsonld(corpus.skills["demo-clock"], corpus, URL)
    assert not set(told) & {"<", ">", "&", "\u2028"}
    assert graph(told)[0]["name"] == hostile
