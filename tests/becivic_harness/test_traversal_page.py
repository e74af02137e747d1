"""The page about the state machine is the table in the code, drawn and told; neither has what the other lacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import traversal_page

from becivic.site.diagrams import can_draw, process_svg
from becivic_harness.traversal_states import CHOOSING, EVENTS, OPEN, SETTLES, START, STATES, TRANSITIONS

PAGE = (Path(__file__).resolve().parents[2] / traversal_page.PAGE).read_text(encoding="utf-8")
DIAGRAM = PAGE.split("```mermaid\n")[1].split("\n```")[0]


def test_the_page_is_what_the_generator_writes() -> None:
    assert traversal_page.page() == PAGE


def arrows() -> set[tuple[str, str, str]]:
    """Every move that the picture shows; what leaves the box leaves each state in it."""
    found = set()
    names = {name.replace("-", "_"): name for name in STATES}
    for left, right, events in re.findall(r"^ +(\S+) --> (\S+)(?: : (.+))?$", DIAGRAM, re.MULTILINE):
        for state in OPEN if left == "open" else (names.get(left, left),):
            found |= {(state, event, names.get(right, right)) for event in (events or "").split(", ")}
    return found


def test_the_picture_shows_every_move_of_the_table_and_no_other() -> None:
    table = {(state, event, target) for (state, event), targets in TRANSITIONS.items() for target in targets}
    settled = {(CHOOSING, "", state) for state in SETTLES}
    assert arrows() == {*table, *settled, ("[*]", START, CHOOSING)}


@pytest.mark.skipif(not can_draw(), reason="this machine draws no Mermaid")
def test_the_picture_can_be_drawn_and_names_every_state() -> None:
    drawn = process_svg(DIAGRAM)
    assert drawn is not None
    assert all(state in drawn for state in STATES)


def test_the_tables_have_a_row_for_every_state_and_every_event() -> None:
    rows = set(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE))
    assert set(STATES) | set(EVENTS) <= rows
    for (state, event), targets in TRANSITIONS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{state}` |"))
        assert f"`{event}` → {', '.join(targets)}" in row
