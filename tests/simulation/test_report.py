"""A whole run as JSON, its tables and its figures."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from becivic.rules.consensus import POLICY, Policy
from becivic.simulation.plots import figures
from becivic.simulation.populations import POPULATIONS
from becivic.simulation.report import report
from becivic.simulation.rings import Aim
from becivic.simulation.tables import number, percent, report_tables
from becivic.simulation.whole import Scale

SCALE = Scale(artefacts=8, months=2, rings=2)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    return report(SCALE)


def test_a_report_says_what_it_was_made_from_and_has_every_population(told: dict[str, Any]) -> None:
    assert (told["seed"], told["artefacts"], told["months"], told["largest_ring"]) == (1, 8, 2, 2)
    assert Policy.of_json(told["policy"]) == POLICY
    assert list(told["populations"]) == list(POPULATIONS)
    assert set(told["populations"]["ring"]) >= {
        "meaning",
        "votes",
        "good",
        "bad",
        "turned",
        "wrong_way",
        "weeks",
    }
    assert json.loads(json.dumps(told)) == told


def test_populations_with_the_same_crowd_share_one_table_of_rings(told: dict[str, Any]) -> None:
    assert told["populations"]["ring"]["rings"] is told["populations"]["healthy"]["rings"]
    assert told["populations"]["quiet"]["rings"] is not told["populations"]["healthy"]["rings"]


def test_who_watches_is_told_of_months_and_of_rings() -> None:
    steps = list[tuple[str, int, int]]()
    report(
        Scale(artefacts=2, months=1, rings=1),
        populations=[POPULATIONS["quiet"]],
        on_step=lambda *step: steps.append(step),
    )
    assert steps == [("quiet: months", 1, 1), ("quiet: rings", 1, 1), ("nobody: rings", 1, 1)]


def test_every_table_has_a_cell_for_every_heading(told: dict[str, Any]) -> None:
    tables = report_tables(told)
    assert len(tables) == 5
    for table in tables:
        assert all(len(row) == len(table.headings) for row in table.rows)
        assert table.markdown().count("\n") == len(table.rows) + 1


def test_numbers_and_shares_read_well() -> None:
    assert (number(None), number(1234.6), number(2.25, 1)) == ("none", "1,235", "2.2")
    assert (percent(0.125), percent(0.125, 1)) == ("12 %", "12.5 %")


@pytest.mark.parametrize("name", ["standing.svg", "rising.svg", "rings.svg", "flagger.svg"])
def test_every_figure_is_well_formed_and_says_in_words_what_it_shows(told: dict[str, Any], name: str) -> None:
    drawing = ET.fromstring(figures(told)[name])
    title, description = drawing.find(f"{SVG}title"), drawing.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text
    assert len(description.text or "") > 80
    assert drawing.get("aria-labelledby") == "title desc"
    assert "prefers-color-scheme: dark" in ET.tostring(drawing, encoding="unicode")


def test_no_figure_draws_beside_its_paper(told: dict[str, Any]) -> None:
    for text in figures(told).values():
        drawing = ET.fromstring(text)
        width, height = (float(each) for each in drawing.attrib["viewBox"].split()[2:])
        for shape in (*drawing.iter(f"{SVG}polyline"), *drawing.iter(f"{SVG}polygon")):
            for point in shape.attrib["points"].split():
                x, y = map(float, point.split(","))
                assert 0 <= x <= width
                assert 0 <= y <= height


def test_a_library_of_less_than_a_week_still_has_figures(told: dict[str, Any]) -> None:
    bare = {**told, "populations": {"quiet": {**told["populations"]["quiet"], "weeks": []}}}
    assert all(figures(bare).values())


def test_the_aims_of_rings_are_in_the_report(told: dict[str, Any]) -> None:
    assert set(told["rings_alone"]) == {aim.value for aim in Aim}
