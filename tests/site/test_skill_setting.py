"""How rendered text is set: what opens a note is text, numerals stay with their word, cells know their column."""

from __future__ import annotations

from markupsafe import Markup

from becivic.site.pages.skill_setting import typeset

BUTTON = (
    '<button type="button" class="cite" id="cite-1" popovertarget="note-1" aria-label="Source 1">1</button>'
)
AGAIN = '<a class="cite" href="#cite-2" aria-label="Source 2">2</a>'
NOTE = '<span popover class="note" id="note-1"><span class="note-line">A law.</span></span>'


def test_a_value_is_text_that_presses_a_button_with_its_name() -> None:
    told = typeset(Markup('(<button type="button" class="vv-value" popovertarget="vv-1">5 years</button>)'))
    assert told == (
        '(<label class="vv-value vv-value--short"><button type="button" popovertarget="vv-1" aria-label="5 years">'
        '</button><span aria-hidden="true">5 years</span></label>)'
    )


def test_a_long_value_may_be_broken() -> None:
    told = typeset(
        Markup('<button type="button" class="vv-value" popovertarget="vv-1">two months and a day</button>')
    )
    assert '<label class="vv-value">' in told


def test_a_term_is_named_in_its_own_language() -> None:
    term = (
        '<button type="button" class="term-word" popovertarget="term-1"><em lang="fr">acte "x"</em></button>'
    )
    told = typeset(Markup(term))
    assert '<button type="button" popovertarget="term-1" aria-label="acte &quot;x&quot;" lang="fr">' in told
    assert '<em lang="fr">acte "x"</em></span></label>' in told


def test_a_numeral_stands_close_to_its_word_and_keeps_its_name() -> None:
    told = typeset(Markup(f"<p>old \n{BUTTON}{NOTE}.</p>"))
    assert told.startswith(
        '<p>old<label class="cite"><button type="button" id="cite-1" popovertarget="note-1" aria-label="Source 1">'
    )


def test_two_numerals_are_no_other_number() -> None:
    assert f"</span></span>\u202f{AGAIN}" in typeset(Markup(f"<p>old{BUTTON}{NOTE} {AGAIN}</p>"))
    assert f"{AGAIN}\u202f{AGAIN}" in typeset(Markup(f"<p>old {AGAIN} {AGAIN}</p>"))
    value = '<span class="vv"><span class="unresolved">x</span></span></span>'
    assert f"{value}{AGAIN}" in typeset(Markup(f"{value} {AGAIN}"))


def table(*heads: str) -> Markup:
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    cells = "".join(f"<td>{index}</td>" for index, _ in enumerate(heads))
    return Markup(
        f"<table>\n<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n<tr>{cells}</tr>\n<tr>{cells}</tr>\n</tbody></table>"
    )


def test_the_cells_of_a_wide_table_say_their_column() -> None:
    told = typeset(table('<em>"Route"</em>', f"Years{NOTE}", "Work"))
    row = '<tr><td data-label="&quot;Route&quot;">0</td><td data-label="Years">1</td><td data-label="Work">2</td></tr>'
    assert told.startswith('<table class="rows">')
    assert told.count(row) == 2


def test_a_narrow_table_stays_as_it_is() -> None:
    assert typeset(table("Cost", "Amount")) == table("Cost", "Amount")


def test_a_corner_without_words_heads_nothing() -> None:
    for heads in (("", "Amount"), ("", "One", "Two")):
        told = typeset(table(*heads))
        assert "<tr><td></td><th" in told
        assert told.count("<th ") == len(heads) - 1
