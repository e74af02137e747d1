from __future__ import annotations

import html as html_module
import re
from dataclasses import replace
from html.parser import HTMLParser

import html5lib
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from becivic.rendering.bodies import RenderedBody, rendered_body
from becivic.rendering.markup import as_page
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

FRENCH = Voice("fr", is_chosen=True)


def rendered(
    body: str, rows: ShownRows = ROWS, voice: Voice = ENGLISH, observed: ObservedBlock | None = None
) -> RenderedBody:
    return rendered_body(skill_with(body), demo_corpus(), rows, voice, observed)


def intro(body: str, rows: ShownRows = ROWS, voice: Voice = ENGLISH) -> str:
    return str(rendered(body, rows, voice).intro)


def text_of(markup: str) -> str:
    return " ".join(html_module.unescape(re.sub("<[^>]*>", "", markup)).split())


@requirement("R-TAG-15", "R-TAG-02")
def test_a_value_is_the_catalogues_with_its_four_signals_and_a_note_that_needs_no_script() -> None:
    markup = intro(f"Pay {VV} now.")
    assert (
        '<span class="vv" data-name="demo-handling-fee-eur" data-uid="val-00001" data-status="stable">'
        in markup
    )
    assert (
        '<label class="vv-value vv-value--short"><button type="button" popovertarget="vv-1" aria-label="€1,000">'
        '</button><span aria-hidden="true">€1,000</span></label>' in markup
    )
    assert '<span popover class="note" id="vv-1">' in markup
    assert "€20" not in markup
    for said in (
        "Read on 15 November 2026 in a stored copy; the page carries no date.",
        "Confirmed by 3 reports. Contradicted by 1 report.",
        "stable",
    ):
        assert said in text_of(markup)
    assert f'href="{LAW.url}"' in markup


def test_a_value_cited_again_leads_to_the_one_note() -> None:
    markup = intro(f"{VV} and {VV}")
    assert markup.count('<button type="button" popovertarget="vv-1"') == 2
    assert markup.count('id="vv-1"') == 1


def test_a_long_value_may_be_broken() -> None:
    told = intro(f"Within {VV}.", rows=rows_with(replace(FEE, text="two months and a day"), LAW))
    assert '<label class="vv-value">' in told


def test_a_value_is_found_by_its_name_where_its_uid_is_missing() -> None:
    assert "€1,000" in intro('<VV name="demo-handling-fee-eur" uid="">x</VV>')
    assert "€1,000" in intro('<VV name="demo-handling-fee-eur" uid="val-00001" />')


def test_a_value_whose_source_is_not_shown_and_on_which_nobody_voted_says_less() -> None:
    bare = replace(FEE, source="ref-00009", confirms=0, rejects=0, last_verified="")
    assert text_of(intro(VV, rows_with(bare))) == "€1,000CloseStatus: stable, confirmed by many people."
    assert LAW.title not in intro(VV, rows_with(FEE, replace(LAW, held=True)))


@requirement("R-TAG-16")
def test_a_value_in_doubt_stands_beside_the_last_stable_one() -> None:
    stable = LastStable(text="€150", committed_at="2026-01-01T00:00:00Z")
    pending = replace(FEE, text="€180", status=Status.ALPHA, last_stable=stable)
    markup = intro(VV, rows_with(pending), FRENCH)
    assert ">€150 (pending: €180)</span></label>" in markup
    assert 'data-status="alpha" data-last-stable="€150" data-pending="€180"' in markup
    assert "€150 est la dernière valeur confirmée" in text_of(markup)
    assert 'id="vv-1" lang="fr"' in markup


@requirement("R-TAG-17")
@pytest.mark.parametrize("status", [None, Status.DEPRECATED, Status.QUARANTINED])
def test_what_is_not_there_or_was_given_up_is_unresolved(status: Status | None) -> None:
    rows = (
        ShownRows() if status is None else rows_with(replace(FEE, status=status), replace(LAW, status=status))
    )
    body = rendered(f"{VV} {REF} [demo-law-article-one] [ref-00001]", rows)
    told = 'data-name="demo-handling-fee-eur" data-uid="val-00001" data-resolution-status="unresolved">[unresolved]'
    assert f'<span class="vv unresolved" {told}</span>' in body.intro
    assert body.intro.count('class="ref unresolved"') == (3 if status else 2)
    assert "€" not in body.intro
    assert "article 1 <span" in body.intro
    assert body.notes == ()
    assert body.unresolved == (4 if status else 3)


@requirement("R-SITE-11")
def test_what_is_held_says_so_and_none_of_its_words() -> None:
    held = rows_with(replace(FEE, held=True, text="secret"), replace(LAW, held=True, title="secret"))
    body = rendered(f"{VV} {REF}", held, FRENCH)
    assert text_of(body.intro) == "[retenu pour vérification] [retenu pour vérification]"
    assert body.intro.count('data-resolution-status="held" lang="fr"') == 2
    assert body.unresolved == 0


def test_a_value_of_which_a_change_is_held_keeps_what_was_relied_on() -> None:
    stable = LastStable(text="€150", committed_at="2026-01-01T00:00:00Z")
    rows = rows_with(replace(FEE, held=True, text="", status=Status.ALPHA, last_stable=stable))
    assert text_of(intro(f"Pay {VV}.", rows)) == "Pay €150 [held for review]."


@requirement("R-TAG-03", "R-TAG-11")
def test_a_reference_is_an_annotated_link_and_is_cited_again_by_an_anchor() -> None:
    body = rendered(f"By {REF}, see [demo-law-article-one], [ref-00001] and {REF}.")
    link = (
        f'<a class="ref" href="{LAW.url}" rel="external noopener noreferrer" hreflang="fr" '
        'data-name="demo-law-article-one" data-uid="ref-00001" data-status="stable">article 1</a>'
    )
    assert link in body.intro
    assert (
        '<label class="cite"><button type="button" id="cite-1" popovertarget="note-1" aria-label="Source 1"></button>'
        '<span aria-hidden="true">1</span></label>' in body.intro
    )
    assert '<a class="ref" href="https://archive.example/demo"' in body.intro
    again = '<a class="cite" href="#cite-1" aria-label="Source 1">1</a>'
    assert body.intro.count(again) == 3
    assert f"article 1{again}." in body.intro
    assert [(note.number, note.row, note.anchor, note.id) for note in body.notes] == [
        (1, LAW, "cite-1", "note-1")
    ]


def test_a_value_in_doubt_says_so_and_a_reference_without_a_web_address_is_no_link() -> None:
    odd = replace(LAW, url="javascript:alert(1)", archived_url="", status=Status.BETA, last_verified="")
    markup = intro(REF, rows_with(odd))
    assert "javascript" not in markup
    assert '<span class="ref" data-name' in markup
    assert "Status: beta" in text_of(intro(VV, rows_with(replace(FEE, status=Status.BETA))))


OTHER = replace(
    LAW, uid="ref-00002", name="demo-law-article-two", title="Article 2", url="https://law.example/2"
)
OTHER_TAG = '<Ref name="demo-law-article-two" uid="ref-00002">article 2</Ref>'


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (Status.ALPHA, Status.ALPHA, []),
        (Status.ALPHA, Status.STABLE, ["Status: stable, confirmed by many people."]),
        (Status.STABLE, Status.BETA, ["Status: beta, confirmed by a few people."]),
    ],
)
def test_only_a_source_that_is_not_like_the_others_says_how_it_stands(
    one: Status, other: Status, said: list[str]
) -> None:
    rows = rows_with(replace(LAW, status=one), replace(OTHER, status=other))
    body = rendered(f"By {REF} and {OTHER_TAG}.", rows)
    assert re.findall("Status: [^.]*[.]", text_of(body.intro)) == said
    assert {note.usual for note in body.notes} == {one}


@requirement("R-TAG-03", "R-TAG-11")
def test_the_note_stands_where_a_reader_meets_its_source_first_though_that_is_no_tag() -> None:
    body = rendered(f"## Authoritative basis\n\nBy {REF}.\n\n## Process\n\n1. Go [demo-law-article-one].\n")
    basis, process = body.sections
    assert 'id="cite-1" popovertarget="note-1"' in process.html
    assert (
        f'<a class="ref" href="{LAW.url}" rel="external noopener noreferrer" hreflang="fr"><cite'
        in process.html
    )
    assert 'data-uid="ref-00001"' not in process.html, "brackets have no label to be a link"
    link = 'data-uid="ref-00001" data-status="stable">article 1</a>'
    assert f'{link}<a class="cite" href="#cite-1" aria-label="Source 1">1</a>' in basis.html
    assert "note-1" not in basis.html


def test_a_note_can_be_seen_to_close_in_the_language_of_the_reader() -> None:
    shown = intro(f"{VV}, {REF}", voice=Voice("nl"))
    for note in ("vv-1", "note-1"):
        closing = f'class="note-close" popovertarget="{note}" popovertargetaction="hide">Sluiten</button>'
        assert closing in shown


def test_a_reference_without_words_shows_its_title_and_tags_in_its_words_are_left_out() -> None:
    assert ">t</a>" in intro('<Ref name="demo-law-article-one" uid="ref-00001" title="t" />')
    nested = REF.replace("article 1", "*article* <Foo><!-- x -->1")
    assert ">article 1</a>" in intro(nested)


def test_a_bracket_that_means_no_reference_stays_text() -> None:
    assert 'href="https://a.example/"' in intro("[Written][task] there\n\n[task]: https://a.example/ 'x'")
    assert text_of(intro("Write [task] there.")) == "Write [task] there."


@requirement("R-TAG-05", "R-TAG-06")
def test_paths_and_skills_are_links_with_their_titles_in_the_readers_language() -> None:
    both = '<Path id="demo-certificate" /> and <Skill id="demo-clock" />'
    assert (
        '<a class="path" href="/paths/demo-certificate" data-id="demo-certificate">Demonstration certificate</a>'
        in intro(both)
    )
    french = intro(both, voice=FRENCH)
    assert '<a class="path" href="/fr/paths/demo-certificate" lang="fr"' in french
    assert "Certificat de démonstration" in french
    assert '<a class="skill" href="/fr/skills/demo-clock" lang="en"' in french
    assert '<a class="path" href="/paths/demo-certificate" lang="en"' in intro(both, voice=Voice("de"))
    lost = rendered('<Path id="gone" /> <Skill id="gone" />')
    assert lost.intro.count('data-id="gone" data-resolution-status="unresolved">[unresolved]') == 2
    assert lost.unresolved == 2


@requirement("R-TAG-07")
def test_a_risk_is_headed_by_its_reason_and_stays_inside_every_block_it_crosses() -> None:
    inline = intro('1. <Risk reason="No way back.">Sign.</Risk> Then go.')
    opening = '<span class="risk" role="note"><strong class="risk-reason">'
    assert (
        f'<li>{opening}<span class="visually-hidden">Risk: </span>No way back.</strong> Sign.</span> Then go.</li>'
        in inline
    )
    crossing = intro("<Risk>\n\nOne.\n\n- two\n- three\n\n</Risk>\n\nFour.")
    assert crossing.count(opening + "Risk</strong>") == 1
    assert crossing.count('<span class="risk risk--more">') == 2
    assert "<p></p>" not in crossing
    assert "<p>Four.</p>" in crossing


def test_a_risk_that_crosses_emphasis_never_breaks_it() -> None:
    assert '<em>a <span class="risk"' in intro("*a <Risk>b* c</Risk> d")
    assert intro("<Risk>a *b</Risk> c* d").endswith("</em></span> d</p>\n")
    nested = intro("<Risk>a <Risk>b</Risk> c</Risk> d")
    assert nested.count("</span>") == 2
    over = rendered("## One\n\n<Risk>a\n\n## Two\n\nb</Risk> c")
    assert '<span class="risk risk--more">b</span> c' in over.sections[1].html


def test_tags_that_do_not_fit_are_words() -> None:
    for odd in (
        "<Risk>open",
        "shut</Risk>",
        "<Risk />",
        '<Path id="x">y</Path>',
        "<Foo>x</Foo>",
        "<CohortStats />",
        '<Foo a="<b">',
    ):
        assert intro(odd) == f"<p>{html_module.escape(odd)}</p>\n"


@requirement("R-BODY-05")
def test_what_others_saw_stands_where_the_body_asks_for_it_and_only_once() -> None:
    seen = block_of(concern("Bring the original."))
    body = rendered(
        '## Community observations\n\n<Observations skill="demo-application" />\n\n<Observations skill="x" />',
        observed=seen,
    )
    assert body.sections[0].html.count('<div class="observed" lang="en">') == 1
    assert "<p><div" not in body.sections[0].html
    inside = rendered('Look: <Observations skill="demo-application" /> there.', observed=seen)
    assert inside.intro.startswith("<p>Look:  there.</p>")
    assert "Bring the original." in inside.intro
    listed = rendered('- <Observations skill="demo-application" />', observed=None)
    assert "<li><div" in listed.intro
    assert "Nothing is known yet" in listed.intro


def test_official_names_in_italics_say_their_language_and_the_other_names() -> None:
    markup = intro(
        "A *carte de séjour*, a *Titre de  séjour*, *alleen hier*, *something else*, [*carte de séjour*](/x)."
    )
    assert (
        '<label class="term-word"><button type="button" popovertarget="term-1" aria-label="carte de séjour" lang="fr">'
        '</button><span aria-hidden="true"><em lang="fr">carte de séjour</em></span></label>' in markup
    )
    assert markup.count('id="term-1"') == 1
    assert '<span lang="nl">verblijfskaart</span>' in markup
    assert '<em lang="nl">alleen hier</em>' in markup
    assert "<em>something else</em>" in markup
    assert '<a href="/x"><em lang="fr">carte de séjour</em></a>' in markup


def test_documents_can_be_ticked_at_the_first_level_only() -> None:
    body = rendered(
        "## Required documents\n\n- a\n  - inner\n- b\n\n### For some\n\n1. c\n\n## Process\n\n- d"
    )
    documents, process = body.sections
    assert re.findall(r'<li id="(doc-[0-9])" class="checkable">', documents.html) == [
        "doc-1",
        "doc-2",
        "doc-3",
    ]
    assert "<li>inner</li>" in documents.html
    assert "checkable" not in process.html


def test_sections_have_stable_ids_of_their_own() -> None:
    body = rendered(
        f"Lead\n\n# Big\n\n## Cost: {VV}\n\n### Same\n\n## Same\n\n# Other\n\nTitle\n---\n\n## Note 1\n\n## Sources\n\n## €"
    )
    assert [section.id for section in body.sections] == [
        "cost-1-000",
        "same-2",
        "title",
        "note-1-part",
        "sources-2",
        "part",
    ]
    assert body.sections[0].title == "Cost: €1,000"
    assert [(head.level, head.id, head.title) for head in body.sections[0].headings] == [(3, "same", "Same")]
    assert '<h3 id="big">Big</h3>' in body.intro
    assert '<h3 id="other">Other</h3>' in body.sections[1].html
    assert "<h2" not in "".join(str(section.html) for section in body.sections)


def test_a_section_that_begins_inside_something_else_still_has_its_title() -> None:
    body = rendered('Lead <Ref title="\n## Odd\n" name="n">x\n## Odder\ny</Ref> end\n\n## Last\n\nz')
    assert [section.title for section in body.sections][-1] == "Last"
    assert body.sections[-1].html == "<p>z</p>\n"


def test_comments_vanish_and_code_stays_as_it_is() -> None:
    assert text_of(intro("a <!-- hidden --> b `<VV>`\n\n```\n<Risk>\n```")) == "a b <VV> <Risk>"


def test_links_lead_to_the_web_to_mail_and_within_the_site() -> None:
    markup = intro(
        "<https://a.example/> [w](http://b.example) [m](mailto:a@b.example) [o](odd:thing) [j](javascript:x) [s](/docs/privacy) "
        "[f](/feed.atom) [a](/api/docs) [h](#here) [e]() [u](//c.example)",
        voice=FRENCH,
    )
    external = 'rel="external noopener noreferrer"'
    assert f'<a href="https://a.example/" {external}>' in markup
    assert f'<a href="//c.example" {external}>' in markup
    assert '<a href="mailto:a@b.example">' in markup
    assert '<a href="/fr/docs/privacy">' in markup
    assert '<a href="/feed.atom">' in markup
    assert '<a href="/api/docs">' in markup
    assert '<a href="#here">' in markup
    assert "odd:" not in markup
    assert markup.count("<a>") == 3


def test_pictures_from_elsewhere_are_their_words() -> None:
    assert intro("![ours](/a.png) ![a<b](https://x.example/p.png) ![d](data:image/png;base64,x)") == (
        '<p><img src="/a.png" alt="ours" /> a&lt;b d</p>\n'
    )


def test_tables_can_be_scrolled_and_have_headed_columns() -> None:
    markup = intro(f"| a | b |\n|---|:-:|\n| {VV} | [x] |", voice=FRENCH)
    assert '<div class="table-scroll" role="group" aria-label="Tableau" tabindex="0"><table>' in markup
    assert '<th scope="col" class="align-center">b</th>' in markup
    assert "</table></div>" in markup


def test_tags_in_odd_places_never_get_into_an_attribute_or_a_link() -> None:
    title = intro(f'[a](https://x.example "{VV.replace(chr(34), chr(39))}") ![{VV}](/p.png)')
    assert "<span" not in title
    inside = intro(f"[pay {VV} by {REF}](https://x.example)")
    assert "<button" not in inside
    assert ">pay €1,000 by article 1</a>" in inside


def test_characters_and_references_like_our_marks_are_harmless() -> None:
    marks = "\ue0000\ue001 &#xE000;0&#xE001; &#57344;0&#57345; \ue002script\ue002 `\ue0000\ue001`"
    markup = intro(f"{VV} {marks}")
    assert markup.count('<label class="vv-value') == 1
    assert not re.search("[\ue000-\ue002]", markup)
    assert "&lt;script" not in markup


class Balanced(HTMLParser):
    """Raises where tags do not match, or where something could run."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in {"script", "style", "iframe", "object", "svg", "form", "base", "link", "meta"}
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "style"
            assert name not in {"href", "src"} or not re.match(
                r"\s*(javascript|data|vbscript):", value or "", re.IGNORECASE
            )
        if tag not in {"br", "img", "hr"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"br", "img", "hr"}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_sound(markup: str) -> None:
    parser = Balanced()
    parser.feed(markup)
    parser.close()
    assert parser.open == []
    html5lib.HTMLParser(strict=True).parseFragment(markup)
    ids = re.findall(r' id="([^"]*)"', markup)
    assert len(ids) == len(set(ids))


def everything(body: RenderedBody) -> str:
    """As a page sends it."""
    return as_page("".join([str(body.intro), *(str(section.html) for section in body.sections)])).decode()


PIECES = st.sampled_from(
    [
        VV, REF, "<Risk>", '<Risk reason="a&quot;<b">', "</Risk>", '<Path id="demo-certificate" />', "<Skill id='x' />",
        '<Observations skill="demo-application" />', "</VV>", "<VV>", "<Ref>", "</Ref>", "[demo-law-article-one]", "*", "**", "_",
        "`", "```", "~~~", "\n", "\n\n", "- ", "1. ", "> ", "    ", "## ", "### ", "# ", "| a | b |\n|---|---|\n| ", " | ",
        "[", "](", ")", "](javascript:alert(1))", "![", "<script>", "<img src=x onerror=alert(1)>", "<!--", "-->", "<b>", "</p>",
        "&lt;", "&#xE000;0&#xE001;", "&#60;script&#62;", "\\", "\\<", "<a href='x'>", "<https://a.example/\"onx=>", "carte de séjour",
        "\ue000", "0", "\ue001", "\ue002", "&#1;", "\x00", "---", "===", "[x]: javascript:alert(1) 'y'\n", "text", " ", "\u2028",
    ]
)  # fmt: skip
BODIES = st.lists(PIECES | st.text(max_size=8), max_size=30).map("".join)


@settings(max_examples=300)
@given(BODIES)
@example(f"[{REF}](https://x.example '{VV}')")
@example("<Risk>*a\n\n- b*</Risk>c\n- <Risk>d\n\n## e</Risk>")
@example(f"> <Risk>\n> ```<VV>\n> {VV}\n\n</Risk>")
def test_no_body_breaks_out_or_runs_anything(body: str) -> None:
    seen = block_of(concern("<script>alert(1)</script>"))
    assert_sound(everything(rendered(body, observed=seen)))


@given(st.text(max_size=60))
def test_no_row_breaks_out(words: str) -> None:
    fee = replace(FEE, text=f"{words}x", name=words, last_stable=LastStable(text=words, committed_at=words))
    law = replace(
        LAW, title=f"{words}x", url=f"https://a.example/{words}", language=words, last_verified=words
    )
    assert_sound(everything(rendered(f"{VV} {REF}", rows_with(fee, law))))


def test_a_procedure_that_an_author_links_by_its_id_is_called_by_its_title() -> None:
    markup = intro(
        "See [demo-clock](/skills/demo-clock) and [demo clock](/skills/demo-clock), [gone](/skills/gone)."
    )
    title = html_module.escape(demo_corpus().skills["demo-clock"].title)
    assert f'<a href="/skills/demo-clock">{title}</a>' in markup
    assert '<a href="/skills/demo-clock">demo clock</a>' in markup
    assert '<a href="/skills/gone">gone</a>' in markup
    assert f'<a href="/fr/skills/demo-clock">{title}</a>' in intro(
        "[demo-clock](/skills/demo-clock)", voice=FRENCH
    )
