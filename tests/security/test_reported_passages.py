"""What an anonymous amendment brought into a procedure is quoted and labelled in every face until another address confirms it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from becivic.corpus.reported import fingerprint
from becivic.publishing.screening.votes import look_through
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.payloads import edited, payload
from tests.factories.press import Press, press
from tests.security.amendments import of_body, young
from tests.security.orders import broken_rules, orders
from tests.security.test_reported_sources import AUTHOR, LABELS, OTHER, merged

LABEL = "Somebody reported this, nobody has confirmed it:"
PASSAGE = "The desk keeps the form for two weeks."
ENOUGH = 90
FIELD = "amendments/valid/skill/frontmatter-summary"
OPEN, CLOSE = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"


@pytest.fixture
def house(sqlite_store: Store, tmp_path: Path) -> Press:
    return press(sqlite_store, tmp_path / "home")


def amended(house: Press, *passages: str) -> str:
    """A body with these items; the id of the skill."""
    skill = young(house.corpus)[0]
    sent = of_body(skill, passages).payload(1)
    commit = {"/content/skill_commit": house.corpus.commit}
    merged(house, edited(sent, commit))
    return skill.id


def may_be_merged(house: Press, text: str) -> bool:
    """Whether the rules of the corpus let a body have it without a maintainer's word."""
    sent = of_body(young(house.corpus)[0], [text]).payload(1)
    sent = edited(sent, {"/content/skill_commit": house.corpus.commit})
    answer = house.service.post(SubmissionType.AMENDMENT, sent, query="?dry_run=true")
    return answer.status_code == 200 and not broken_rules(answer.json())


def confirmed(house: Press, skill: str) -> Any:
    house.service.clock.move(seconds=2)
    vote = {**payload("validations/valid/skill-confirm"), "target_id": skill}
    answer = house.service.post(SubmissionType.VALIDATION, vote, address=OTHER)
    look_through(house.workshop, house.now)
    return answer


def test_each_line_that_it_brought_is_marked_and_no_other(house: Press) -> None:
    skill = amended(house, PASSAGE)
    found = house.corpus.skills[skill]
    (mark,) = found.fields.raw("reported")
    assert mark["passages"] == [fingerprint(f"- {PASSAGE} <!-- advice -->")]
    assert mark["submission"].startswith("amd_")


def test_every_face_quotes_and_labels_it(house: Press) -> None:
    skill = amended(house, PASSAGE)
    quoted = f"{LABEL}** {OPEN}{PASSAGE}{CLOSE}"
    assert quoted in house.get(f"/skills/{skill}/index.md").text
    assert quoted in house.get(f"/api/skills/{skill}").json()["resolved_body"]
    assert f"{LABEL}</strong> {OPEN}{PASSAGE}{CLOSE}" in house.get(f"/skills/{skill}").text
    assert quoted in house.get("/llms-full.txt").text
    kinds = [each["kind"] for each in house.get(f"/api/skills/{skill}").json()["notices"]]
    assert "reported_passages" in kinds
    raw = house.get(f"/api/skills/{skill}").json()
    assert f"- {PASSAGE}" in raw["body"]
    assert raw["reported"][0]["submission"].startswith("amd_")


def test_another_address_confirms_all_of_it(house: Press) -> None:
    skill = amended(house, PASSAGE)
    assert confirmed(house, skill).status_code in (200, 201, 202)
    for page in (f"/skills/{skill}/index.md", f"/skills/{skill}"):
        text = house.get(page).text
        assert PASSAGE in text
        assert LABEL not in text
    assert "confirmed" in house.get(f"/api/skills/{skill}").json()["reported"][0]


def test_a_changed_field_is_named_and_quoted(house: Press) -> None:
    sent = edited(payload(FIELD), {"/content/frontmatter_change/proposed_value": PASSAGE})
    merged(house, sent)
    skill = sent["target_id"]
    assert f"{OPEN}{PASSAGE}{CLOSE}" in house.get(f"/skills/{skill}/index.md").text
    page = house.get(f"/skills/{skill}").text
    assert LABELS["en"] in page.partition(f">{PASSAGE}<")[0]
    notices = house.get(f"/api/skills/{skill}").json()["notices"]
    assert any(each["kind"] == "reported_fields" and "summary" in each["text"] for each in notices)


def test_a_changed_field_of_a_path_is_named_and_quoted(house: Press) -> None:
    path = "birth-certificate-belgian"
    sent = edited(
        payload(FIELD),
        {
            "/target_type": "path",
            "/target_id": path,
            "/content": {
                "amendment_subtype": "field_edit",
                "frontmatter_change": {"field_path": "description.en", "proposed_value": PASSAGE},
            },
        },
    )
    merged(house, sent)
    assert f"{LABEL}** {OPEN}{PASSAGE}{CLOSE}" in house.get(f"/paths/{path}/index.md").text
    quote = house.get(f"/paths/{path}").text.partition('<blockquote class="reported">')[2]
    assert PASSAGE in quote.partition("</blockquote>")[0]
    assert house.get(f"/api/paths/{path}").json()["unconfirmed"]["fields"] == ["description.en"]


def test_the_author_is_not_another_address(house: Press) -> None:
    skill = amended(house, PASSAGE)
    vote = {**payload("validations/valid/skill-confirm"), "target_id": skill}
    answer = house.service.post(SubmissionType.VALIDATION, vote, address=AUTHOR)
    assert answer.json()["error"] == "self_validation_blocked"


def test_every_payload_that_a_person_let_through_is_quoted(house: Press) -> None:
    texts = [text for text in orders() if may_be_merged(house, text)]
    assert len(texts) >= ENOUGH
    skill = amended(house, *texts)
    page = house.get(f"/skills/{skill}/index.md").text
    assert [text for text in texts if f"{LABEL}** {OPEN}{text}{CLOSE}" not in page] == []
    assert page.count(LABEL) == len(texts)
