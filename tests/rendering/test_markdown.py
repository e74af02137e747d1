from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rendering.markdown import resolved_markdown
from becivic.rendering.observed import ObservedBlock
from becivic.rendering.shown import LastStable, ShownRows
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.statuses import Status
from tests.factories.bodies import (
    FEE,
    LAW,
    REF,
    ROWS,
    VV,
    block_of,
    concern,
    demo_corpus,
    rows_with,
    skill_with,
)
from tests.requirement import requirement


def resolved(
    body: str, rows: ShownRows = ROWS, voice: Voice = ENGLISH, observed: ObservedBlock | None = None
) -> str:
    return resolved_markdown(skill_with(body), demo_corpus(), rows, voice, observed)


@requirement("R-TAG-15", "R-TAG-21")
def test_wrappers_stay_and_what_they_wrap_is_the_catalogues() -> None:
    assert resolved(f"Pay {VV} <!-- x -->now.") == (
        'Pay <VV name="demo-handling-fee-eur" uid="val-00001" data-source="ref-00001" data-read-on="2026-11-15" '
        'data-read-as="stored_copy" data-page-date="undated">€1,000</VV> now.\n'
    )
    assert resolved(REF) == (
        '<Ref name="demo-law-article-one" uid="ref-00001" title="Law on demonstrations, article 1" '
        'url="https://www.ejustice.just.fgov.be/eli/demo" last_verified="2026-11-15" '
        'data-read-as="stored_copy" data-page-date="undated" data-archived-url="https://archive.example/demo">article 1</Ref>\n'
    )
    assert ">Law on demonstrations, article 1</Ref>" in resolved('<Ref name="demo-law-article-one" uid="" />')


@requirement("R-TAG-16")
def test_a_value_in_doubt_says_both_in_attributes_and_in_words() -> None:
    stable = LastStable(text="€150", committed_at="2026-01-01T00:00:00Z")
    pending = replace(FEE, text="€180", status=Status.BETA, last_stable=stable)
    told = resolved(VV, rows_with(pending))
    assert 'data-status="beta" data-last-stable="€150" data-pending="€180" ' in told
    assert told.endswith(">€150 (pending: €180)</VV>\n")
    assert 'data-status="alpha"' in resolved(REF, rows_with(replace(LAW, status=Status.ALPHA)))


@requirement("R-TAG-17")
@pytest.mark.parametrize("rows", [ShownRows(), rows_with(replace(FEE, status=Status.DEPRECATED))])
def test_an_unresolved_tag_is_exactly_what_the_contract_says(rows: ShownRows) -> None:
    assert resolved(VV, rows) == (
        '<VV name="demo-handling-fee-eur" uid="val-00001" data-resolution-status="unresolved">[unresolved]</VV>\n'
    )
    lost = resolved(REF, ShownRows())
    assert lost.endswith('uid="ref-00001" data-resolution-status="unresolved">[unresolved]</Ref>\n')


@requirement("R-SITE-11")
def test_what_is_held_says_so_and_none_of_its_words() -> None:
    held = rows_with(replace(FEE, held=True, text="secret"), replace(LAW, held=True, title="secret"))
    said = resolved(f"{VV}{REF}", held)
    assert said.count('data-resolution-status="held">[held for review]</') == 2
    assert "secret" not in said
    stable = LastStable(text="€150", committed_at="2026-01-01T00:00:00Z")
    kept = resolved(VV, rows_with(replace(FEE, held=True, text="", last_stable=stable)))
    assert kept.endswith(
        'data-resolution-status="held" data-last-stable="€150">€150 [held for review]</VV>\n'
    )


@requirement("R-TAG-11")
def test_brackets_stay_and_one_that_leads_nowhere_says_so() -> None:
    assert resolved(f"{REF} [demo-law-article-one] [task]").endswith("</Ref> [demo-law-article-one] [task]\n")
    assert resolved("[demo-law-article-one]") == "[demo-law-article-one] [unresolved]\n"


@requirement("R-TAG-05", "R-TAG-06")
def test_paths_and_skills_keep_their_tags_and_have_their_titles_as_links_behind() -> None:
    both = '<Path id="demo-certificate" />, <Skill id="demo-clock" />, <Path id="gone" />'
    assert resolved(both, voice=Voice("fr")) == (
        '<Path id="demo-certificate" /> [Certificat de démonstration](/paths/demo-certificate/index.md), '
        f'<Skill id="demo-clock" /> [{demo_corpus().skills["demo-clock"].title}](/skills/demo-clock/index.md), '
        '<Path id="gone" data-resolution-status="unresolved" /> [unresolved]\n'
    )


@requirement("R-TAG-07")
def test_risks_stay_and_what_does_not_fit_is_words() -> None:
    assert resolved('<Risk reason="a &quot;b&quot;">c</Risk>') == '<Risk reason="a &quot;b&quot;">c</Risk>\n'
    assert resolved("<Risk>open") == "&lt;Risk>open\n"
    assert resolved("<Foo>x</Foo> `<VV>`") == "&lt;Foo>x&lt;/Foo> `<VV>`\n"
    assert resolved("<Observation>x</Observation>") == "&lt;Observation>x&lt;/Observation>\n"


@requirement("R-BODY-05")
def test_observations_are_filled_where_the_body_asks_for_them() -> None:
    body = 'Seen:\n\n<Observations skill="demo-application" />\n'
    seen = resolved(body, observed=block_of(concern("Bring it.")))
    assert '<Observations skill="demo-application">\n<CohortStats affirms="12"' in seen
    assert "```text\nBring it.\n```" in seen
    assert "Nothing is known yet" in resolved(body)


@given(st.text(max_size=40))
def test_values_and_titles_stay_inside_their_tags(words: str) -> None:
    fee = replace(FEE, text=f"{words}x", name=words)
    law = replace(LAW, title=f"{words}x", url=f"https://a.example/{words}", last_verified=words)
    said = resolved(f"{VV}{REF}", rows_with(fee, law))
    assert said.count("<VV ") == said.count("</VV>") == said.count("<Ref ") == said.count("</Ref>") == 1
    assert said.replace("\\<", "").count("<") == 4
