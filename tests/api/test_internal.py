from __future__ import annotations

import pytest

from becivic.store.store import Store
from tests.factories.intake import service
from tests.requirement import requirement

ENTRIES = "/api/_internal/catalogue-entries"


@requirement("R-UID-03", "R-UID-04", "R-UID-06")
@pytest.mark.parametrize(
    ("kind", "name", "prefix"),
    [
        ("volatile_value", "fin-some-fee-eur", "val-"),
        ("reference", "just-some-law", "ref-"),
        ("path", "some-new-path", "pth-"),
    ],
)
def test_a_name_gets_a_uid_and_keeps_it(store: Store, kind: str, name: str, prefix: str) -> None:
    running = service(store)
    first = running.as_operator("POST", ENTRIES, {"type": kind, "name": name}).json()
    assert first["uid"].startswith(prefix)
    assert first == {"uid": first["uid"], "name": name, "type": kind, "new": True}
    again = running.as_operator("POST", ENTRIES, {"type": kind, "name": name}).json()
    assert again == {**first, "new": False}


@requirement("R-UID-03")
@pytest.mark.parametrize(("word", "name"), [("val", "dvz-fee-eur"), ("ref", "dvz-law"), ("pth", "some-path")])
def test_a_uid_may_be_asked_for_by_its_prefix(store: Store, word: str, name: str) -> None:
    said = service(store).as_operator("POST", ENTRIES, {"type": word, "name": name}).json()
    assert said["uid"].startswith(f"{word}-")


@requirement("R-UID-06")
def test_a_seeded_name_is_not_minted_again(store: Store) -> None:
    said = service(store).as_operator(
        "POST", ENTRIES, {"type": "volatile_value", "name": "fin-nationality-registration-duty-eur"}
    )
    assert said.json()["uid"] == "val-00001"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"type": "skill", "name": "a-b"}, "/type"),
        ({"type": ["path"], "name": "a-b"}, "/type"),
        ({"type": "path", "name": "Not Kebab"}, "/name"),
        ({"type": "volatile_value", "name": "oneword"}, "/name"),
        ({"type": "path"}, "/name"),
        ({"type": "path", "name": "a" * 101}, "/name"),
        ({"type": "reference", "name": "a-" + "b" * 119}, "/name"),
        ({"type": "path", "name": "a-b", "uid": "pth-00001"}, ""),
        ([], ""),
    ],
)
def test_another_body_is_refused_by_place(store: Store, body: object, pointer: str) -> None:
    answer = service(store).as_operator("POST", ENTRIES, body)
    assert (answer.status_code, answer.json()["error"]) == (400, "schema_fail")
    assert answer.json()["schema_pointer"] == pointer


@requirement("R-CATL-08")
@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("", "/target_type"),
        ("?target_type=skill_graph&target_id=a-b", "/target_type"),
        ("?target_type=skill", "/target_id"),
        ("?target_type=observation&target_id=val-00001", "/target_id"),
    ],
)
def test_stats_want_a_target_that_can_be_voted_on(store: Store, query: str, pointer: str) -> None:
    answer = service(store).as_operator("GET", f"/api/_internal/artefact-stats{query}")
    assert (answer.status_code, answer.json()["schema_pointer"]) == (400, pointer)


@requirement("R-CATL-08")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", ENTRIES),
        ("GET", "/api/_internal/artefact-stats"),
        ("GET", "/api/_internal/rating-stats"),
        ("PATCH", "/api/concerns/x/status"),
    ],
)
def test_without_the_operator_token_every_internal_route_is_closed(
    store: Store, method: str, path: str
) -> None:
    answer = service(store).ask(method, path, {} if method == "POST" else None)
    assert (answer.status_code, answer.json()["error"]) == (401, "unauthorised")
    assert "BECIVIC_OPERATOR_TOKEN" in answer.json()["remedy"]
