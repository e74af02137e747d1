from __future__ import annotations

from dataclasses import replace

from becivic.corpus.skill import Skill
from becivic.rendering.shown import ShownRows
from becivic.rendering.voice import Voice
from becivic.rules.statuses import Status
from becivic.site.pages.skill_glance import COST, TERM, first_risk, lines
from tests.factories.skill_readings import edited, skill_reading

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
    assert told(prose)[0].startswith("One asks €")
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


def _lines(skill: Skill, rows: ShownRows) -> list[str | None]:
    return [line.source.title if line.source else None for line in lines(skill, TERM, rows, ENGLISH)]


def test_the_source_of_the_first_value_is_named_where_it_may_be() -> None:
    body = f'### {TERM}\n\nIt takes {TERM_TAG}. See <Ref name="demo-law-article-one" uid="ref-00001">it</Ref>.\n\n## Known surprises'
    reading = skill_reading(edited("## Known surprises", body))
    rows = reading.rows
    value = replace(rows.values["val-00002"], source="ref-00001")
    sourced = ShownRows({"val-00002": value}, rows.references)
    assert _lines(reading.skill, sourced) == [rows.references["ref-00001"].title]
    gone = {"ref-00001": replace(rows.references["ref-00001"], status=Status.DEPRECATED)}
    assert _lines(reading.skill, ShownRows(sourced.values, gone)) == [None]


def test_a_section_that_is_not_there_says_nothing() -> None:
    reading = skill_reading()
    assert lines(reading.skill, COST, reading.rows, ENGLISH) == []


def test_the_first_risk_is_told_by_its_reason() -> None:
    assert first_risk(skill_reading().skill) == "A wrong route cannot be undone."
    assert first_risk(skill_reading(skill_id="meta-no-skill-fallback").skill) == ""
