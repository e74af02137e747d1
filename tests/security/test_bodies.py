"""Bodies with hostile texts in them: most are refused by the checks of a change; a page shows the rest, and even all, as prose."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import html5lib
import pytest

from becivic.corpus.changes import drafted_skill
from becivic.corpus.load import CANONICAL
from becivic.publishing.commit import merging
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.intake import fixture_files
from tests.factories.numbered import submission_id
from tests.factories.payloads import payload
from tests.factories.press import Press, press
from tests.security.hostile import groups, hostile
from tests.security.library import let_through
from tests.security.stranger import Nobody
from tests.security.structures import OF_KIND, elements
from tests.security.test_records import assert_nothing_odd
from tests.security.test_words import PROSE

SOME: Final = 4
"""Every so manieth text is sent by itself: the whole corpus is checked each time."""
FEW: Final = 20
NAME: Final = "lost-card-report"
_PLACE: Final = "## Known surprises\n\n"


def body_with(texts: list[str]) -> str:
    """Each as an item, a paragraph and a quotation of its own."""
    body: str = payload("drafts/valid/skill/smallest")["content"]["body"]
    said = "".join(f"- {text}\n\n{text}\n\n> {text}\n\n" for text in texts)
    return body.replace(_PLACE, _PLACE + said)


@pytest.fixture
def house(sqlite_store: Store, tmp_path: Path) -> Press:
    """A library in which every group of texts is a skill of its own, whoever let that through."""
    files = fixture_files()
    content = payload("drafts/valid/skill/smallest")["content"]
    for group, texts in groups().items():
        name = _name(group)
        front = {**content["frontmatter"], "id": name}
        text = drafted_skill(
            front, body_with([each for each in texts if "\x00" not in each]).replace(NAME, name)
        )
        files = files.with_file(f"skills/{name}/{CANONICAL}", text)
    return press(sqlite_store, tmp_path / "home", files)


def test_a_body_makes_prose_and_no_more_whatever_stands_in_it(house: Press) -> None:
    known = {tag for tag, *_ in _tags(house.get("/skills/nationality-application").text)}
    for group in groups():
        page = f"/skills/{_name(group)}"
        answer = house.get(page)
        assert answer.status_code == 200, group
        assert {tag for tag, *_ in _tags(answer.text)} <= known | PROSE, group
        assert_nothing_odd(group, answer.text)
        if group != "own_tags":  # whose addresses are the catalogue's
            assert ("window.hit" in answer.text) is any("window.hit" in text for text in groups()[group]), (
                group
            )
        html5lib.HTMLParser(strict=True).parse(answer.text)
        assert OF_KIND["application/json"](house.get(f"/api{page}").text)
        assert OF_KIND["application/atom+xml"](house.get(f"{page}/feed.atom").text)


def test_a_draft_with_such_a_body_is_refused_at_the_door_or_merged_and_prose(
    sqlite_store: Store, tmp_path: Path
) -> None:
    house = press(sqlite_store, tmp_path / "home")
    house.workshop.finder = Nobody()
    taken = [text for text in hostile()[::SOME] if _draft(house, [text], "?dry_run=1") == HTTPStatus.OK]
    assert len(hostile()[::SOME]) > len(taken) > FEW
    assert _draft(house, taken) == HTTPStatus.OK
    house.a_day_later()
    let_through(house.store, house)
    house.runs()
    assert merging.merge(house.workshop, submission_id(SubmissionType.DRAFT, 1), house.now).failure is None
    house.service.library.refresh()
    assert_nothing_odd(NAME, house.get(f"/skills/{NAME}").text)


def _draft(house: Press, texts: list[str], query: str = "") -> int:
    """Sent, each text as an item that makes no claim; what is answered."""
    draft = payload("drafts/valid/skill/smallest")
    said = "".join(f"- {text} <!-- advice -->\n" for text in texts)
    draft["draft_id"] = submission_id(SubmissionType.DRAFT, 1)
    draft["content"]["body"] = draft["content"]["body"].replace(_PLACE, _PLACE + said)
    return house.service.post(SubmissionType.DRAFT, draft, query=query).status_code


def _name(group: str) -> str:
    return f"{NAME}-{group.replace('_', '-')}"


def _tags(page: str) -> Iterator[Any]:
    return (found for found in elements(page).found if isinstance(found, tuple))
