from __future__ import annotations

from becivic.corpus.body import Body
from becivic.rendering.reading_order import place_in, reading_order
from becivic.rules.skills import Section


def test_what_is_needed_at_a_counter_is_read_before_what_it_rests_on() -> None:
    titles = [section.value for section in Section]
    assert [titles[index] for index in reading_order(titles)] == [
        Section.BRANCHING,
        Section.DOCUMENTS,
        Section.PROCESS,
        Section.SURPRISES,
        Section.OBSERVATIONS,
        Section.BASIS,
        Section.REQUESTS,
    ]


def test_a_section_of_its_own_keeps_its_place_after_the_one_before_it() -> None:
    assert reading_order(["First", "Authoritative basis", "Beside it", "Process"]) == [0, 3, 1, 2]
    assert reading_order([]) == []


def test_offsets_come_as_a_reader_meets_them() -> None:
    text = "Intro.\n\n## Authoritative basis\n\nLaw.\n\n## Process\n\nStep.\n"
    found = sorted((text.index(word) for word in ("Law.", "Step.", "Intro.")), key=place_in(Body(text)))
    assert [text[at:].partition(".")[0] for at in found] == ["Intro", "Step", "Law"]
