from __future__ import annotations

from dataclasses import replace

from becivic.corpus.body import Body
from becivic.rendering.citations import Citations
from becivic.rendering.shown import ShownReference, ShownRows
from becivic.rules.statuses import Status
from tests.requirement import requirement


def reference(number: int) -> ShownReference:
    return ShownReference(
        uid=f"ref-0000{number}",
        name=f"source-{number}",
        title=f"Source {number}",
        url=f"https://source.example/{number}",
        status=Status.STABLE,
    )


ROWS = {row.uid: row for row in map(reference, range(1, 5))}


def tag(number: int) -> str:
    return f'<Ref name="source-{number}" uid="ref-0000{number}">s{number}</Ref>'


TEXT = f"""Begin {tag(1)}.

## Authoritative basis

The law {tag(2)}, and {tag(3)}.

## Process

1. Go [source-3], pay {tag(4)}, as {tag(2)} says.
"""


def numbered(first: tuple[str, ...] = (), rows: ShownRows | None = None) -> list[str]:
    return [note.row.name for note in Citations(Body(TEXT), rows or ShownRows({}, ROWS), first).notes]


@requirement("R-TAG-11")
def test_references_are_numbered_as_a_reader_of_the_page_meets_them() -> None:
    assert numbered() == ["source-1", "source-3", "source-4", "source-2"]


def test_what_a_page_cites_above_the_text_comes_first() -> None:
    assert numbered(("ref-00002", "ref-00099", "ref-00002")) == [
        "source-2",
        "source-1",
        "source-3",
        "source-4",
    ]


def test_a_note_stands_where_its_source_is_met_first_by_tag_or_in_brackets() -> None:
    citations = Citations(Body(TEXT), ShownRows({}, ROWS))
    twice, bracketed = citations.note("ref-00002"), citations.of_bracket("source-3")
    assert twice is not None
    assert twice.start == TEXT.rindex('<Ref name="source-2"')
    assert bracketed is not None
    assert (bracketed.number, bracketed.start) == (2, TEXT.index("[source-3]"))
    assert bracketed.named == TEXT.index('<Ref name="source-3"')


def test_nobody_meets_what_stands_inside_a_citation() -> None:
    text = f'By <Ref name="source-1" uid="ref-00001">the [source-2] of</Ref> [source-2], {tag(2)}.'
    note = Citations(Body(text), ShownRows({}, ROWS)).note("ref-00002")
    assert note is not None
    assert note.start == text.rindex("[source-2]")


def test_what_may_not_be_shown_has_no_number() -> None:
    rows = {**ROWS, "ref-00003": replace(ROWS["ref-00003"], held=True)}
    assert numbered(rows=ShownRows({}, rows)) == ["source-1", "source-4", "source-2"]
