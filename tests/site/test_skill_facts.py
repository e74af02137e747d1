from __future__ import annotations

import re
from dataclasses import replace

from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.reading.filed import filed_skill
from becivic.reading.readings import SkillReading
from becivic.rendering.bodies import rendered_body
from becivic.rendering.shown import ShownRows
from becivic.rendering.voice import Voice
from becivic.rules.statuses import Status
from becivic.site.pages.skill import skill_page
from becivic.site.pages.skill_facts import Fact, facts, glance
from becivic.site.pages.skill_glance import COST, TERM
from tests.factories.corpora import Files
from tests.factories.site_pages import Shown, html_of
from tests.factories.skill_readings import edited, skill_reading
from tests.requirement import requirement

FEE = '<VV name="demo-handling-fee-eur" uid="val-00001">€20</VV>'
TERM_TAG = '<VV name="demo-answer-term-days" uid="val-00002">30 days</VV>'
NUMERAL = '<a class="cite" href="#cite-{0}" aria-label="Source {0}">{0}</a>'


def told(reading: SkillReading, language: str = "en") -> dict[str, Fact]:
    voice = Voice(language)
    first = glance(reading, voice)
    body = rendered_body(
        reading.skill, reading.corpus, reading.rows, voice, reading.observed, list(first.cited)
    )
    return {fact.word: fact for fact in facts(reading, first, body, voice)}


def with_costs(text: str) -> SkillReading:
    return skill_reading(edited("## Known surprises", f"### {COST}\n\n{text}\n\n## Known surprises"))


@requirement("R-PRIN-01")
def test_a_line_from_the_text_carries_the_numeral_of_what_it_rests_on() -> None:
    cost = told(with_costs(f"One asks {FEE} [demo-law-article-one]."))["cost"]
    assert [str(each) for each in cost.lines[0].notes] == [NUMERAL.format(1)]
    assert cost.place is not None
    assert cost.place.title == (COST, "en")


@requirement("R-PRIN-01")
def test_what_a_value_rests_on_and_the_text_does_not_cite_is_named_where_it_may_be() -> None:
    reading = with_costs(f"One asks {FEE}.")
    law = reading.rows.references["ref-00001"]
    other = replace(law, uid="ref-00099", title="Another page")
    values = {uid: replace(row, source="ref-00099") for uid, row in reading.rows.values.items()}

    def elsewhere(row: object) -> list[str]:
        references = {**reading.rows.references, "ref-00099": row}
        read = replace(reading, rows=ShownRows(values, references))  # type: ignore[arg-type]
        return [each.title for each in told(read)["cost"].lines[0].elsewhere]

    assert elsewhere(other) == ["Another page"]
    assert elsewhere(replace(other, held=True)) == []
    assert elsewhere(replace(other, status=Status.DEPRECATED)) == []


@requirement("R-PRIN-01")
def test_what_only_the_head_of_the_file_says_leads_to_where_the_text_says_it() -> None:
    shown = told(
        skill_reading(edited("authority_id: demo-registry", "authority_id: demo-registry\nrecurring: true")),
        "nl",
    )
    places = {word: fact.place.title.text for word, fact in shown.items() if fact.place}
    assert places == {
        "for": "Welk geval is het uwe",
        "where": "Welk geval is het uwe",
        "recurring": "Stappen",
        "risk": "Stappen",
    }
    assert not any(fact.is_cited for word, fact in shown.items() if word != "risk")
    plain = told(skill_reading(edited("## Branching layer", "## Other things")))
    assert plain["for"].place
    assert plain["for"].place.title.text == "What this rests on"


def test_what_neither_cites_nor_stands_anywhere_is_not_said() -> None:
    bare = "---\nid: bare-one\ntitle: Bare\nschema_version: 4\nstatus: draft\n---\n\nNothing yet.\n\n## Notes\n\nSome.\n"
    reading = skill_reading(Files.valid().with_file("skills/bare-one/canonical.md", bare), "bare-one")
    assert told(reading) == {}
    assert "At a glance" not in Shown(skill_page(reading)).source


def test_a_heading_that_is_a_section_of_its_own_is_no_place_to_lead_to() -> None:
    reading = skill_reading(edited("## Known surprises", f"## {COST}\n\nNobody knows.\n\n## Known surprises"))
    assert "cost" not in told(reading)


@requirement("R-TAG-11")
def test_numerals_run_in_the_order_in_which_a_reader_meets_them() -> None:
    later = '<Ref name="demo-law-article-one" uid="ref-00001">article 1</Ref>'
    reading = with_costs(
        f"One asks {FEE} {later}.\n\n### {TERM}\n\nIt takes {TERM_TAG} [demo-law-article-one]."
    )
    source = Shown(skill_page(reading)).source
    glanced = source[source.index('id="at_glance"') : source.index('id="what_you_need"')]
    assert NUMERAL.format(1) in glanced
    assert source.count('id="cite-1"') == 1


@requirement("R-TAG-11", "R-PRIN-01")
def test_on_every_page_of_the_library_they_do_and_every_line_at_a_glance_cites_or_leads_on() -> None:
    corpus = Loader().load(DirectoryTree(corpus_folder()))
    for skill in corpus.skills.values():
        reading = filed_skill(corpus, skill)
        met = re.findall(
            r'class="cite"[^>]* aria-label="Source ([0-9]+)"| id="cite-([0-9]+)"',
            html_of(skill_page(reading)),
        )
        numbers = list(dict.fromkeys(int(one or other) for one, other in met))
        assert numbers == list(range(1, len(numbers) + 1)), skill.id
        for fact in told(reading).values():
            assert fact.place, (skill.id, fact.word)
            uncited = [line.said.text for line in fact.lines if not (line.notes or line.elsewhere)]
            is_honest = all(" source" in text for text in uncited)  # that there is none is all it says
            assert is_honest or fact.word not in ("cost", "term"), (skill.id, uncited)
