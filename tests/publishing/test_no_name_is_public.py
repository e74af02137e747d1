"""A person's name in any free text is nowhere in public until a person has released it (R-NER-03, R-BAK-04).

Searched: every object of git, every table but the private ones, the snapshot, and every answer of the read routes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pygit2
import pytest
from sqlalchemy import Table

from becivic.jobs.table import JOBS
from becivic.publishing.review.holding import discard, release
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from becivic.store.tables import METADATA
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.submissions import HELD
from tests.factories.payloads import FOLDERS, payload
from tests.factories.press import Press
from tests.requirement import requirement

NAME: Final = "Lieselotte Vandenbroucke"
SAID: Final = f"Mevrouw {NAME} at the desk said so"

FEW: Final = 3

PRIVATE: Final = frozenset(("staged_submissions", "held_items"))
"""Where it waits for a person."""


def _in(document: Mapping[str, Any], *keys: str, text: str) -> dict[str, Any]:
    """The document with a text at a place."""
    first, *rest = keys
    return {**document, first: _in(document[first], *rest, text=text) if rest else text}


CASES: Final[dict[str, tuple[str, tuple[str, ...], str]]] = {
    "concern report": ("concerns/valid/path-general", ("content", "report"), SAID),
    "amendment rationale": ("amendments/valid/skill/body-one-line", ("rationale",), SAID),
    "amendment of a field": (
        "amendments/valid/path/audience-summary",
        ("content", "frontmatter_change", "proposed_value"),
        SAID,
    ),
    "note of a value": ("amendments/valid/volatile_value/number", ("content", "note"), SAID),
    "title of a reference": ("amendments/valid/reference/title-only", ("content", "proposed_title"), SAID),
    "research notes": (
        "amendments/valid/skill/body-with-provenance",
        ("provenance", "research_notes_markdown"),
        f"# Notes\n\n{SAID}.\n",
    ),
    "commit message": ("drafts/valid/skill/smallest", ("commit_message",), SAID),
    "title of a draft": ("drafts/valid/skill/smallest", ("content", "frontmatter", "title"), SAID),
    "title of a path": ("drafts/valid/path/uid-absent", ("content", "entry", "title", "en"), SAID),
    "feedback": ("feedback_channel/valid/bug", ("body",), SAID),
    "rating": ("ratings/valid/skill-four", ("would_be_5_stars",), SAID),
    "vote": ("validations/valid/skill-reject", ("rationale",), SAID),
}


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """On SQLite: each case runs every job several times, and holding is tested on both databases elsewhere."""
    return sqlite_store


def everything_runs(house: Press) -> None:
    for name in ("commit", "snapshot"):
        JOBS[name].run(house.workshop, house.now, lambda _: None)
    house.service.library.refresh()


def in_git(house: Press) -> Iterator[bytes]:
    git = pygit2.Repository(str(house.workshop.repository.path))
    for oid in git:
        yield bytes(git[oid].read_raw())


def in_tables(house: Press) -> Iterator[bytes]:
    for table in METADATA.sorted_tables:
        if table.name not in PRIVATE:
            for row in house.rows(table):
                yield repr(tuple(row)).encode()


def with_a_past(house: Press, table: Table) -> list[str]:
    """Uids of rows that somebody changed, and a few that are as the corpus brought them: hundreds are alike."""
    rows = house.rows(table)
    changed = {row.uid for row in rows if row.previous_row_id is not None or row.submission_id is not None}
    return sorted(changed | {row.uid for row in rows[:FEW]})


def in_answers(house: Press) -> Iterator[bytes]:
    places = [
        *(
            f"/api/skills/{name}{more}"
            for name in house.corpus.skills
            for more in ("", "/history", "/concerns")
        ),
        *(f"/api/volatile-values/{uid}/history" for uid in with_a_past(house, VOLATILE_VALUES)),
        *(f"/api/references/{uid}/history" for uid in with_a_past(house, REFERENCES)),
        *(
            "/api/concerns",
            "/api/volatile-values?limit=200",
            "/api/references?limit=200",
            "/paths/index.json",
        ),
        *(f"/skills/{name}.md" for name in house.corpus.skills),
    ]
    for place in places:
        yield house.get(place).content


def found(house: Press) -> list[str]:
    needle = NAME.encode()
    surname = NAME.split()[1].encode()
    return [
        where
        for where, texts in (
            ("git", in_git(house)),
            ("tables", in_tables(house)),
            ("answers", in_answers(house)),
        )
        for text in texts
        if needle in text or surname in text
    ]


@requirement("R-NER-03", "R-NER-04", "R-CI-30", "R-BAK-04")
@pytest.mark.parametrize("case", CASES)
def test_a_name_is_nowhere_in_public_until_it_is_released(house: Press, case: str) -> None:
    fixture, keys, text = CASES[case]
    kind = FOLDERS[fixture.partition("/")[0]]
    sent = house.sends_payload(kind, _in(payload(fixture), *keys, text=text))
    house.service.clock.move(hours=25)
    everything_runs(house)
    if kind is not SubmissionType.VALIDATION:
        assert found(house) == []
    else:  # its row is there, and none of its words is shown or counted
        assert [where for where in found(house) if where != "tables"] == []
    (held,) = house.rows(HELD)
    assert (held.id, held.state) == (sent, "ner_held_for_review")
    assert house.status(kind, sent) == {"state": "ner_held_for_review"}
    house.service.clock.move(days=100)
    everything_runs(house)
    assert house.status(kind, sent)["state"] == "ner_held_for_review"
    assert house.store.write(lambda connection: release(connection, kind, sent, house.now, "operator"))
    everything_runs(house)
    assert house.status(kind, sent)["state"] == "released"
    (held,) = house.rows(HELD)
    assert held.payload is None
    assert found(house) != []


@requirement("R-NER-07")
def test_a_discarded_name_is_nowhere_at_all(house: Press) -> None:
    sent = house.sends_payload(
        SubmissionType.CONCERN, _in(payload("concerns/valid/path-general"), "content", "report", text=SAID)
    )
    house.service.clock.move(hours=25)
    everything_runs(house)
    assert house.store.write(
        lambda connection: discard(connection, SubmissionType.CONCERN, sent, house.now, "operator")
    )
    everything_runs(house)
    assert house.status(SubmissionType.CONCERN, sent) == {"state": "discarded"}
    every_row = [repr(tuple(row)) for table in METADATA.sorted_tables for row in house.rows(table)]
    assert not [row for row in every_row if NAME in row]
