from __future__ import annotations

from dataclasses import replace

from becivic.rendering.shown import ShownRows
from becivic.rendering.voice import Voice
from becivic.site.pages.skill_glance import COST, TERM, Line, first_risk, lines
from tests.factories.skill_readings import edited, skill_reading
from tests.requirement import requirement

ENGLISH = Voice("en")
FEE = '<VV name="demo-handling-fee-eur" uid="val-00001">€20</VV>'
TERM_TAG = '<VV name="demo-answer-term-days" uid="val-00002">30 days</VV>'


def told(costs: str, rows: ShownRows | None = None) -> list[str]:
    reading = skill_reading(edited("## Known surprises", f"### {COST}\n\n{costs}\n\n## Known surprises"))
    return [line.text for line in lines(reading.skill, COST, rows or reading.rows, ENGLISH)]


def test_rows_of_a_table_that_hold_a_value_come_first() -> None:
    table = f"""You may pay {FEE} elsewhere.

| What | How much | Source |
| --- | --- | --- |
| Fee; paid before [demo-law-article-one] | {FEE} from 2026 [demo-law-article-one] | none |
| Nothing | free | none |
| --- | {FEE}
| A stamp (of paper) | **about** {FEE} (undated, [demo-law-article-one]) | none |"""
    value = told(FEE)[0]
    assert told(table)[0] == f"Fee: {value} from 2026"
    assert told(table)[-1] == f"A stamp: about {value} (undated)"


def test_a_sentence_with_a_value_stands_for_prose() -> None:
    prose = f"It depends on the commune. <!-- why -->\n\nOne asks {FEE} ([demo-law-article-one]). Others ask less."
    assert told(prose)[0] == f"One asks {told(FEE)[0]}."
    assert len(told(prose)) == 1


def test_where_no_value_is_given_the_first_sentence_stands() -> None:
    assert told('No price could be read. Ask `before` you go, see <Skill id="demo-clock" />.') == [
        "No price could be read."
    ]
    assert told("") == []


def test_a_long_line_is_cut_at_a_word() -> None:
    (line,) = told(f"It costs {FEE} " + "and more " * 60)
    assert line.endswith("…")
    assert len(line) <= 241


def test_a_value_that_may_not_be_shown_is_not() -> None:
    rows = skill_reading().rows
    held = {uid: replace(row, held=True) for uid, row in rows.values.items()}
    assert told(f"It costs {FEE}.", ShownRows(held, rows.references)) == ["It costs [unresolved]."]
    assert told(f"It costs {FEE}.", ShownRows()) == ["It costs [unresolved]."]


SOURCED = "ref-00009"


def _sources(text: str) -> list[tuple[str, ...]]:
    """What the lines under a heading rest on, where the value in them rests on a source of its own."""
    reading = skill_reading(edited("## Known surprises", f"### {TERM}\n\n{text}\n\n## Known surprises"))
    value = replace(reading.rows.values["val-00002"], source=SOURCED)
    rows = ShownRows({"val-00002": value}, reading.rows.references)
    return [line.sources for line in lines(reading.skill, TERM, rows, ENGLISH)]


@requirement("R-PRIN-01")
def test_a_line_rests_on_what_is_cited_beside_it() -> None:
    assert _sources(f"It takes {TERM_TAG} [demo-law-article-one]. Less elsewhere.") == [("ref-00001",)]
    assert _sources(f"It takes {TERM_TAG}. [demo-law-article-one] Less elsewhere.") == [("ref-00001",)]
    assert _sources(f"| What | When |\n| --- | --- |\n| Answer | {TERM_TAG} [ref-00001] |") == [
        ("ref-00001",)
    ]


@requirement("R-PRIN-01")
def test_else_on_what_its_value_rests_on_and_else_on_what_its_block_cites() -> None:
    assert _sources(f"It takes {TERM_TAG}. Less there [demo-law-article-one].") == [(SOURCED,)]
    assert _sources('No term is known. Ask there <Ref name="demo-law-article-one">it</Ref>.') == [
        ("ref-00001",)
    ]
    assert _sources("Nobody knows.") == [()]
    assert _sources('Nobody knows <Ref name="of-nobody" uid="ref-99999">it</Ref>.') == [()]


def test_a_section_that_is_not_there_says_nothing() -> None:
    reading = skill_reading()
    assert lines(reading.skill, COST, reading.rows, ENGLISH) == []


def test_the_first_risk_is_told_by_its_reason_with_what_its_step_rests_on() -> None:
    step = '">Suggest that the person confirms the route before filing.</Risk>'
    reading = skill_reading(edited(step, f"{step} [demo-law-article-one]"))
    risk = first_risk(reading.skill, reading.rows, ENGLISH)
    assert risk == Line("A wrong route cannot be undone.", ("ref-00001",))
    nameless = skill_reading(edited('reason="A wrong route cannot be undone."', ""))
    assert first_risk(nameless.skill, nameless.rows, ENGLISH) is None
    method = skill_reading(skill_id="meta-no-skill-fallback")
    assert first_risk(method.skill, method.rows, ENGLISH) is None


def test_however_odd_a_long_sentence_is_no_more_of_it_is_looked_at_than_can_be_shown() -> None:
    """What is dangling is looked for in what is left of it: thousands of stops in a row are cut off before."""
    for unit in (":", ",", "(", " (", ", ", ";.", "( ,"):
        (line,) = told(f"Ask {unit * 20_000}x first. <!-- advice -->")
        assert line.startswith("Ask")
        assert len(line) <= 241
