"""How rendered text is set: numerals stay with their word, cells know their column."""

from __future__ import annotations

from markupsafe import Markup

from becivic.site.pages.skill_setting import typeset

BUTTON = (
    '<label class="cite"><button type="button" id="cite-1" popovertarget="note-1" aria-label="Source 1"></button>'
    '<span aria-hidden="true">1</span></label>'
)
AGAIN = '<a class="cite" href="#cite-2" aria-label="Source 2">2</a>'
NOTE = '<span popover class="note" id="note-1"><span class="note-line">A law.</span></span>'


def test_a_numeral_stands_close_to_its_word_and_keeps_its_name() -> None:
    told = typeset(Markup(f"<p>old \n{BUTTON}{NOTE}.</p>"))
    assert told.startswith(f"<p>old{BUTTON}{NOTE}.")


def test_only_blanks_are_taken_from_before_a_numeral() -> None:
    """What Python takes for a blank beside those is odd on a page, and shown as such."""
    assert typeset(Markup(f"<p>old\x85 \xa0\n{AGAIN}")) == f"<p>old\x85{AGAIN}"


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
